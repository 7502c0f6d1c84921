# Reading a game, its cases and its characters. The key is the code of the error;
# `.label` is printed under the place.

## The file

unknown-heading = A file cannot begin with “{ $key }”: a game begins with `tirada: 1`, cases with `tirada cases: 1`, a character with `tirada character: 1`, a pack with `tirada pack: 1`, a translation with `tirada translation: 1`.
    .label = this does not say what the file is
missing-version = The version of the format is missing: a game begins with `tirada: 1`, cases with `tirada cases: 1`, a character with `tirada character: 1`, a pack with `tirada pack: 1`, a translation with `tirada translation: 1`.
    .label = the version belongs here
newer-version = This file is written for version { $version } of the format, and this program reads up to version { $ours }: get a newer program.
    .label = newer than the program
bad-version = Versions of the format start at 1.
    .label = there is no such version
missing-key = { $what ->
    [ruleset] `{ $key }` is missing in this game.
    [test] `{ $key }` is missing in this test.
    [track] `{ $key }` is missing in this track.
    [pack] `{ $key }` is missing: a pack says its id, version, authors, licence and language.
    [translation] `{ $key }` is missing: a translation says of which ruleset it is, and its language.
    [oppose] Here `{ $key }` is missing: the two roles that are the sides.
    [each] Here `{ $key }` is missing: what is done for each.
    [gain] Here `{ $key }` is missing: what the tag is called.
    [effects] `as` says who does something, and `{ $key }` is missing, which says what.
   *[other] `{ $key }` is missing in “{ $what }”.
}
    .label = `{ $key }` is missing
unknown-key = { $what ->
    [ruleset] A game has nothing called `{ $key }`.
    [dice] `dice` has nothing called `{ $key }`.
    [trait] A trait has nothing called `{ $key }`.
    [formula] A formula that yields words has nothing called `{ $key }`.
    [question] A question here has nothing called `{ $key }`.
    [table] A table has nothing called `{ $key }`.
    [cell-kind] The kind of a cell has nothing called `{ $key }`.
    [test] A test has nothing called `{ $key }`.
    [outcome] An outcome has nothing called `{ $key }`.
    [opposed] `opposed` has nothing called `{ $key }`.
    [opposed-outcomes] The `outcomes` of `opposed` have nothing called `{ $key }`.
    [tie] A row of `tie` has nothing called `{ $key }`.
    [pack] A pack has nothing called `{ $key }`.
    [translation] A translation has nothing called `{ $key }`.
    [translated] What a translation says of one thing has nothing called `{ $key }`.
    [cases] A file of cases has nothing called `{ $key }`.
    [case] A case has nothing called `{ $key }`.
    [character] A character has nothing called `{ $key }`.
    [case-step] A step of a case has nothing called `{ $key }`.
    [time] A unit of time has nothing called `{ $key }`.
    [turns] `turns` has nothing called `{ $key }`.
    [template] A template has nothing called `{ $key }`.
    [kind-of-character] A kind of character has nothing called `{ $key }`.
    [points] Points have nothing called `{ $key }`.
    [track] A track has nothing called `{ $key }`.
    [state] A state of a track has nothing called `{ $key }`.
    [tag] A tag has nothing called `{ $key }`.
    [action] An action has nothing called `{ $key }`.
    [intervention] An intervention has nothing called `{ $key }`.
    [gain-name] Only `name` can be used here, not `{ $key }`.
    [effects] Beside the `steps` of a cell there is nothing else, so no `{ $key }`.
   *[other] A step with `{ $what }` has nothing called `{ $key }`.
}
    .label = not known here
heading-missing = { $what ->
        [elsewhere] By its keys, `{ $key }` belongs under `{ $name }:`, and not here.
        [known] The line `{ $name }:` is missing above `{ $key }`.
   *[unnamed] A line is missing above `{ $key }`: the one that gives these lines a name in “{ $of }”.
    }
    .label = { $what ->
        [unnamed] under which name?
       *[known] this belongs under `{ $name }:`
    }
too-far-left = `{ $key }` is too far to the left: it belongs to “{ $name }”, further in.
    .label = too far to the left
too-far-right = `{ $key }` is too far to the right: { $of ->
    [game] it is a section of the game, and begins at the start of a line.
   *[outer] it belongs further out, not in here.
    }
    .label = too far to the right
not-a-map = { $what ->
    [pack] A pack has to be described in lines such as `version: 1.0.0`.
    [translation] A translation has to be written in lines such as `language: en`.
    [needs] What a pack needs has to be written in lines such as `name: ^1.0`.
    [ruleset] A game has to be written in lines such as `name: value`.
    [need] Under `need`, write one condition per line, after what is said when it does not hold: `Too tired: who.Breath > 0`.
    [tags] Write tags as {"`{tag: yes}`"}.
    [tag-kinds] Tags have to be written in lines such as {"`tag: {}`"}.
    [points-kinds] Points have to be written in lines such as {"`name: {}`"} or {"`name: {start: 3}`"}.
    [names] Names and their values have to be written in lines such as `name: value`.
    [trait] A trait has to say what it may be, such as {"`{number: 0..10}`"}.
    [question] A question has to say what may be answered, such as {"`{number: 0..10}`"}.
    [table] A table has to be written in lines such as `rows: …`.
    [cell-kind] The kind of a cell has to be written as `formula`, `text` or {"`{row: Table}`"}.
    [test] A test has to be written in lines such as `total: …`.
    [outcome] An outcome has to be written in lines such as `when: …` or as {"`{when: …, is: success}`"}.
    [opposed] `opposed` has to be written in lines such as `tie: …`.
    [opposed-outcomes] The `outcomes` of `opposed` have to be written as {"`{win: …, lose: …, tie: …}`"}.
    [rows] Under `rows`, write one row per line, such as `row: cell`.
    [from] Under `from`, write one row per line, such as `3: cell`: the number from which it applies.
    [ranges] Under `ranges`, write one row per line, such as `1..3: cell`.
    [case] A case has to be written in lines such as `roll: …`.
    [character] A character has to be written in lines such as `name: …`.
    [turns] `turns` has to be written in lines such as `order: …`.
    [template] A template has to be written in lines such as `traits: …`.
    [kind-of-character] A kind of character has to be written in lines such as `has: …`, or as {"`{}`"}.
    [time] A unit of time has to be written as {"`{}`"} or {"`{ends: …}`"}.
    [points] Points have to be written in lines such as `start: …`, or as {"`{}`"}.
    [track] A track has to be written in lines such as `boxes: …`.
    [state] A state has to be written as {"`{when: …}`"}, or {"`{}`"} for the last.
    [tag] A tag has to be written in lines such as `gives: …`, or as {"`{}`"}.
    [action] An action has to be written in lines such as `steps: …`.
    [intervention] An intervention has to be written in lines such as `after: …`.
    [steps] Write one step per line, each with a name of its own: `name: what is done`.
    [on] Under `on`, what is done goes under the outcome: {"`outcome: {name: what is done}`"}.
    [gain] `gain` says how much or how long of each: {"`{name: 1}`"}, {"`{name: permanent}`"}.
    [effects] What a cell does has to be written as {"`{name: how much}`"} or {"`{steps: …}`"}; {"`{}`"} is nothing.
    [case-step] A step of a case has to be written in lines such as `do: …`.
    [track-marks] Marks have to be written under their track: {"`track: {mark: 1}`"}.
    [marks-of-track] Marks have to be written as {"`{mark: 1}`"}.
    [tag-values] The values of a tag have to be written as {"`{name: value}`"}.
   *[other] `{ $what }` has to be written in lines such as `name: value`.
}
    .label = not of the form `name: value`

## Values

empty-key = There is no name before the colon.
    .label = a name is missing
printed-quotes = These quotes become part of the text: YAML knows only straight ones.
    .label = part of the text
help-printed-quotes = if they are meant, put straight quotes around all of it
invisible-in-name = This name contains a character that cannot be seen, so it could not be typed again.
    .label = not what it seems
empty-word = There is no name between the quotes.
    .label = a name is missing
empty-value = Nothing is written here, and a value is needed.
    .label = a value is missing
not-a-text = A single value is expected here, not a list and not lines with names of their own.
    .label = only one value
not-a-list = A list is expected here, such as `[a, b]`.
    .label = not a list
not-a-number = “{ $text }” is not a whole number.
    .label = not a whole number
not-yes-or-no = Only `yes` or `no` is possible here, not “{ $text }”.
    .label = neither yes nor no
not-one-of = “{ $text }” is not possible here; possible are: { $known }.
    .label = none of these
not-a-range = “{ $text }” is not a range of numbers: write for example `0..10`, `1..`, `..0`, `7` or `any`.
    .label = not a range
not-a-formula = A formula is expected here, such as `2d6 + 1`; if it has brackets or braces of its own, put quotes around it.
    .label = not a formula
stray-brace = This "{"}"}" closes no formula; for a brace in the text write "{"}}"}".
    .label = closes nothing
open-brace = The formula that begins with this "{"{"}" is never closed; for a brace in the text write "{"{{"}".
    .label = not closed

## Dice, traits and options

die-sides = The game's own die has from 1 to { $max } sides.
    .label = no such die
bad-nth = After `nth` comes a number from 1 up, counted from the lowest die: `nth 2`.
    .label = a number from 1 up
option-without-default = The option “{ $name }” needs a `default`, so that the game can be played without choosing.
    .label = no default
question-without-kind = This does not say what the answer may be: write one of { $kinds }.
    .label = what may it be?
question-with-two-kinds = `{ $second }` cannot be used beside `{ $first }`: an answer is of one kind only.
    .label = only one of the two
one-of-nothing = There are no words after `one of` to choose from.
    .label = no words
how-many-answers = How many answers there are is a number from { $range }, written out.
    .label = not such a number
cell-of-too-much = `cell` takes a table and at most one of its columns: `[Table, column]`.
    .label = too much

## Tables

table-without-rows = The table “{ $table }” has no rows; write them under `rows`, `from` or `ranges`.
    .label = no rows
rows-are-ranges = These rows are called like ranges of numbers; by a number they are found only under `ranges`.
    .label = `ranges` is meant
table-with-two-kinds-of-rows = A table has only one of `rows`, `from` and `ranges`.
    .label = the second of them
no-columns = There are no columns here; leave `columns` out if a row has only one cell.
    .label = no columns
column-twice = The column “{ $name }” is in this table twice.
    .label = a second time
bad-formula-name = “{ $text }” does not name a formula: a name, and its parameters in parentheses.
    .label = no name with parameters
help-computed-trait = without parameters it is a trait that is computed: `is:` under `traits`
numbers-in-listed-row = In a list of rows the numbers are not written: the rows count themselves.
    .label = a row with numbers
help-ranges = with numbers, the rows go under `ranges`: { $example }
list-unlike-dice = { $results ->
    [0] A list of rows needs plain dice, such as `2d6`, `d100` or `d66`. With other dice, write the rows of “{ $table }” under `ranges`.
   *[other] `{ $dice }` has { $results } results, and “{ $table }” lists { $rows } rows: each result needs one.
}
    .label = { $rows } rows
label-its-dice = its dice
label-its-columns = all rows have a different number of cells
bad-again = `again` says how deep a row may lead to its own table: a number from { $least } to { $most }, not “{ $text }”.
    .label = not from { $least } to { $most }
unknown-column = There is no column called “{ $name }”.
    .label = no such column
places-of-entries = These are { $places } places for { $entries ->
        [1] 1 new entry
       *[other] { $entries } new entries
    }: give one place for all of them, or one for each.
    .label = a second place
no-such-row = There is no row called “{ $name }”.
    .label = no such row
bad-find = `find` names columns of this table: `from..to` with both ends, or `value..` for the last row that the number reaches.
    .label = two dots are missing
cells-are-words = What stands in “{ $table }” are words, and they are read as formulas: say that its cells are texts.
    .label = a text
columns-missing = { $count } rows of “{ $table }” have several cells each, and the table has no `columns`.
    .label = cells of which columns?
wrong-number-of-cells = { $expected ->
    [one] The row “{ $row }” has { $found } cells, and there is { $expected } column.
   *[other] { $found ->
        [one] The row “{ $row }” has { $found } cell, and there are { $expected } columns.
       *[other] The row “{ $row }” has { $found } cells, and there are { $expected } columns.
    }
}
    .label = not one cell for each column
missing-cells = The row “{ $row }” has nothing in: { $columns }.
    .label = cells are missing

## What changes and what is done

unknown-time = There is no unit of time called “{ $name }”.
    .label = no such unit of time
not-a-count-of-time = “{ $text }” is not a number of units of time, such as `24 hour`.
    .label = a number from 1 up and a unit
track-without-marks = The track “{ $track }” has no marks; write them as {"`{mark: sign}`"}, the lightest first.
    .label = no marks
track-key = { $key ->
    [row] `row` has no effect where each mark has boxes of its own: the sheet draws a row for each.
    [worth] `worth` has no effect where all marks share their boxes: write how many boxes each mark has, too.
   *[none] A box is worth 1 or more.
}
    .label = { $key ->
        [none] 1 or more
       *[other] without effect
    }
deck-key = { $key ->
    [reshuffle] `reshuffle` is for a deck: write the `cards` beside it, too.
    [for] A card has no duration: it is held until it is lost or discarded.
    [lasts] A card has no duration: it is held until it is lost or discarded.
    [ends] A card has no duration: it is held until it is lost or discarded.
    [until] A card has no duration: it is held until it is lost or discarded.
   *[other] `{ $key }` has no effect on a deck: its cards have names, and a character can hold any number of them.
}
    .label = without effect
hook-missing = The intervention “{ $name }” does not say where it applies: write `after:` or `before:` with a test, or with an action and one of its steps (`action.step`).
    .label = `after` or `before` what?
bad-hook = “{ $text }” does not say where: write a test, or an action and one of its steps (`action.step`).
    .label = a name is missing beside the dot
role-twice = The role “{ $name }” is listed twice.
    .label = a second time
step-without-verb = The step “{ $label }” does not say what is done: a formula, or one of { $verbs }.
    .label = what is done?
step-with-if = A step has no `if`, `then` and `else`: its condition goes beside what it does.
    .label = `when`, beside what is done
step-with-two-verbs = `{ $second }` cannot be used beside `{ $first }`: a step does one thing only.
    .label = only one of the two
verb-as-label = { $verb ->
    [when] `when` is the condition of a step, not what it is called.
   *[other] `{ $verb }` is what a step does, not what it is called.
}
    .label = the step has no name
not-two-sides = `sides` names two roles, and here { $found ->
    [0] there is none.
    [one] there is only one.
   *[other] there are { $found }.
}
    .label = two roles are needed
bad-each = After `each` come the name that each one gets here and the role of all of them: {"`{one: role}`"}.
    .label = one name and one role
no-such-question = There is no question called “{ $name }”.
    .label = no such question
no-such-outcome = There is no outcome called “{ $name }”.
    .label = no such outcome
asks-of-nothing = There are no questions called “{ $name }” under `asks`.
    .label = not known
unused-asks = Nothing asks the questions of “{ $name }”.
    .label = nothing uses it
option-cannot-change = The rules are the same for all values of an option here: it cannot change this.
    .label = an option cannot change this
option-changes-nothing = While the option has this value, nothing is different.
    .label = this changes nothing
option-patch-place = It is not clear for which value of “{ $name }” this holds: write `change`, `remove` and `add` beside `yes no`, for yes; beside `one of`, under `rules` and one of its words.
    .label = for which value?
no-such-step = There is no step called “{ $name }”.
    .label = no such step

## Cases

case-rolls-nothing = The case “{ $name }” needs `roll`, `each` or `steps`, and only one of them.
    .label = `roll`, `each` or `steps`?
case-expects-nothing = The case “{ $name }” does not say what should come out: nothing stands under `expect` or `each`.
    .label = nothing is expected

interventions-of-a-roll = A step that only rolls changes nothing, so interventions are not possible in it.
    .label = no interventions here
help-roll-in-an-action = write an action whose step rolls this test, and `do` it here: there interventions are possible
case-step-without-deed = This step of a case does not say what happens: one of { $verbs }.
    .label = what happens?
not-one-intervention = Each intervention is an item of its own: {"`- name: {…}`"}.
    .label = not one intervention

## One game from another

extends-nothing = There is no game called “{ $name }” that could be extended.
    .label = no such game
extends-itself = A game cannot extend itself: { $path }.
    .label = this same game
extends-in-a-circle = These games extend one another in a circle: { $path }.
    .label = leads back to this game
game-too-large = { $what ->
    [named] The files of this game, with those that it extends, have { $size } names and values together: at most { $limit } are read.
   *[bytes] The files of this game, with those that it extends, have { $size } bytes together: at most { $limit } are read.
}
    .label = too much with this one
extends-too-deep = Too many games extend one another here: at most { $limit } in a row.
    .label = one too many
defined-twice = “{ $name }” is defined in two files of this game.
    .label = a second time
file-twice = { $what ->
    [game] Another file in this folder already begins the game: these are two games, or a game and a copy of it.
    [export] Several characters would be written into { $path }: give one of them another name.
    [older] Another file of this game already defines { $count } of the { $things } things in this file: perhaps it is an older copy.
   *[copy] Another file of this game already defines all that this file defines: perhaps it is a copy.
}
    .label = { $what ->
        [game] begins a second time
        [older] a second time
       *[copy] this and all that follows, a second time
    }
already-there = “{ $name }” already exists and cannot be added.
    .label = already exists
change-of-nothing = “{ $name }” cannot be changed: it does not exist.
    .label = nothing to change
own-key-changed = “{ $name }” says who this ruleset is. It is not inherited, so there is nothing to change.
    .label = its own
help-outside-of-change = write `{ $name }: …` at the start of a line, outside of `change`
change-breaks = What is said here of “{ $path }” does not fit what is extended, in: { $places }.
    .label = what is extended does not fit this
change-not-a-map = What is changed has to be written in lines such as `name: value`.
    .label = nothing with names below this
remove-of-nothing = “{ $path }” cannot be removed: there is no “{ $name }”.
    .label = nothing to remove
removed-but-used = “{ $path }” is removed, and is still used by: { $users }.
    .label = still used
like-of-nothing = Nothing here is called “{ $name }” that `like` could copy.
    .label = no such name
like-in-a-circle = Each of these copies the next with `like`, in a circle: { $path }.
    .label = closes the circle

near-inherited = “{ $name }” is new, and the game that is extended has “{ $near }”.
    .label = nearly the same name

## Other places

label-first-here = first here
label-unused = nothing uses this
label-used-here = used here
label-here-too = and here
label-nor-this = nor is this known
label-other-verb = the other one

## What to do

help-did-you-mean = did you mean “{ $name }”?
help-one-time = one unit passes at a time: `{ $example }`, as often as it has to
help-removed-here = “{ $name }” is removed by the same rules: name the entry that stands before or after it
help-there-is = available: { $names }
help-known-keys = possible here: { $keys }
help-columns-are = the columns are: { $columns }
help-one-place = leave it in one of the files
help-change-or-not = to change “{ $near }”, write it under `change`; if both are meant, choose a name that cannot be confused with it
help-step-if = write {"`{when: CONDITION, lose: …}`"}; for several steps {"`{when: CONDITION, steps: {…}}`"}, and for what is done otherwise another step with {"`when: not …`"}
help-step-label = give the step a name, and write what it does under it: {"`name: {"}{ $verb }{": …}`"}
help-asks-names = `asks` takes names of blocks of questions; questions themselves stand under `ask`
help-file-twice = { $what ->
    [game] move the copy to another folder, or give each game a folder of its own; a further file of the same game has no `tirada` and no `id`
   *[copy] move the copy out of the game's folder
}
help-removed-but-used = remove or change what uses it as well, or change this instead of removing it
help-change-breaks = also change what does not fit there, under `change`
help-no-dashes = remove the dashes: each name has a line of its own
label-belongs-under = it belongs under this
label-name-missing-in = the name belongs in here
help-asked-by-block = a block under `asks` asks this already: take one of them away, or give it another name
help-option-changes = an option changes formulas and conditions, and adds and removes interventions, steps, outcomes, states and conditions, and removes actions; for anything else, ask for the option in a formula
help-use-change = write it under `change` to replace it, or give it another name
help-only-what-is-there = `change` only replaces; write what is new outside it
help-new-outside = `change` only replaces; write what is new outside it: `{ $example }`

too-many-cells = Too many cells are pending or missing: at most { $limit } in all tables of a ruleset together.
    .label = from here on they are not filled in
too-many-formulas = The formulas of this game are too long: all together they may have { $limit } bytes.
    .label = from here on nothing is read
not-a-language = “{ $text }” is not a language tag.
    .label = not a language tag
not-an-accent = { $why ->
    [light] Text in the colour “{ $text }” would be hard to read on white: it is too light.
   *[form] “{ $text }” is not a colour: six digits from 0 to 9 and a to f are expected, such as 7a1f2b.
}
    .label = { $why ->
        [light] too light
       *[form] not a colour
    }
help-accent-darker = the same colour, dark enough: { $colour }
help-language-tag = a language is written in two letters: `en` for English, `es` for Spanish

too-many-entries = With everything that `like` copies, this ruleset is too large: at most { $limit } names and values may be copied.
    .label = from here on nothing is copied
bad-pack-id = “{ $text }” cannot be the id of a pack: it becomes the name of a folder, so write a–z, 0–9 and `-`, with a letter or digit first and last.
    .label = not an id
bad-pack-version = “{ $text }” is not a version: write three numbers, such as 1.0.0.
    .label = not a version
bad-version-range = “{ $text }” is not a range of versions: write one such as `^1.2` (1.2 and newer, before 2), {"`\">=1.0, <3\"`"} or `any`.
    .label = not a range
pack-file-unread = This file is not used: it is neither rules, nor cases in their place, nor a character.
    .label = not read
pack-need-unused = Nothing in this pack uses “{ $name }”.
    .label = not needed
help-from-number = under `from`, write the first number of each row; for rows such as `6..9`, write `ranges` instead
