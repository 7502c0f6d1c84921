//! Whether a picture is well-formed.

/// As much of XML as pictures use: tags that match, attributes in quotes, known entities, and
/// numbers of at most two places.
pub fn sound(text: &str) {
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (words, tag) = rest.split_at(at);
        entities(words);
        let end = tag.find('>').unwrap_or_else(|| panic!("a tag is not closed: {tag}"));
        let inside = &tag[1..end];
        rest = &tag[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "{text}");
            continue;
        }
        let alone = inside.ends_with('/');
        let (name, attributes) =
            inside.trim_end_matches('/').split_once(' ').unwrap_or((inside.trim_end_matches('/'), ""));
        let mut parts = attributes.split('"');
        while let Some(key) = parts.next().filter(|key| !key.trim().is_empty()) {
            let key = key.trim().strip_suffix('=').unwrap_or_else(|| panic!("{inside}"));
            assert!(key.chars().all(|letter| letter.is_ascii_alphanumeric() || "-:".contains(letter)), "{inside}");
            let value = parts.next().unwrap_or_else(|| panic!("{inside}"));
            entities(value);
            if matches!(key, "x" | "y" | "width" | "height" | "d" | "viewBox") {
                let places = value.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
                let longest = places.filter_map(|number| number.split_once('.')).map(|(_, places)| places.len()).max();
                assert!(longest.is_none_or(|longest| longest <= 2), "{inside}");
            }
        }
        if !alone {
            open.push(name.to_owned());
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
    assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && text.contains("role=\"img\""));
    let inside: Vec<&str> = text.lines().collect();
    assert!(inside[1].starts_with("<title>") && inside[2].starts_with("<desc>"), "{text}");
}

fn entities(text: &str) {
    for part in text.split('&').skip(1) {
        assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|known| part.starts_with(known)), "{part}");
    }
    assert!(!text.contains('>') || text.contains("{"), "{text}");
}
