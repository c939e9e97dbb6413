// Answers cases in the page of `server.rs`: `answers(cases)`. The form of trees is that of
// `tests/support/src/tree_dump.rs`.

const NAMESPACES = {
    html: "http://www.w3.org/1999/xhtml",
    svg: "http://www.w3.org/2000/svg",
    math: "http://www.w3.org/1998/Math/MathML",
};
const DESIGNATORS = {
    "http://www.w3.org/1999/xlink": "xlink ",
    "http://www.w3.org/XML/1998/namespace": "xml ",
    "http://www.w3.org/2000/xmlns/": "xmlns ",
};

// A document without a browsing context: scripting is off, and nothing is fetched.
const inert = document.implementation.createHTMLDocument("");

function lines(node, indent) {
    switch (node.nodeType) {
        case Node.TEXT_NODE: return [`${indent}"${node.data}"`];
        case Node.CDATA_SECTION_NODE: return [`${indent}"${node.data}"`];
        case Node.COMMENT_NODE: return [`${indent}<!-- ${node.data} -->`];
        case Node.PROCESSING_INSTRUCTION_NODE: return [`${indent}<?${node.target} ${node.data}?>`];
        case Node.DOCUMENT_TYPE_NODE: {
            const ids = node.publicId || node.systemId ? ` "${node.publicId}" "${node.systemId}"` : "";
            return [`${indent}<!DOCTYPE ${node.name}${ids}>`];
        }
    }
    const prefix = {[NAMESPACES.svg]: "svg ", [NAMESPACES.math]: "math "}[node.namespaceURI] ?? "";
    const attributes = Array.from(node.attributes, attribute => [
        attribute.namespaceURI === null ? attribute.name
            : (DESIGNATORS[attribute.namespaceURI] ?? "unknown ") + attribute.localName,
        attribute.value,
    ]);
    attributes.sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0);
    return [`${indent}<${prefix}${node.localName}>`,
        ...attributes.map(([name, value]) => `${indent}  ${name}="${value}"`)];
}

// Iterative, for trees are deep.
// Joins texts, in the contents of templates, too.
function normalize(root) {
    for (const pending = [root]; pending.length > 0;) {
        const node = pending.pop();
        node.normalize();
        pending.push(...Array.from(node.querySelectorAll("template"), it => it.content ?? it).filter(it => it.nodeType === Node.DOCUMENT_FRAGMENT_NODE));
    }
}

function dump(root) {
    const result = [];
    const pending = [];
    const push = (node, level) => {
        for (let child = node.lastChild; child !== null; child = child.previousSibling)
            pending.push([child, level]);
    };
    push(root, 0);
    while (pending.length > 0) {
        const [node, level] = pending.pop();
        const indent = "| " + "  ".repeat(level);
        if (typeof node === "string") {
            result.push(indent + node);
            continue;
        }
        result.push(...lines(node, indent));
        push(node, level + 1);
        if (node.localName === "template" && node.namespaceURI === NAMESPACES.html) {
            push(node.content, level + 2);
            pending.push(["content", level + 1]);
        }
    }
    return result.join("\n");
}

const parse = text => new DOMParser().parseFromString(text, "text/html");

// How long a frame may load, in milliseconds; then its document is what is there.
const PATIENCE = 5000;

// A frame in which no script runs, and whose document the page can read; `start` says what it loads.
function frame(start) {
    const it = document.createElement("iframe");
    it.sandbox = "allow-same-origin";
    start(it);
    return new Promise(resolve => {
        const timer = setTimeout(() => resolve(it), PATIENCE);
        it.onload = () => {
            clearTimeout(timer);
            resolve(it);
        };
        document.body.append(it);
    });
}

// The frame whose document renders text, once one was asked for.
let rendering = null;

const ANSWERS = {
    document: ({text}) => {
        const page = parse(text);
        return page.compatMode + "\n" + dump(page);
    },
    serialization: ({text}) => {
        const root = parse(text).documentElement;
        return root === null ? "none" : root.outerHTML;
    },
    fragment: ({text, detail}) => {
        const [namespace, name] = detail.split(" ");
        const context = inert.createElementNS(NAMESPACES[namespace], name);
        context.innerHTML = text;
        return dump(context.content ?? context);
    },
    bytes: async ({text}) => {
        const bytes = Uint8Array.from(text, character => character.charCodeAt(0));
        const url = URL.createObjectURL(new Blob([bytes], {type: "text/html"}));
        const it = await frame(it => it.src = url);
        const page = it.contentDocument;
        const answer = page.characterSet + "\n" + page.documentElement?.textContent;
        it.remove();
        URL.revokeObjectURL(url);
        return answer;
    },
    selector: ({text, detail}) => {
        const page = parse(text);
        const all = Array.from(page.querySelectorAll("*"));
        try {
            return Array.from(page.querySelectorAll(detail), it => all.indexOf(it)).join(" ");
        } catch {
            return "error";
        }
    },
    sanitizer: ({text, detail}) => {
        const context = inert.createElement("div");
        context.setHTML(text, {sanitizer: JSON.parse(detail)});
        normalize(context);
        return dump(context);
    },
    "sanitized-text": ({text}) => {
        const context = document.createElement("div");
        context.innerHTML = text;
        return dump(context);
    },
    "inner-text": async ({text}) => {
        rendering ??= frame(it => it.srcdoc = "<!DOCTYPE html><body>");
        const body = (await rendering).contentDocument.body;
        body.innerHTML = text;
        return body.innerText;
    },
};
ANSWERS.page = ANSWERS.document;

async function answer(it) {
    try {
        return await ANSWERS[it.kind](it);
    } catch (error) {
        return "exception " + error;
    }
}

// How many frames load at the same time.
const AT_ONCE = 8;

async function answers(cases) {
    const results = [];
    for (let start = 0; start < cases.length; start += AT_ONCE)
        results.push(...await Promise.all(cases.slice(start, start + AT_ONCE).map(answer)));
    return results;
}
