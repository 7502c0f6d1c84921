# Reading YAML. The key is the code of the error; `.label` is printed under the place.

file-too-large = { $named ->
    [yes] { $path } is too large: at most { $limit } bytes are read.
   *[no] This file is too large: at most { $limit } bytes are read.
}
    .label = too large

not-utf-8 = This file is not UTF-8: it has the byte { $byte } here, which is “{ $letter }” in Windows-1252 and Latin-1.
    .label = not readable in UTF-8

utf-16 = This file is { $encoding }; rules, characters and cases have to be UTF-8.
    .label = the whole file

help-save-as-utf-8 = save it as UTF-8 (“Save with encoding” in most editors); nothing is written to it until then

yaml-too-many-nodes = This file contains too much: at most { $limit } names and values are read.
    .label = the limit is reached here

yaml-alias-bomb = The copies made with "*" in this file grow too large: { $unit ->
    [bytes] at most { $limit } bytes are copied.
   *[values] at most { $limit } values are copied.
}
    .label = this copy is one too many

yaml-too-deep = Too many lists and maps are nested here.
    .label = too deep

duplicate-key = “{ $name }” is used twice in the same place.
    .label = a second time

duplicate-key-normal-form = “{ $name }” is used twice: the two look the same, but their accents are written in different ways.
    .label = looks like the other one

yaml-tab = There is a tab at the beginning of the line; YAML only allows spaces there.
    .label = write spaces here

yaml-tag = “{ $text }” begins with an exclamation mark, which means something else in YAML.
    .label = YAML does not read this as text

yaml-merge-key = "<<" (take everything from another map) cannot be used in rules.
    .label = write out the names, or use `like`

yaml-key-not-a-word = What comes before the colon has to be a name, and “{ $text }” is not one.
    .label = not a name

yaml-several-documents = A second document begins here; a file contains only one.
    .label = nothing from here on is read

yaml-unknown-alias = “{ $text }” begins with an asterisk, which in YAML asks for a copy of what is called “{ $name }”; nothing has that name.
    .label = an asterisk asks for a copy

yaml-alias-of-itself = “{ $text }” would be a copy of what contains it.
    .label = it is inside what it copies

yaml-anchor = In YAML, “{ $text }” is a mark for copies: it is removed from what is read, and nothing asks for a copy.
    .label = vanishes

text-cut-at-hash = YAML takes “{ $text }” for a comment: it is not part of the value.
    .label = vanishes

help-yaml-no-mark = remove it

help-comment-apart = if it is a comment, leave two spaces before the “#” and one after it

yaml-directive = Lines that begin with "%" are instructions for YAML and cannot be used in rules.
    .label = remove this line

yaml-unclosed-quote = These quotes are opened here and not closed on this line.
    .label = opened here

yaml-unclosed-bracket = This “{ $sign }” has no “{ $closing }” that closes it.
    .label = opened here

yaml-extra-bracket = There is one “{ $sign }” too many here: nothing is open that it could close.
    .label = one too many

yaml-behind-bracket = Nothing can stand behind the “{ $sign }” here: “{ $text }”.
    .label = behind a closed bracket

yaml-extra-comma = There is one comma too many here: nothing comes before it.
    .label = one too many

yaml-missing-comma = There is no comma before “{ $text }”.
    .label = a comma is missing before this

yaml-indentation = “{ $text }” does not begin in the same column as the lines it belongs to.
    .label = too many or too few spaces before this

yaml-item-among-names = This is a list item among lines of the form `name: value`.
    .label = not a name

yaml-name-among-items = “{ $text }” is among the items of a list and has no dash of its own.
    .label = not a list item

yaml-colon-in-value = A value cannot contain a colon followed by a space: “{ $text }”.
    .label = YAML takes what comes before this for a name

yaml-reserved-start = A value cannot begin with “{ $sign }”, which means something else in YAML: “{ $text }”.
    .label = needs quotes

yaml-cut-at-hash = YAML cuts “{ $text }” off at the "#": what follows is taken for a comment.
    .label = this is left out

yaml-cut-at-comma = YAML cuts “{ $text }” in pieces at the comma.
    .label = cut here

yaml-bracket-in-value = Inside brackets or braces, “{ $text }” needs quotes because it has brackets or braces of its own.
    .label = YAML starts something new here

yaml-text-after-quote = In “{ $text }” something follows after the closing quote.
    .label = outside the quotes

yaml-missing-space = A space is missing after “{ $sign }”: `{ $text }`.
    .label = a space has to follow

yaml-missing-colon = “{ $text }” should be a name with a value, and there is no colon.
    .label = a colon is missing

yaml-comma-at-end = A line in YAML needs no comma at its end{ $count ->
        [one] .
       *[other] , and { $count } have one.
    }
    .label = no comma here
help-comma-in-quotes = a comma that belongs to the text needs quotes around the text

yaml-comment-in-text = There is a comment in the middle of a text, and the text goes on after it.
    .label = the text ends here

yaml-escape = “{ $text }” means nothing between double quotes; a backslash is special there.
    .label = means nothing

yaml-control-character = There is a character here that cannot be seen ({ $character }).
    .label = remove it

yaml-syntax = YAML cannot read on here.
    .label = from here on

label-yaml-first = first here

help-yaml-braces = if this is a name and its value, put braces around them: { $text }
help-yaml-quotes = put quotes around all of it: { $text }
help-yaml-list-below = if it is a list, start it on the next line
help-yaml-spaces = set your editor to write spaces when you press Tab
help-yaml-single-quotes = between single quotes ('…') a backslash is an ordinary character
help-yaml-indentation = lines that belong together begin with the same number of spaces
help-yaml-comment = put the comment on a line before the text
help-yaml-name-value = write it as `name: value`
help-yaml-retype = delete one of them and type it again

## Files that are changed

cannot-rewrite = This file is written in a way that cannot be changed in place.
    .label = this cannot be changed
help-rewrite = nothing was written; write it without `&`, `*` and `!`, on lines of its own
