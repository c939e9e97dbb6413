//! Standard input, pipes, full disks and folders without permission.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

fn consomme(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_consomme"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program with a standard input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = consomme(arguments).spawn().unwrap();
    // The program may stop reading.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Returns an empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn standard_input_is_read_as_a_stream() {
    let output = run(&["select", "-t", "li"], b"<ul><li>Leek<li>Miso</ul>");
    assert_eq!((text(&output.stdout), output.status.code()), ("Leek\nMiso\n", Some(0)));
    // An element in another is complete first, but not if all is read before.
    let nested = b"<div id=a><div id=b></div></div>";
    assert_eq!(run(&["select", "div::attr(id)"], nested).stdout, b"b\na\n");
    assert_eq!(run(&["select", "--whole", "div::attr(id)", "-"], nested).stdout, b"a\nb\n");
    // A stream cannot match it.
    assert_eq!(run(&["select", "p:last-child"], b"<p>a<p>b").stdout, b"<p>b</p>\n");
}

#[test]
fn texts_end_with_nul_if_asked() {
    assert_eq!(run(&["select", "-0", "p::text"], b"<p>a\nb<p>c").stdout, b"a\nb\0c\0");
}

#[test]
fn the_first_match_ends_the_reading() {
    let mut child = consomme(&["select", "-1", "-t", "title"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"<meta charset=utf-8><title>Soups</title><body>").unwrap();
    // The rest has no end: the program has to end by itself.
    while input.write_all(&[b'x'; 1 << 16]).is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!((text(&output.stdout), output.status.code()), ("Soups\n", Some(0)));
}

#[test]
fn a_schema_reads_no_more_than_it_takes() {
    let schema = folder("schema").join("title.json");
    fs::write(&schema, r#"{"title": "title"}"#).unwrap();
    let mut child = consomme(&["extract", schema.to_str().unwrap()]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"<meta charset=utf-8><title>Soups</title>").unwrap();
    while input.write_all(&[b'x'; 1 << 16]).is_ok() {}
    assert_eq!(child.wait_with_output().unwrap().stdout, b"{\"title\":\"Soups\"}\n");
}

#[test]
fn each_element_of_a_stream_is_a_record() {
    let schema = folder("each").join("soup.json");
    fs::write(&schema, r#"{"name": "b", "id": ":scope::attr(id)"}"#).unwrap();
    let page = b"<ul><li id=1><b>Leek</b><li><b>Miso</b></ul>";
    let output = run(&["extract", schema.to_str().unwrap(), "--each", "li"], page);
    let expected = "{\"name\":\"Leek\",\"id\":\"1\"}\n{\"name\":\"Miso\",\"id\":null}\n";
    assert_eq!((text(&output.stdout), output.status.code()), (expected, Some(0)));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let page = "<p>soup".repeat(200_000);
    let mut child: Child = consomme(&["select", "--whole", "p"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(page.as_bytes()));
    let mut start = [0; 4];
    output.read_exact(&mut start).unwrap();
    drop(output);
    writer.join().unwrap().unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!((text(&ended.stderr), ended.status.code()), ("", Some(0)));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for arguments in [
        &["select", "h1", "tests/pages/menu.html"][..],
        &["text", "tests/pages/menu.html", "tests/pages/shop"],
        &["tables", "tests/pages/menu.html"],
        &["man"],
        &["completions", "bash"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = consomme(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = "consomme: standard output: No space left on device\n";
        assert_eq!(text(&output.stderr), message, "{arguments:?}");
    }
}

#[test]
fn an_output_file_is_there_as_a_whole_or_not_at_all() {
    let folder = folder("output");
    let page = folder.join("page.html");
    fs::write(&page, "<p>a").unwrap();
    let page = page.to_str().unwrap();
    // The page is its own output.
    let output = run(&["edit", "p", "--text", "b", page, "-o", page], b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(page).unwrap(), "<p>b");
    // A failure leaves the file as it is, and nothing beside it.
    let output = run(&["edit", "p", "--set", "a b=c", page, "-o", page], b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(page).unwrap(), "<p>b");
    let other = folder.join("other.txt");
    let output = run(&["text", "none.html", "-o", other.to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn an_output_file_keeps_its_permissions_and_its_link() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("permissions");
    let (page, link) = (folder.join("page.html"), folder.join("link.html"));
    fs::write(&page, "<p>a").unwrap();
    fs::set_permissions(&page, fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("page.html", &link).unwrap();
    let link = link.to_str().unwrap();
    let output = run(&["edit", "p", "--text", "b", link, "--output", link], b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(&page).unwrap(), "<p>b");
    assert_eq!(fs::metadata(&page).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(link).unwrap().is_symlink());
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("closed");
    let closed = folder.join("inner");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    // A superuser may read it all the same.
    let is_readable = fs::read_dir(&closed).is_ok();
    let output = run(&["text", folder.to_str().unwrap(), "tests/pages/menu.html"], b"");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
    if !is_readable {
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).ends_with("inner: Permission denied\n"));
    } else {
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn many_files_come_in_their_order_whatever_the_number_of_jobs() {
    let folder = folder("many");
    for number in 0..60 {
        // Later ones are shorter, so that they are done first.
        let page = format!("<h1>{number}</h1>{}", "<p>x".repeat(60 - number));
        fs::write(folder.join(format!("{number:02}.html")), page).unwrap();
    }
    let expected: String = (0..60).map(|number| format!("{number}\n")).collect();
    for jobs in ["1", "2", "7"] {
        let output = run(&["select", "-t", "-j", jobs, "h1", folder.to_str().unwrap()], b"");
        assert_eq!((text(&output.stdout), output.status.code()), (&*expected, Some(0)));
        assert_eq!(text(&output.stderr), "");
    }
}

#[test]
fn a_compressed_page_is_read() {
    let folder = folder("compressed");
    let file = File::create(folder.join("page.html.gz")).unwrap();
    let mut writer = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    writer.write_all(b"<h1>Leek").unwrap();
    writer.finish().unwrap();
    let output = run(&["select", "-t", "h1", folder.to_str().unwrap()], b"");
    assert_eq!(output.stdout, b"Leek\n");
}

#[test]
fn an_edit_leaves_the_bytes_of_its_encoding() {
    let page = b"<meta charset=iso-8859-2><p>\xb1</p><b>\xe6</b>\r\n";
    let output = run(&["edit", "b", "--set", "title=\u{142}"], page);
    assert_eq!(
        output.stdout,
        b"<meta charset=iso-8859-2><p>\xb1</p><b title=\"\xb3\">\xe6</b>\r\n"
    );
}

#[test]
fn completions_and_man_pages_name_each_command() {
    let help = run(&["--help"], b"");
    assert_eq!(help.status.code(), Some(0));
    let man = run(&["man"], b"");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell], b"");
        assert_eq!(script.status.code(), Some(0));
        for command in ["select", "xpath", "extract", "edit", "completions"] {
            assert!(text(&script.stdout).contains(command), "{shell} {command}");
            assert!(text(&man.stdout).contains(command) && text(&help.stdout).contains(command));
        }
    }
    let of_command = run(&["man", "select"], b"");
    assert!(text(&of_command.stdout).contains("consomme\\-select"));
}

/// A pipe or a device has no content that a file could take the place of.
#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_no_file_is_written_to() {
    use std::os::unix::fs::{FileTypeExt, symlink};

    let folder = folder("devices");
    let device = folder.join("null");
    symlink("/dev/null", &device).unwrap();
    let arguments = ["select", "h1", "tests/pages/menu.html", "-o", device.to_str().unwrap()];
    assert_eq!(run(&arguments, b"").status.code(), Some(0));
    let nothing = fs::metadata(&device).unwrap().file_type();
    assert!(nothing.is_char_device(), "it is still a device");
    let link = folder.join("link");
    symlink(folder.join("nowhere"), &link).unwrap();
    let arguments = ["select", "h1", "tests/pages/menu.html", "-o", link.to_str().unwrap()];
    assert_eq!(run(&arguments, b"").status.code(), Some(2));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

#[test]
fn an_edit_takes_the_place_of_no_file_that_could_not_be_read_again() {
    let folder = folder("edits");
    let page = folder.join("page.html");
    let name = page.to_str().unwrap();
    for (file, arguments) in [
        ("page.html", &["edit", "script", "--text", "</script><b>", name, "-o", name][..]),
        ("a.warc", &["edit", "p", "--remove", "tests/pages/crawl.warc", "-o", name]),
        ("a.html.gz", &["edit", "p", "--remove", "tests/pages/menu.html.gz", "-o", name]),
        ("shop", &["edit", "p", "--remove", "tests/pages/shop", "-o", name]),
    ] {
        fs::write(&page, "<script>a</script>").unwrap();
        assert_eq!(run(arguments, b"").status.code(), Some(2), "{file}");
        assert_eq!(fs::read_to_string(&page).unwrap(), "<script>a</script>", "{file}");
    }
}

#[test]
fn every_record_of_an_archive_is_read_after_one_with_an_error() {
    let folder = folder("records");
    let (archive, schema) = (folder.join("a.warc"), folder.join("schema.json"));
    let record = |body: &str| {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; a=b\r\n\r\n{body}");
        format!(
            "WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\n\
             Content-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        )
    };
    fs::write(&archive, ["<b>q", "<b>5", "<b>6"].map(record).concat()).unwrap();
    fs::write(&schema, r#"{"n": {"css": "b", "type": "number"}}"#).unwrap();
    let output = run(&["extract", schema.to_str().unwrap(), archive.to_str().unwrap()], b"");
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!((lines.len(), output.status.code()), (3, Some(2)), "{lines:?}");
    assert!(lines[2].ends_with("\"n\":6}"), "{lines:?}");
}

#[test]
fn a_page_is_written_in_no_encoding_that_html_is_not_written_in() {
    for label in ["utf-16le", "utf-16be", "replacement", "iso-2022-kr", "x-user-defined"] {
        let output = run(&["convert", "--encoding", label], b"<p>1");
        assert_eq!((&*output.stdout, output.status.code()), (&b""[..], Some(2)), "{label}");
    }
}

#[test]
fn no_field_takes_the_name_of_the_page() {
    let schema = folder("file").join("schema.json");
    fs::write(&schema, r#"{"file": "h1"}"#).unwrap();
    let arguments = ["extract", schema.to_str().unwrap(), "tests/pages/shop"];
    assert_eq!(run(&arguments, b"").status.code(), Some(2));
}

#[test]
fn the_first_match_is_that_of_the_page_however_it_is_read() {
    let page = folder("first").join("page.html");
    let html = "<meta charset=utf-8><div id=a><div id=b></div></div>";
    fs::write(&page, html).unwrap();
    let arguments = ["select", "-1", "div::attr(id)"];
    assert_eq!(run(&arguments, html.as_bytes()).stdout, b"a\n");
    assert_eq!(run(&[&arguments[..], &[page.to_str().unwrap()]].concat(), b"").stdout, b"a\n");
    // Without a declaration, ASCII stays as it is; other text, after a megabyte.
    for text in ["<p>a</p>", "<p>\u{e9}</p>"] {
        let mut child = consomme(&["select", "-1", "-t", "p"]).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(text.as_bytes()).unwrap();
        while input.write_all(&[b'x'; 1 << 16]).is_ok() {}
        assert!(child.wait_with_output().unwrap().status.success());
    }
    let missing = run(&["select", "-1", "video"], html.as_bytes());
    assert_eq!((&*missing.stdout, missing.status.code()), (&b""[..], Some(1)));
}

#[test]
fn an_encoding_that_is_given_lets_a_schema_end_early() {
    let schema = folder("given").join("title.json");
    fs::write(&schema, r#"{"title": "title"}"#).unwrap();
    let arguments = ["extract", schema.to_str().unwrap(), "--charset", "iso-8859-2"];
    let mut child = consomme(&arguments).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"<title>\xb1</title><body>").unwrap();
    while input.write_all(&[b'x'; 1 << 16]).is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stdout), "{\"title\":\"\u{105}\"}\n");
}

/// A `meta` element after the first kilobyte changes the encoding of all texts.
#[test]
fn a_stream_prints_no_text_by_an_encoding_that_does_not_stay() {
    let page = |filler: usize| {
        let start = format!("<p>a</p><!--{}-->", "x".repeat(filler));
        start + "<p>\u{e9}</p><p>b</p><meta charset=utf-8><p>\u{17f}</p>"
    };
    let schema = folder("late").join("schema.json");
    fs::write(&schema, r#"{"t": ":scope"}"#).unwrap();
    let each = ["extract", schema.to_str().unwrap(), "--each", "p"];
    for filler in [1200, 70_000, 200_000] {
        let page = page(filler);
        let output = run(&["select", "-t", "p"], page.as_bytes());
        assert_eq!((text(&output.stdout), text(&output.stderr)), ("a\n\u{e9}\nb\n\u{17f}\n", ""));
        let output = run(&each, page.as_bytes());
        let records = "{\"t\":\"a\"}\n{\"t\":\"\u{e9}\"}\n{\"t\":\"b\"}\n{\"t\":\"\u{17f}\"}\n";
        assert_eq!((text(&output.stdout), text(&output.stderr)), (records, ""));
    }
    // The start is no longer there.
    let output = run(
        &["select", "-t", "p"],
        (page(1200) + &page(300_000)).replacen("<meta", "<b", 1).as_bytes(),
    );
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(message.ends_with("windows-1252; --charset utf-8 reads it right\n"), "{message}");
}

/// A page is read again if its encoding is declared late. What was printed is not printed again,
/// and what the wrong encoding made of a text is not reported.
#[test]
fn each_message_about_a_stream_is_printed_once() {
    let schema = folder("messages").join("schema.json");
    fs::write(&schema, r#"{"n": {"css": ":scope", "type": "number"}}"#).unwrap();
    let each = ["extract", schema.to_str().unwrap(), "--each", "p"];
    let page = |late: &str| {
        let filler = "x".repeat(1200);
        format!("<p>q</p><!--{filler}--><p>\u{e9}</p><p>1</p><meta charset=utf-8>{late}")
    };
    let output = run(&each, page("<p>\u{17f}</p>").as_bytes());
    let records = "{\"n\":null}\n{\"n\":null}\n{\"n\":1}\n{\"n\":null}\n";
    assert_eq!(text(&output.stdout), records);
    let messages: Vec<&str> = text(&output.stderr).lines().collect();
    assert_eq!(messages.len(), 3, "{messages:?}");
    for (message, of) in messages.iter().zip(["`q`", "`\u{e9}`", "`\u{17f}`"]) {
        assert!(message.contains(of), "{messages:?}");
    }
    assert_eq!(output.status.code(), Some(2));
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

#[test]
fn standard_input_may_be_compressed_or_an_archive() {
    let archive = fs::read("tests/pages/crawl.warc").unwrap();
    let page = fs::read("tests/pages/menu.html").unwrap();
    for (input, expected) in [
        (gzip(&page), "Our soups\n"),
        (archive.clone(), "Leek\n"),
        (gzip(&archive), "Leek\n"),
        (gzip(b""), ""),
    ] {
        for whole in [&["-t"][..], &["-t", "--whole"], &["-t", "-1"]] {
            let arguments = [&["select", "h1"][..], whole].concat();
            assert_eq!(text(&run(&arguments, &input).stdout), expected, "{whole:?}");
        }
    }
    let cut = &gzip(&page)[..page.len() / 4];
    let output = run(&["text"], cut);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    // The bytes decide, not the name.
    let named = folder("named").join("page.html");
    fs::write(&named, gzip(&page)).unwrap();
    assert_eq!(run(&["select", "-t", "h1", named.to_str().unwrap()], b"").stdout, b"Our soups\n");
    // An archive takes the place of no page.
    let name = named.to_str().unwrap();
    assert_eq!(run(&["edit", "p", "--remove", "-o", name], &archive).status.code(), Some(2));
    assert_eq!(fs::read(&named).unwrap(), gzip(&page));
}

#[test]
fn tables_of_several_pages_are_apart() {
    let folder = folder("tables");
    for name in ["a.html", "b.html"] {
        fs::write(folder.join(name), "<table><td>1<td>2</table><table><td>3</table>").unwrap();
    }
    let folder = folder.to_str().unwrap();
    assert_eq!(run(&["tables", folder], b"").stdout, b"1,2\n\n3\n\n1,2\n\n3\n\n");
    assert_eq!(run(&["tables", "-0", folder], b"").stdout, b"1,2\n\x003\n\x001,2\n\x003\n\0");
    assert_eq!(run(&["tables", "-0"], b"<table><td>1</table>").stdout, b"1\n\0");
}

#[test]
fn a_table_that_is_cut_is_an_error() {
    let page = "<table><tr><td colspan=1000>1".to_owned() + &"<tr><td>2".repeat(4999);
    let output = run(&["tables"], page.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let message =
        "table 1: its cells span more than 4194304 slots, so 806 of 5000 rows are left out";
    assert_eq!(text(&output.stderr), format!("consomme: standard input: {message}\n"));
    assert_eq!(output.stdout.split(|byte| *byte == b'\n').count(), 4194 + 1);
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_file_that_cannot_be_written_is_named() {
    let output = run(&["text", "-o", "/dev/full"], b"<p>a");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "consomme: /dev/full: No space left on device\n");
    let output = run(&["text", "-o", "tests/none/page.txt"], b"<p>a");
    let message = "consomme: tests/none/page.txt: No such file or directory\n";
    assert_eq!((text(&output.stderr), output.status.code()), (message, Some(2)));
    let output = run(&["text", "-o", "tests"], b"<p>a");
    assert_eq!(text(&output.stderr), "consomme: tests: Is a directory\n");
}

/// The output is in a file beside the one whose place it takes, until all is written.
#[cfg(unix)]
#[test]
fn nobody_can_read_the_output_who_cannot_read_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("secret");
    let file = folder.join("page.txt");
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    let mut child = consomme(&["text", "-o", file.to_str().unwrap()]).spawn().unwrap();
    let beside = loop {
        let mut files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        if let Some(beside) = files.find(|path| *path != file) {
            break beside;
        }
    };
    assert_eq!(fs::metadata(beside).unwrap().permissions().mode() & 0o077, 0);
    child.stdin.take().unwrap().write_all(b"<p>new").unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(fs::read_to_string(&file).unwrap(), "new\n");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[cfg(unix)]
#[test]
fn a_folder_is_searched_for_links_and_pages_of_programs() {
    let (folder, elsewhere) = (folder("links"), folder("elsewhere"));
    fs::write(folder.join("a.php"), "<h1>a").unwrap();
    fs::write(folder.join("notes.txt"), "<h1>notes").unwrap();
    fs::write(elsewhere.join("b.html"), "<h1>b").unwrap();
    fs::write(elsewhere.join("c.txt"), "<h1>c").unwrap();
    std::os::unix::fs::symlink(elsewhere.join("b.html"), folder.join("b.html")).unwrap();
    let output = run(&["select", "-t", "h1", folder.to_str().unwrap()], b"");
    assert_eq!((text(&output.stdout), text(&output.stderr)), ("a\nb\n", ""));
    fs::remove_file(elsewhere.join("b.html")).unwrap();
    let output = run(&["select", "-t", "h1", elsewhere.to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).starts_with("consomme: no file in the folder has the name of a page")
    );
}

#[test]
fn control_characters_of_a_page_reach_no_terminal() {
    let page = b"<!DOCTYPE a\x1b[1m><p \x1b[31m=1><b\x1b[32m>\x1b[33m<?x\x1b y><!--\x1b--></\x1b[34m>&#27;";
    for command in ["tree", "errors", "report"] {
        let output = run(&[command], page);
        assert!(!output.stdout.contains(&0x1b), "{command}: {}", text(&output.stdout));
        assert!(!output.stdout.is_empty());
    }
}

#[test]
fn any_command_takes_any_page() {
    let deep = "<div>".repeat(3000) + &"<b><i>".repeat(300) + "</div>";
    let inputs: [&[u8]; 6] = [
        b"",
        b"\xff\xfe\0",
        b"\0\x01\x02\x80\xff<p>",
        b"<table><tr><td colspan=1000 rowspan=65534>x<svg><a href=//[><select><option>",
        b"<meta charset=utf-16><base href='http://['><a href='http://['><img srcset=',,,'>",
        deep.as_bytes(),
    ];
    for command in [
        &["select", "p, b"][..],
        &["xpath", "//p | //@href"],
        &["extract", "tests/pages/shop.json"],
        &["text", "--width", "1"],
        &["text"],
        &["markdown"],
        &["links", "-k", "all", "--json", "--address", "http://a/"],
        &["tables", "--json"],
        &["tree"],
        &["errors", "--json"],
        &["report"],
        &["sanitize"],
        &["edit", "p", "--remove"],
        &["format"],
        &["minify"],
        &["encoding"],
        &["convert", "--to", "xml"],
        &["convert", "--encoding", "big5"],
    ] {
        for input in inputs {
            let arguments = [command, &["--charset", "windows-1252"]].concat();
            for arguments in [command, &arguments] {
                let output = run(arguments, input);
                let message = String::from_utf8_lossy(&output.stderr);
                assert!(
                    output.status.code().is_some_and(|code| code <= 2),
                    "{arguments:?} {message}"
                );
                let is_failure = output.status.code() == Some(2);
                assert_eq!(
                    is_failure,
                    message.starts_with("consomme: "),
                    "{arguments:?} {message}"
                );
            }
        }
    }
}
