# Characters: what is in their files. The key is the code of the error; `.label`
# is printed under the place.

no-open-group = “{ $name }” is a trait with a value, not a group of names that each character chooses.
    .label = it has names under it
name-of-the-game = “{ $name }” is a name of the game, so a character cannot give it to something of its own.
    .label = a name of the game
no-such-points = There are no points called “{ $name }”.
    .label = no such points
no-such-track = There is no track called “{ $name }”.
    .label = no such track
no-such-mark = “{ $track }” has no mark called “{ $name }”.
    .label = no such mark
no-such-tag = There is no tag called “{ $name }”.
    .label = no such tag
no-such-card = There is no “{ $kind }” called “{ $name }”.
    .label = no such card
no-such-tag-value = “{ $kind }” has no value called “{ $name }”.
    .label = no such value
points-of-the-table = “{ $name }” belongs to the table, not to a character: write it in the file of the table.
    .label = the table's
not-of-the-table = “{ $name }” belongs to characters; the table has only points of its own and tags.
    .label = a character's
tag-needs-name = “{ $kind }” has names that people choose: write them under it, one per line.
    .label = what is it called?
tag-without-names = “{ $kind }” has no names of its own, so “{ $name }” cannot be used here: write `yes`, or its values.
    .label = a name
tag-only-once = Nobody can have “{ $kind }” more than once.
    .label = a second time
tag-value-missing = “{ $kind }” needs “{ $name }”, and it is missing here.
    .label = “{ $name }” is missing
tag-for-and-until = `for` and `until` cannot be used together: a tag ends in one way.
    .label = as well as `for`?
tag-needs-time = How long “{ $kind }” lasts has to be computed when it is gained, so it has to be given here: {"`{for: …}`"}.
    .label = for how long?
count-without-time = `{ $text }` does not say of which unit of time.
    .label = { $text } of what?
no-such-condition = Nothing lasts until “{ $text }” in this game.
    .label = not a condition of the game
help-belongs-under = it belongs under `{ $section }`

## Writing them

file-not-as-read = This file has changed since it was read.
    .label = different now
help-of-another = it tells of “{ $name }” by now
tag-named-twice = “{ $kind }” has two called “{ $name }”, and a file can only hold one.
trait-worked-out = “{ $name }” is computed by the rules; a sheet does not set it.
    .label = computed
help-worked-out = leave it out, with its value: it is computed as { $formula }
kind-has-none = Characters of the kind “{ $kind }” have no “{ $name }”.
    .label = a “{ $kind }” has none
kind-still-has = { $who } cannot become “{ $kind }” while “{ $name }” is on the sheet: that kind does not have it.
    .label = not of that kind
kind-without-default = The trait “{ $name }” says the kind of each character: it needs a `default`, one of its words.
    .label = no default
kinds-of-no-trait = The kinds have to be words of one trait, and of only one: `one of: [{ $names }]`.
    .label = words of no trait
not-had = “{ $name }” is nothing that only some characters can have: name traits, points, tracks, tags, or a group.
    .label = not on sheets
not-of-this-kind = { $who } is of the kind “{ $kind }” and has no “{ $name }”.
    .label = not of this kind
role-of-a-kind = “{ $name }” is for characters of the kind “{ $wanted }”; { $who } is “{ $kind }”.
    .label = another kind
