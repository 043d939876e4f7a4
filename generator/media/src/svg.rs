//! SVG files: their permitted contents, and their displayed size. PURE.

use std::ops::Range;

use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;

/// The namespace of drawings.
pub(crate) const SVG: &str = "http://www.w3.org/2000/svg";

/// CSS pixels per unit of a length (CSS Values 4, 6.2).
const UNITS: [(&str, f64); 8] = [
    ("px", 1.0),
    ("mm", 96.0 / 25.4),
    ("cm", 96.0 / 2.54),
    ("in", 96.0),
    ("pt", 96.0 / 72.0),
    ("pc", 16.0),
    ("Q", 96.0 / 101.6),
    ("", 1.0),
];

/// Width and height in CSS pixels of an SVG file. Opened by its address it is a document: it must
/// not run or load anything.
pub(super) fn check(
    bytes: &[u8],
    file: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(u32, u32)> {
    let mut wrong = |message| diagnostics.push(Diagnostic::new(file, message));
    let text = String::from_utf8_lossy(bytes);
    let doctype = doctype(&text);
    if let Some(lines) = doctype
        .as_ref()
        .and_then(|doctype| declarations(&text, doctype))
    {
        let (first, last) = lines;
        let lines = match first == last {
            true => Message::new("line-range/one").with("line", first),
            false => Message::new("line-range")
                .with("first", first)
                .with("last", last),
        };
        wrong(Message::new("bad-image/doctype").with("lines", lines));
        return None;
    }
    let text = without(&text, doctype);
    let document = match parse(&text) {
        Ok(document) => document,
        Err(error) => {
            wrong(Message::new("bad-image/svg").with("why", error.to_string()));
            return None;
        }
    };
    if !document.root_element().has_tag_name((SVG, "svg")) {
        wrong(Message::new("bad-image/no-svg"));
        return None;
    }
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        if let Some(message) = active(&node) {
            wrong(message);
        }
    }
    let size = size(&document.root_element());
    if size.is_none() {
        wrong(Message::new("bad-image/no-size"));
    }
    size
}

/// The document of an SVG file without its DOCTYPE.
pub(crate) fn parse(text: &str) -> Result<roxmltree::Document<'_>, roxmltree::Error> {
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: 1_000_000,
        ..Default::default()
    };
    roxmltree::Document::parse_with_options(text, options)
}

/// The text without its DOCTYPE, which names a definition that is never loaded.
pub(crate) fn without_doctype(text: &str) -> String {
    without(text, doctype(text))
}

/// The text without a part of it. Its line ends stay, so that problems are named with their lines.
fn without(text: &str, part: Option<Range<usize>>) -> String {
    let Some(part) = part else {
        return text.to_owned();
    };
    let lines = text[part.clone()].matches('\n').count();
    [&text[..part.start], &"\n".repeat(lines), &text[part.end..]].concat()
}

/// The DOCTYPE of a document, which only comments, instructions and white space precede.
fn doctype(text: &str) -> Option<Range<usize>> {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let start = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        at += rest.len() - start.len();
        let end = match start {
            _ if start.starts_with("<?") => "?>",
            _ if start.starts_with("<!--") => "-->",
            _ if start.starts_with("<!DOCTYPE") => return Some(at..at + length(start)?),
            _ => return None,
        };
        at += start.find(end)? + end.len();
    }
}

/// The length of the DOCTYPE at the start of a text: to the first `>` outside of quotes and of the
/// brackets around its declarations.
fn length(text: &str) -> Option<usize> {
    let (mut quote, mut depth) = (None, 0_u32);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[') => depth += 1,
            (None, ']') => depth = depth.saturating_sub(1),
            (None, '>') if depth == 0 => return Some(at + 1),
            (None, _) => {}
        }
    }
    None
}

/// The first and the last line of a DOCTYPE that declares something between brackets.
fn declarations(text: &str, doctype: &Range<usize>) -> Option<(usize, usize)> {
    let inside = &text[doctype.clone()];
    let (open, close) = (inside.find('[')?, inside.rfind(']')?);
    let is_empty = inside
        .get(open + 1..close)
        .is_none_or(|inside| inside.trim().is_empty());
    let line = |end: usize| 1 + text[..end].matches('\n').count();
    (!is_empty).then(|| (line(doctype.start), line(doctype.end)))
}

fn active(node: &roxmltree::Node<'_, '_>) -> Option<Message> {
    let name = node.tag_name().name();
    if matches!(
        name,
        "script" | "foreignObject" | "iframe" | "handler" | "object" | "embed"
    ) {
        return Some(Message::new("active-svg").with("element", name));
    }
    if name == "style" {
        let texts = node.children().filter_map(|child| child.text());
        if loads(&texts.collect::<String>()) {
            return Some(Message::new("active-svg/style"));
        }
    }
    node.attributes().find_map(|attribute| {
        let outside = attribute.name() == "href"
            && !attribute.value().starts_with('#')
            && !attribute.value().starts_with("data:image/");
        // An animation sets the attribute that it names.
        let set = match attribute.name() {
            "attributeName" => attribute.value().trim().rsplit(':').next(),
            _ => None,
        };
        let is_active = outside
            || runs(attribute.name())
            || set.is_some_and(|name| name == "href" || runs(name))
            || loads(attribute.value());
        is_active.then(|| Message::new("active-svg/attribute").with("attribute", attribute.name()))
    })
}

/// Whether an attribute of that name holds a script.
fn runs(name: &str) -> bool {
    name.len() > 2 && name.to_ascii_lowercase().starts_with("on")
}

/// Whether a style names anything but parts of the drawing and data in it. Escapes are read first,
/// because `u\72l(` is `url(`.
fn loads(style: &str) -> bool {
    /// Signs of an address without `url`.
    const OTHERS: [&str; 4] = ["@import", "image(", "image-set(", "src("];
    if !style.contains(['(', '@', '\\']) {
        return false;
    }
    let style = read_escapes(style).to_ascii_lowercase();
    let is_outside = |rest: &str| {
        let target = rest.trim_start().trim_start_matches(['"', '\'']);
        !target.starts_with('#') && !target.starts_with("data:")
    };
    OTHERS.iter().any(|name| style.contains(name)) || style.split("url(").skip(1).any(is_outside)
}

/// A style with the characters that its escapes mean (CSS Syntax 3, 4.3.7).
fn read_escapes(style: &str) -> String {
    let mut text = String::with_capacity(style.len());
    let mut rest = style;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let digits = after.bytes().take(6).take_while(u8::is_ascii_hexdigit);
        let (code, end) = after.split_at(digits.count());
        let character = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
        text.extend(character);
        rest = match code {
            "" => end,
            // One white space ends the digits.
            _ => end.strip_prefix([' ', '\t', '\n']).unwrap_or(end),
        };
    }
    text + rest
}

fn size(root: &roxmltree::Node<'_, '_>) -> Option<(u32, u32)> {
    let length = |name: &str| whole(pixels(root.attribute(name)?)?);
    if let (Some(width), Some(height)) = (length("width"), length("height")) {
        return Some((width, height));
    }
    let numbers = root
        .attribute("viewBox")?
        .split([' ', ','])
        .filter(|part| !part.is_empty());
    let numbers: Vec<f64> = numbers.map(str::parse).collect::<Result<_, _>>().ok()?;
    let [_, _, width, height] = numbers[..] else {
        return None;
    };
    Some((whole(width)?, whole(height)?))
}

/// A length in CSS pixels; none for a share of the room that there is.
fn pixels(length: &str) -> Option<f64> {
    let length = length.trim();
    let unit = length.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '+'));
    let (_, pixels) = UNITS.iter().find(|(known, _)| *known == unit)?;
    let number: f64 = length[..length.len() - unit.len()].parse().ok()?;
    Some(number * pixels)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked"
)]
fn whole(value: f64) -> Option<u32> {
    (1.0..1e6).contains(&value).then(|| value.round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_svg(text: &str) -> (Option<(u32, u32)>, Vec<String>) {
        let mut diagnostics = Vec::new();
        let size = check(text.as_bytes(), "a.svg", &mut diagnostics);
        let told = diagnostics.iter().map(ToString::to_string).collect();
        (size, told)
    }

    #[test]
    fn a_length_is_shown_in_its_unit() {
        for (attributes, size) in [
            ("width='120px' height='80'", Some((120, 80))),
            (
                "width='210mm' height='297mm' viewBox='0 0 210 297'",
                Some((794, 1123)),
            ),
            ("width='2.54cm' height='1in'", Some((96, 96))),
            ("width='72pt' height='6pc'", Some((96, 96))),
            ("width='40Q' height='1e2'", None),
            (
                "width='100%' height='100%' viewBox='0 0 64.4, 32'",
                Some((64, 32)),
            ),
            (
                "width='10em' height='2em' viewBox='0 0 30 20'",
                Some((30, 20)),
            ),
            ("width='100%'", None),
        ] {
            let text = format!("<svg xmlns='http://www.w3.org/2000/svg' {attributes}/>");
            assert_eq!(check_svg(&text).0, size, "{attributes}");
        }
    }

    #[test]
    fn a_doctype_of_a_drawing_program_is_left_out_and_one_with_declarations_named_by_its_lines() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 6 3'/>";
        let public = "PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\"";
        for prolog in [
            format!("<!DOCTYPE svg {public}>\n"),
            format!("\u{feff}<?xml version='1.0'?>\n<!DOCTYPE svg {public}\n>\n<!-- a > b -->"),
            format!("<!-- <!DOCTYPE x [ --><?x > ?><!DOCTYPE svg {public} [ \n ]>"),
            "<!DOCTYPE svg>".to_owned(),
            "<!DOCTYPE svg SYSTEM 'a>b.dtd'>".to_owned(),
        ] {
            let text = format!("{prolog}{svg}");
            assert_eq!(check_svg(&text), (Some((6, 3)), vec![]), "{prolog}");
        }
        for (prolog, lines) in [
            ("<!DOCTYPE svg [<!ENTITY a 'aaaa'>]>", "line 1"),
            (
                "<?xml version='1.0'?>\n<!DOCTYPE svg SYSTEM 'x' [\n<!ENTITY a 'b]>'>\n]>",
                "lines 2 to 4",
            ),
            (
                "<!DOCTYPE svg [<!ENTITY % x SYSTEM 'file:///etc/passwd'> %x;]>",
                "line 1",
            ),
        ] {
            let (size, told) = check_svg(&format!("{prolog}{svg}"));
            assert_eq!(size, None, "{prolog}");
            assert!(
                told.len() == 1 && told[0].contains(lines),
                "{prolog}: {told:?}"
            );
        }
    }
}
