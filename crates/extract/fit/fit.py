#!/usr/bin/env python3
"""Fits the tables of constants in `data/` on annotated pages, and says how good they are.

    cargo run --release -p consomme-extract --features _fit --example dump_features HTML_FOLDER DUMP
    fit.py DUMP TRUTH.jsonl.gz DATA_FOLDER [--check]

needs numpy, scikit-learn and lightgbm. With `--check`, only the cross-validated figures are printed.

Folds hold whole pages. In each of the five rounds, everything that is fitted (the weights of words, the
kinds of pages, the trees) comes from the other four folds. Weights of words that are features of the
pages that are fitted come from pages of other folds, too; otherwise they would know the answer.
"""
import collections, gzip, json, re, sys, time
from urllib.parse import urlparse

import lightgbm
import numpy
from sklearn.linear_model import LogisticRegression

FOLDS = 5
KINDS = ["article", "collection", "documentation", "forum", "listing", "product", "service"]
WORD = re.compile(r"\w+")
LETTERS = re.compile(r"[^\W\d_]+")
# Weights of words: the sites that must have the word, the weight of no evidence, the least weight.
ATTRIBUTE_WORDS = (6, 3, 0.08)
PHRASE_WORDS = (8, 5, 0.08)
TREES = 120
PARAMETERS = dict(
    objective="binary", learning_rate=0.09, num_leaves=16, min_data_in_leaf=60, feature_fraction=0.25, bagging_fraction=0.7,
    bagging_freq=1, lambda_l2=10, max_bin=63, seed=1, num_threads=1, force_col_wise=True, verbose=-1,
)
# The words of main content that a page must be expected to have, and how careful the choice is.
LEAST_WORDS = 15
CAUTION = 0.85
# Texts with at least so many characters appear once.
REPEATED_LENGTH = 12
# Blocks of one page in the fit.
MOST_BLOCKS = 250


def words(text):
    return WORD.findall(text.lower())


def site(page):
    host = urlparse(page["truth"]["url"] or "").netloc.split(".")
    return ".".join(host[-2:]) or page["id"]


def load(dump, truth_path):
    truth = {row["id"]: row for row in map(json.loads, gzip.open(truth_path, "rt"))}
    names = open(dump + ".names").read().split()
    matrix = numpy.fromfile(dump + ".bin", dtype="<f4").reshape(-1, len(names))
    pages, at = [], 0
    for line in open(dump + ".jsonl"):
        page = json.loads(line)
        end = at + len(page["blocks"])
        page.update(start=at, end=end, truth=truth[page["id"]])
        page["wanted"] = collections.Counter(words(page["truth"]["main_content"]))
        pages.append(page)
        at = end
    assert at == len(matrix)
    return names, matrix, pages


def labels(page):
    """The part of the words of each block that is in the annotation, in runs of at least three words or whole blocks. Each
    place of the annotation is used once; blocks with the same text have the same label."""
    truth = words(page["truth"]["main_content"])
    places = collections.defaultdict(list)
    for place, word in enumerate(truth):
        places[word].append(place)
    used, last, result, of_text = [False] * (len(truth) + 1), 0, [], {}
    for _, _, text in page["blocks"]:
        block = words(text)
        found = at = 0
        while at < len(block):
            best, start = 0, -1
            candidates = places.get(block[at], ())
            if len(candidates) > 60:
                near = int(numpy.searchsorted(candidates, last))
                candidates = candidates[max(0, near - 10) : near + 50]
            for place in candidates:
                length = 0
                while (
                    at + length < len(block) and place + length < len(truth)
                    and block[at + length] == truth[place + length] and not used[place + length]
                ):
                    length += 1
                if length > best or length == best > 0 and abs(place - last) < abs(start - last):
                    best, start = length, place
            enough = best >= min(3, len(block)) or found and best and (abs(start - last) <= 3 or best == len(block) - at)
            if enough:
                used[start : start + best] = [True] * best
                found, last, at = found + best, start + best, at + best
            else:
                at += 1
        label = found / len(block) if block else numpy.nan
        result.append(label)
        if len(text) >= REPEATED_LENGTH and block:
            of_text[text] = max(label, of_text.get(text, 0))
    return [of_text.get(text, label) for label, (_, _, text) in zip(result, page["blocks"])]


def folds(pages):
    """Each kind is divided evenly."""
    random, fold = numpy.random.RandomState(0), numpy.zeros(len(pages), int)
    for kind in KINDS:
        of_kind = [i for i, page in enumerate(pages) if page["truth"]["type"] == kind]
        random.shuffle(of_kind)
        fold[of_kind] = numpy.arange(len(of_kind)) % FOLDS
    return fold


class Weights:
    """Weights of words: how much more main content is at a word than on the rest of its page, the mean over sites."""

    def __init__(self, seen, pages, fold, rule):
        """`seen` has a page, a word and how much more, for each word of each page."""
        self.least, self.prior, self.smallest = rule
        of_site = collections.defaultdict(list)
        for page, word, value in seen:
            of_site[fold[page], site(pages[page]), word].append(value)
        self.sums = collections.defaultdict(lambda: numpy.zeros((2, FOLDS)))
        for (in_fold, _, word), values in of_site.items():
            self.sums[word][:, in_fold] += numpy.mean(values), 1
        self.cache = {}

    def without(self, *left_out):
        key = tuple(sorted(set(left_out)))
        if key not in self.cache:
            kept = [fold for fold in range(FOLDS) if fold not in key]
            found = self.cache[key] = {}
            for word, sums in self.sums.items():
                total, count = sums[:, kept].sum(1)
                weight = total / (count + self.prior)
                if count >= self.least and abs(weight) > self.smallest:
                    found[word] = round(100 * weight)
        return self.cache[key]


def phrase_words(text):
    found = [word for word in LETTERS.findall(text.lower()) if len(word) < 16]
    return set(found) | ({"=" + " ".join(found)} if 0 < len(found) < 5 else set())


def see_words(pages, label, count, fold):
    """Weights of the words of attributes and of short blocks."""
    attributes, phrases = [], []
    for number, page in enumerate(pages):
        size, weight = page["end"] - page["start"], count[page["start"] : page["end"]] + 0.5
        mine = numpy.nan_to_num(label[page["start"] : page["end"]])
        page["phrases"] = [phrase_words(text) if n <= 20 else () for (_, _, text), n in zip(page["blocks"], weight - 0.5)]
        if not page["wanted"] or not size:
            continue
        sums = numpy.concatenate([[0], numpy.cumsum(weight)])
        wanted = numpy.concatenate([[0], numpy.cumsum(weight * mine)])
        at_word = collections.defaultdict(lambda: numpy.zeros(2))
        for _, _, start, end, found in page["boxes"]:
            end = min(end, size)
            if end > start:
                for word in set(found):
                    at_word[word] += wanted[end] - wanted[start], sums[end] - sums[start]
        base = wanted[-1] / sums[-1]
        for word, (some, all_) in at_word.items():
            # A word around the whole page says nothing.
            attributes.append((number, word, (some / all_ - base) * (1 - min(1, all_ / sums[-1])) ** 0.5))
        in_phrases = collections.defaultdict(list)
        short = [value for value, found in zip(mine, weight) if found <= 20.5]
        for value, found in zip(mine, page["phrases"]):
            for word in found:
                in_phrases[word].append(value)
        for word, values in in_phrases.items():
            phrases.append((number, word, numpy.mean(values) - numpy.mean(short)))
    return Weights(attributes, pages, fold, ATTRIBUTE_WORDS), Weights(phrases, pages, fold, PHRASE_WORDS)


WORD_FEATURES = ["t_own", "t_outer", "t_min", "t_max", "t_sum", "t_near", "w_mean", "w_min", "w_max"]


def word_features(page, attributes, phrases):
    """The same as `src/features/attributes.rs` and `phrases.rs`."""
    boxes = numpy.zeros((len(page["boxes"]), 5))
    for index, (parent, _, start, end, found) in enumerate(page["boxes"]):
        if end <= start:
            continue
        values = [attributes[word] for word in set(found) if word in attributes] or [0]
        low, high = min(values), max(values)
        own = (low + high + sum(values)) / 4
        _, least, most, total, near = boxes[parent] if index else boxes[0]
        boxes[index] = own, min(least, low), max(most, high), total + own, 0.6 * near + own
    result = numpy.zeros((len(page["blocks"]), 9), numpy.float32)
    for index, (inner, outer, _) in enumerate(page["blocks"]):
        own, low, high, total, near = boxes[inner]
        result[index, :6] = own, boxes[outer][0], low, high, total, near
        values = [phrases[word] for word in page["phrases"][index] if word in phrases]
        if values:
            result[index, 6:] = sum(values) / len(values), min(values), max(values)
    return result


def fit_kinds(pages, fold):
    """A logistic regression on words and numbers of pages. Returns the table, and for each page the probabilities by the other
    folds."""
    sites = collections.defaultdict(set)
    for page in pages:
        for word in page["words"]:
            sites[word].add(site(page))
    vocabulary = sorted(word for word, found in sites.items() if len(found) >= 6)
    place = {word: index for index, word in enumerate(vocabulary)}
    names = [name for name, _ in pages[0]["numbers"]]
    values = numpy.array([[value for _, value in page["numbers"]] for page in pages])
    above = []
    for column, name in enumerate(names):
        thresholds = numpy.unique([float("%.3g" % q) for q in numpy.quantile(values[:, column], [0.1, 0.25, 0.5, 0.75, 0.9])])
        above += [(name, threshold, column) for threshold in thresholds]
    matrix = numpy.zeros((len(pages), len(vocabulary) + len(above)), numpy.float32)
    for row, page in zip(matrix, pages):
        row[[place[word] for word in page["words"] if word in place]] = 1
    for index, (_, threshold, column) in enumerate(above):
        matrix[:, len(vocabulary) + index] = values[:, column] > threshold
    kind = numpy.array([KINDS.index(page["truth"]["type"]) for page in pages])
    fit = lambda rows: LogisticRegression(C=0.1, max_iter=500).fit(matrix[rows], kind[rows])
    probabilities = numpy.zeros((len(pages), len(KINDS)))
    for held in range(FOLDS):
        probabilities[fold == held] = fit(fold != held).predict_proba(matrix[fold == held])
    print("kinds: %.3f right" % (probabilities.argmax(1) == kind).mean())
    model = fit(numpy.ones(len(pages), bool))
    write = lambda weights: " ".join("%.2f" % weight for weight in weights)
    rows = ["base " + write(model.intercept_)]
    for index, weights in enumerate(model.coef_.T):
        if abs(weights).max() >= 0.02:
            name = "word " + vocabulary[index] if index < len(vocabulary) else "above %s %.6g" % above[index - len(vocabulary)][:2]
            rows.append(f"{name} {write(weights)}")
    return rows, probabilities


def choose(probability, count, texts, may_repeat):
    """The same as `src/choice.rs`: the blocks with the largest expected F1."""
    count, kept = count.astype(float).copy(), numpy.ones(len(count), bool)
    best = {}
    for index in numpy.argsort(-probability, kind="stable"):
        text = texts[index].strip()
        if len(text) >= REPEATED_LENGTH and not may_repeat[index] and best.setdefault(text, index) != index:
            kept[index], count[index] = False, 0
    chosen = numpy.zeros(len(count), bool)
    wanted = (probability * count).sum()
    if wanted < max(min(LEAST_WORDS, count.sum() / 3), 1):
        return chosen
    order = numpy.argsort(-probability, kind="stable")
    right = numpy.cumsum((probability * count)[order])
    expected = 2 * right / (numpy.cumsum(count[order]) + CAUTION * wanted + 1e-9)
    chosen[order[: expected.argmax() + 1]] = True
    return chosen & kept


def f1(page, chosen):
    found = collections.Counter(words("\n".join(text for (_, _, text), is_in in zip(page["blocks"], chosen) if is_in)))
    wanted = page["wanted"]
    if not found or not wanted:
        return float(not found and not wanted)
    return 2 * sum((found & wanted).values()) / (sum(found.values()) + sum(wanted.values()))


def report(name, pages, fold, results):
    of_kind = collections.defaultdict(list)
    for page, result in zip(pages, results):
        of_kind[page["truth"]["type"]].append(result)
    spread = numpy.std([results[fold == held].mean() for held in range(FOLDS)])
    print(f"{name}: F1 {results.mean():.4f}, over folds ±{spread:.4f};", ", ".join(f"{k} {numpy.mean(v):.3f}" for k, v in sorted(of_kind.items())), flush=True)


def main():
    dump, truth, data = sys.argv[1:4]
    names, matrix, pages = load(dump, truth)
    fold = folds(pages)
    label = numpy.concatenate([labels(page) for page in pages])
    count = numpy.array([len(words(text)) for page in pages for _, _, text in page["blocks"]])
    owner = numpy.repeat(numpy.arange(len(pages)), [page["end"] - page["start"] for page in pages])
    kinds, probabilities = fit_kinds(pages, fold)
    matrix[:, [names.index("k_" + kind) for kind in KINDS]] = probabilities[owner]
    attributes, phrases = see_words(pages, label, count, fold)
    columns = [names.index(name) for name in WORD_FEATURES]
    # Each page weighs the same; a block as its words, but less for long ones.
    weight = numpy.where(numpy.isnan(label), 0, numpy.minimum(count, 300) ** 0.6)
    weight /= numpy.maximum(numpy.bincount(owner, weight, len(pages)), 1)[owner]
    repeated = collections.Counter((page, text) for page, p in enumerate(pages) for _, _, text in p["blocks"] if len(text) >= REPEATED_LENGTH)
    texts = [(number, text) for number, page in enumerate(pages) for _, _, text in page["blocks"]]
    weight /= [max(1, repeated[key]) for key in texts]
    random, used = numpy.random.RandomState(1), numpy.ones(len(label), bool)
    for page in pages:
        size = page["end"] - page["start"]
        if size > MOST_BLOCKS:
            used[page["start"] : page["end"]] = False
            used[page["start"] + random.choice(size, MOST_BLOCKS, False)] = True
            weight[page["start"] : page["end"]] *= size / MOST_BLOCKS
    weight /= weight.mean()
    answer = (numpy.nan_to_num(label) >= 0.5).astype(int)

    def with_words(held):
        """The features when a fold is held out."""
        for number, page in enumerate(pages):
            left_out = (fold[number],) if held is None else (fold[number], held)
            matrix[page["start"] : page["end"], columns] = word_features(page, attributes.without(*left_out), phrases.without(*left_out))
        return matrix

    def fit(rows):
        rows = rows & used
        return lightgbm.train(PARAMETERS, lightgbm.Dataset(matrix[rows], answer[rows], weight=weight[rows]), TREES)

    probability = numpy.zeros(len(label))
    gain = 0
    for held in range(FOLDS):
        started = time.time()
        with_words(held)
        is_held = fold[owner] == held
        model = fit(~is_held)
        gain = gain + model.feature_importance("gain")
        probability[is_held] = model.predict(matrix[is_held], num_threads=1)
        print(f"fold {held}: {time.time() - started:.0f} s", flush=True)
    print("features by gain:", ", ".join(f"{names[i]} {gain[i] / gain.sum():.3f}" for i in numpy.argsort(-gain)[:150]))
    in_table = (matrix[:, names.index("d_table")] < 255) | (matrix[:, names.index("d_code")] < 255)
    may_repeat = in_table | (probabilities[owner].argmax(1) == KINDS.index("documentation"))
    results = []
    for page in pages:
        blocks = slice(page["start"], page["end"])
        chosen = choose(probability[blocks], count[blocks], [text for _, _, text in page["blocks"]], may_repeat[blocks])
        results.append(f1(page, chosen))
    report("out of fold", pages, fold, numpy.array(results))
    if "--check" in sys.argv:
        return
    with_words(None)
    model = fit(numpy.ones(len(label), bool))
    export(data, names, kinds, attributes.without(), phrases.without(), model)


def export(data, names, kinds, attributes, phrases, model):
    def write(name, about, rows):
        with open(f"{data}/{name}.txt", "w") as file:
            file.write("".join(f"# {line}\n" for line in ["Made by fit/fit.py: do not edit.", *about]) + "\n".join(rows) + "\n")

    def tree(node):
        if "leaf_value" in node:
            return "%.4g" % node["leaf_value"]
        threshold = 0 if abs(node["threshold"]) < 1e-30 else node["threshold"]
        return f"{names[node['split_feature']]}<={threshold:.6g} {tree(node['left_child'])} {tree(node['right_child'])}"

    by_weight = lambda table: [f"{weight} {word}" for word, weight in sorted(table.items(), key=lambda item: (item[1], item[0]))]
    write("attribute_words", ["How much more main content, in hundredths, is at elements with a word in an attribute than on the rest of a page."], by_weight(attributes))
    write("phrase_words", ["The same for words in short blocks; `=` marks the whole text of a block."], by_weight(phrases))
    write("kinds", ["What words and numbers of a page say for its kind: " + ", ".join(KINDS) + "."], kinds)
    write("trees", ["A tree a line: a result, or `NAME<=NUMBER` with the tree if that holds and the one if not. See src/features for the names."], [tree(info["tree_structure"]) for info in model.dump_model()["tree_info"]])


main()
