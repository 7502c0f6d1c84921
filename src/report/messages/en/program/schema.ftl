# What editors say of a key of the format: `key-PLACE-KEY`, or `key-any-KEY` where it is the same everywhere.
schema-of-ruleset = A ruleset of tirada
schema-of-cases = Cases of tirada
schema-of-character = A character of tirada
schema-of-pack = A pack of tirada

schema-whole-number = A whole number is expected here.
schema-brackets = A bracket has no counterpart. If the formula has a comma, put all of it in quotes.
schema-such-as = Something like one of these is expected here: { $examples }

key-any-doc = One line about it.
key-any-ask = Questions; each sees the answers before it.
key-any-need = Conditions that have to hold; on the left, what is said if one does not.
key-any-roles = Who takes part: a list of roles, or each role with `one` or `many`.
key-any-steps = What is done, one after the other: each step with a label of yours.
key-any-group = A name under which questions find several of these.
key-any-gives = Each name with its formula: what `sum`, `highest` and `lowest` of that name gather.
key-any-values = Each name with its formula.
key-any-like = Which other one this is a version of. What is written here is added to it.
key-any-of = Whose it is. If omitted: the only role.
key-any-with = Each input with its formula: what is asked, answered here.
key-any-set = Answers and options: each name with its value.
key-any-dice = The faces, in the order in which they fall.
key-any-expect = What has to come out.
key-any-characters = Characters that take part, by name; `table` is the table.
key-any-traits = Each trait with its value; names that the character chose go under their group.
key-any-points = Each kind of points with its number. If omitted, as they start.
key-any-marks = Each track with its marks, and how many there are of each.
key-any-tags = Each kind of tag with `yes`, a name, values, names with values, or a list of these.

key-ruleset-tirada = The version of the format: always `1`. It has to be in one file of the ruleset.
key-ruleset-id = Its name for `-r` and `extends`: that of its folder or file.
key-ruleset-name = What it is called at the table. If omitted: its id.
key-ruleset-language = The language of its words, and so of the answers: `en`, `es`.
key-ruleset-doc = One line about it.
key-ruleset-accent = The colour of its pages: six hexadecimal digits, dark enough to be read on white. Dark pages show it lighter.
key-ruleset-rounding = How divisions round. Without it nothing can be divided.
key-ruleset-dice = The dice of the game, and what is read off them.
key-ruleset-options = Questions that each table answers for itself, each with a default.
key-ruleset-traits = Numbers and words on a sheet, and what is computed from them.
key-ruleset-tables = Everything that chooses a row: by name, by number, by range.
key-ruleset-classes = What an outcome can be besides a success or a failure: `[critical, fumble]`.
key-ruleset-formulas = Formulas with parameters: `modifier(score): score / 2 - 5`.
key-ruleset-tests = What is asked, rolled and added up, and how it can end.
key-ruleset-vs = The test that a bare `E vs D` rolls.
key-ruleset-times = Turns, scenes, weeks: time that passes when you say so.
key-ruleset-points = Numbers that go up and down.
key-ruleset-tracks = Rows of boxes that are marked.
key-ruleset-tags = What a character is, has or suffers for a while.
key-ruleset-actions = What can be done: lists of steps.
key-ruleset-interventions = What can be done in the middle of a test or an action.
key-ruleset-require = Sentences, each with the condition that every character has to meet: `At most 9 points are spent: 9 >= body + craft`.
key-ruleset-turns = How characters act in turn: which actions begin, order and end it.
key-ruleset-templates = Characters to be made at the prompt with `npc`: people of the game, animals, monsters.

key-another-ruleset-extends = The id of the ruleset that this one is a version of.
key-another-ruleset-change = What is different, under the same names. All of it has to be there already.
key-another-ruleset-remove = What is gone: a list of paths such as `tables.Sky.rows.Cloud`.
key-another-ruleset-after = Beside new `rows`, `steps` or questions (`ask`): the one after which they go. Otherwise at the end.
key-another-ruleset-before = Beside new `rows`, `steps` or questions (`ask`): the one before which they go. Otherwise at the end.

key-dice-d = How many sides `d`, `2d` … have.
key-dice-roll = Dice such as `2d`: those that the names are read from when nothing else is rolled.
key-dice-names = What is read from a roll, by names of yours.
key-dice-compare = `count`: where people type `10d10>=8`, the dice that meet it are counted; `total`: their sum is compared. If omitted: `total`.
key-dice-d66 = `digits`: where people type `d66`, two dice are read as digits; `die`: it is one die of 66 sides. If omitted: `die`.
key-dice-others = `yes`: what people type may be in the notation of other dice rollers: `d20adv`, `6x 4d6kh3`, `1d6[fire]`, `/r 2d6`.

key-question-number = A whole number: `0..10`, `1..`, `any`.
key-question-yes-no = Yes or no. The value, if there is one, is the default.
key-question-one-of = One of a list of words.
key-question-row = A row of that table.
key-question-cell = A row of that table, which counts as its first cell, or any number. `[Table, column]` names another column.
key-question-column = A column of that table.
key-question-trait = A trait of these names or groups, or a number.
key-question-points = One of these points, or of these groups.
key-question-tag = A tag of that kind, by its name, or `none`.
key-question-character = A character, or `none`.
key-question-dice = Faces of the roll, for `reroll`.
key-question-text = Free text.
key-question-default = A formula; for `text` plain words; or `pending` and why. If omitted, it is asked.
key-question-optional = `yes`: it may stay without an answer; `answered(…)` tells whether it has one.
key-question-asked = `after roll`: it is asked when the dice have been thrown, and only where something reads it.
key-question-doc = One line for the person who is asked.
key-question-by = Who decides: a role, or any word.
key-question-of = The role whose trait, points or tag it is; `any` for the tag of any character.
key-question-when = A condition. Where it does not hold, the default does, and it is not asked.

key-trait-free-names = `yes`: each character names these, and has as many as it likes.
key-trait-is = A formula: computed, and never written on a sheet.
key-trait-turn = In place of a formula, what the turns say: `own` (whether it is the character's turn), `had` (whether it has had it in this round), `round`, `place`.
key-formula-is = A formula that yields one of these words: `if Strength > 7 then heavy else light`.
key-formula-one-of = The words of which the formula yields one. Then it can be compared with them, printed, and be a row of a table.

key-points-start = A formula: how many there are at first; or `pending` and why. If omitted: 0.
key-points-min = A formula, or `none`: the least there can be. If omitted: 0.
key-points-max = A formula. What is gained stops there.
key-points-renew = Each unit of time with a formula: what they are set to when it passes.
key-points-endless = A condition. While it holds, nothing is taken or added.
key-points-of = `table`: shared by the whole table.
key-points-states = What the points mean: the first state that holds.
key-points-in-between = `yes`: states between the old one and the new one are entered and left as well, in their order.
key-turns-open = The action that `begin` does first. It has one role, for many.
key-turns-order = The action that puts characters in order with a step `order`. It has one role, for many.
key-turns-end = The action that `end` does. It has one role, for many.
key-turns-acts = A condition, seen from each character: whether they have a turn. If omitted: all have one.
key-turns-round = The time that passes when all have had their turn.
key-turns-starts = A time that passes for a character when its turn begins: what is counted in it, renewed or done with it.
key-turns-ends = A time that passes for a character when its turn ends.
key-template-doc = One line about it.
key-template-traits = Each trait with its value; instead of a number there may be dice, such as `2d3`, which are rolled for each character. Groups hold names with their values.
key-template-tags = As on a character's sheet.
key-template-marks = As on a character's sheet.
key-template-points = As on a character's sheet.
key-points-internal = `yes`: bookkeeping of the rules. Sheets and lists show it only with `--all`.

key-track-boxes = A formula: how many boxes there are.
key-track-row = A formula: how many of them the sheet draws in a row. If omitted: 20.
key-track-marks = Each mark with its sign, the lightest first.
key-track-overflow = What happens to marks that find no box: `worsen` turns the lightest into the next heavier, `ignore` forgets them.
key-track-states = What the marks mean: the first state that holds.
key-track-in-between = `yes`: states between the old one and the new one are entered and left as well, in their order.

key-state-when = A condition; of a track, `lost`, `left`, `boxes` and the marks are its own. The last state needs none.
key-state-enter = The action that is done when it begins.
key-state-leave = The action that is done when it is over.
key-state-every = Each unit of time with the action that is done while the state lasts.

key-tag-free-names = `yes`: each has a name of its own.
key-tag-several = `yes`: a character may have more than one. Otherwise a new one replaces the old.
key-tag-internal = `yes`: bookkeeping of the rules. Sheets and lists show it only with `--all`.
key-tag-values = Questions that each tag answers.
key-tag-cards = Makes it a deck. Each card's name with its values. A name with values in braces, such as {"`{rank} of {suit}`"}, stands for one card of each; {"`Storm {1..3}`"} are three.
key-tag-reshuffle = `yes`: when the pile is empty, the discards are shuffled. Otherwise nothing can be drawn then.
key-tag-lasts = A duration: `2 turn`, `(1d4) turn`, `turn`, `permanent`. If omitted: `permanent`.
key-tag-every = Each unit of time with the action that is done while a character has it.
key-tag-ends = The action that is done when its time is over.

key-time-ends = A unit of time, or a list of them: what is counted in it ends when this one passes.
key-time-passes = `24 hour`, or a list: what passes first.

key-table-ordered = `yes`: its rows are 1, 2, 3 …, and can be counted on from one to the next.
key-table-uses = `dice`: its cells read the roll.
key-table-given = Names of numbers that a cell also needs.
key-table-columns = A list of names, or each name with what its cells are. If omitted: one cell a row.
key-table-cells = What all cells are. If omitted: `formula`; `text` with `dice` or in a list.
key-table-find = `low..high` or `low..`: the columns by which a number finds its row.
key-table-outside = What a number beyond the last row finds: the `nearest` one, or an `error`.
key-table-gaps = `yes`: ranges may leave numbers out.
key-table-also = Other names, each with its row.
key-table-rows = Each name with its cells, or a list of cells, one for each result of the dice.
key-table-from = Each number with its cells: the last row reached counts.
key-table-ranges = Each range (`3..5`, `..2`, `6..`) with its cells.
key-table-dice = What is thrown when the table is rolled by its name: `2d6`, `d100`, `d66`, `d66 sorted`.
key-table-again = How deep rows may lead to the table itself.

key-cell-row = The table whose row a cell names.
key-cell-column = The table whose column a cell names.
key-cell-pending = In place of a value that the book does not give: why. It is asked for.
key-cell-say = A text; formulas go in braces.
key-cell-lose = What is lost: points or traits with their formulas, or tags.
key-cell-do = An action that is done.
key-cell-as = Each role of that action with the character who plays it.
key-cell-steps = Steps, in place of all that.

key-test-ask = Questions: its inputs.
key-test-against = The input that `vs` fills.
key-test-roll = Dice, or several throws with names. If omitted: those of the game.
key-test-total = A formula.
key-test-margin = By how much it is made or missed: a formula, or `none`. If omitted: the total less what it is shown against.
key-test-shown-against = What the total is shown against: a formula, or `none`. If omitted: what it is compared with.
key-test-show = Values that are shown with the result.
key-test-outcomes = How it can end: the first outcome that holds.
key-test-opposed = How two sides compare. Without it, it cannot be opposed.

key-outcome-when = A condition. The last outcome needs none.
key-outcome-is = A `success` or a `failure`, and any of the `classes` of the ruleset: `[success, critical]`. If omitted: neither.
key-outcome-values = Formulas that only this outcome has.

key-opposed-compare = Formulas: more wins, the next one breaks a tie. If omitted: the total.
key-opposed-tie = Who wins a tie; or each of these words with its condition: the first that holds counts. If omitted: `nobody`.
key-opposed-outcomes = What winning, losing and a tie are called.
key-opposed-outcomes-win = What it is called if the left side wins.
key-opposed-outcomes-lose = What it is called if the left side loses.
key-opposed-outcomes-tie = What a tie is called.
key-tie-when = A condition. The last one needs none.

key-action-every = Each unit of time with a condition: the action is done by itself for each character for which it holds. Such an action has one role.
key-action-internal = `yes`: only other actions use it. Lists show it only with `--all`.
key-action-tells = A text with formulas in {"`{ }`"}, or several: the line that the table sees when it is done. The first whose labels all have values is used; without one, a line is made from roles, rolls and outcome.

key-intervention-after = A test, an `action.label`, or a list of these: behind which it can be done.
key-intervention-before = A test, an `action.label`, or a list of these: before which it can be done.
key-intervention-settled = What the roll is called here, with a test or a list of tests: it is done by itself whenever one of them, or one made from it with `like`, has been rolled, after the last intervention.
key-intervention-roller = Of a test: the name by which the character who rolled is known here.
key-intervention-when = A condition: whether it is possible now.
key-intervention-must = A condition: then it is done without asking, unless it cannot be paid.

key-gain-name = What the tag is called: a text.

key-character-tirada-character = The version of the format: always `1`.
key-character-name = Their name. If omitted: that of the file.
key-character-table = `yes`: the file holds what belongs to the table.
key-character-ruleset = The id of the game. If omitted, `-r` gives it.
key-character-of-a-case-like = The character that this is a copy of; `no` takes a tag away.
key-tag-of-a-character-for = How long it lasts: `2 turn`, `permanent`.
key-tag-of-a-character-until = A condition: then it is over.
key-tag-of-a-character-turn-of = The character at whose turns its time is counted, if that is another.

key-cases-tirada-cases = The version of the format: always `1`.
key-cases-ruleset = The id of the game.
key-cases-cases = Worked examples, each with its name.
key-case-source = Where the book says so.
key-case-roll = What is rolled.
key-case-each = Formulas with their values, all on the same dice.
key-case-steps = A list of what is done.
key-case-with = Traits of the character who rolls.
key-case-step-do = The action that is done.
key-case-step-pass = The time that passes.
key-case-step-turns = `begin` (for those behind `as`, or all), `next` or `end`: what is done with the turns of characters.
key-case-step-roll = What is rolled.
key-case-step-as = Who plays which role, or who plays the only one.
key-case-step-choose = Answers and options, as `set`.
key-case-step-interventions = What is done in the middle, in this order: a name, or a name with its roles and answers.
key-case-step-expect = Formulas with the values that they have when it is over. With `error`, nothing has happened.
key-case-intervention-at = The label of the step or roll, or who rolls. Otherwise the next place.

key-pack-tirada-pack = The version of the format: always `1`.
key-pack-id = The name of its folder: a–z, 0–9 and `-`.
key-pack-version = Three numbers: `1.0.0`.
key-pack-name = What it is called. If omitted: the id.
key-pack-authors = Its authors.
key-pack-licence = The licence under which it is distributed.
key-pack-language = The language of its words.
key-pack-needs = Ids of packs, of rulesets that come with the program, or `tirada`, each with its versions: `^1.2`, `any`.

expected-total = The total of the test.
expected-value = What comes out.
expected-outcome = The name of the outcome.
expected-success = `yes` or `no`.
expected-margin = How far the total is above what it is compared with; below, it is negative.
expected-against = What the total is compared with.
expected-faces = The faces that count in the end.
expected-comment = What follows `#`.
expected-error = The code of the error. Nothing has happened then.
expected-said = What is said.

cli-schema = Prints a JSON Schema: what an editor needs to help with a file
cli-schema-ruleset = The ruleset whose names it knows: an id or a path; without it, only the format
cli-schema-sort = What it describes: a ruleset, which is the default, cases, a character or a pack
cli-schema-write = Writes it to `.tirada` in this folder instead; without --for, one for everything
cli-schema-force = Overwrites even files that are not schemas made by tirada
schema-written =
    Written: { $path }, for files in { $folder } with this line:
    { $line }

key-translation-tirada-translation = The version of the format: always `1`.
key-translation-ruleset = The id of the ruleset that this is a translation of.
key-translation-language = The language into which it translates: `en`, `es`.
key-translation-name = What the game is called in that language.
key-translation-doc = The line about the game, in that language.
key-translation-dice = What each name of dice is called.
key-translation-options = What each option is called, or all that is said of it.
key-translation-traits = What each trait is called, or all that is said of it.
key-translation-points = What each kind of points is called, or all that is said of it.
key-translation-tracks = What each track is called, or all that is said of it.
key-translation-tags = What each kind of tag is called, or all that is said of it.
key-translation-times = What each unit of time is called.
key-translation-formulas = What each formula is called, or all that is said of it.
key-translation-tables = What each table is called, or all that is said of it.
key-translation-tests = What each test is called, or all that is said of it.
key-translation-actions = What each action is called, or all that is said of it.
key-translation-interventions = What each intervention is called, or all that is said of it.
key-translation-templates = What each template is called, or all that is said of it.
key-translation-words = What names inside of things are called (roles, questions, labels, answers, outcomes), wherever they are.
key-translation-texts = Each text with its translation; what is in holes stays as it is.
key-translated-name = What it is called.
key-translated-doc = The line about it.
key-translated-columns = What each column is called.
key-translated-rows = What each row and its other names are called.
key-translated-marks = What each mark is called.
key-translated-states = What each state is called.
key-translated-outcomes = What each outcome is called; otherwise the words of the whole game count.
key-translated-words = What the names inside of it are called, only here.

key-step-when = A condition. Where it does not hold the step is skipped.
key-step-value = A formula.
key-step-ask = A question.
key-step-roll = The test that is rolled.
key-step-on = After a test, the steps of each outcome, `success` or `failure`; after an opposed roll, those of each role or `tie`; for boxes, the track.
key-step-seen = Steps done when the dice are seen, before any intervention.
key-step-oppose = The test that the two roles roll against each other.
key-step-sides = Two roles, left and right, or each role with its inputs.
key-step-do = Another action.
key-step-as = Of an action: each of its roles with one of the roles here, or only one of the roles here, or `nobody`. Of boxes: which mark.
key-step-first = Steps, of which only the first is done whose `when` holds.
key-step-each = `one: many`: for each of those in a role that is many.
key-step-repeat = How many rounds its steps are done; with `until` at most. The label counts them.
key-step-gain = Points or traits with their formulas, tags with their duration or name; or a tag, or a list of tags.
key-step-to = Who gets it. If omitted: the only role.
key-step-for = How long a tag lasts: `2 turn`, `permanent`. If omitted: as its kind says.
key-step-turn-of = The character at whose turns the time of a tag is counted. If omitted: whoever has the tag.
key-step-until = Of a tag: a condition on its owner; then it is over. Of `repeat`: a condition; there is no round after it holds.
key-step-draw = The deck of which a card is drawn, at random. The label is the card.
key-step-number = How many cards are drawn. The label is this number, then.
key-step-discard = The label of a card, or a deck: all its cards that the character holds. They lie on the table.
key-step-shuffle = The deck whose discards go back into the pile.
key-step-lose = Points or traits with their formulas; or tags, or the label of one.
key-step-pay = Points with their formulas.
key-step-from = Who pays; of boxes, which mark is taken away.
key-step-mark = How many boxes are marked.
key-step-heal = How many marks are taken away, or `all`.
key-step-set = Labels, `tag.value`, points or traits, each with its formula.
key-step-effects = A cell of effects: `Table[row]`.
key-step-say = A text; formulas go in braces.
key-step-stop = A text: says it and ends this action. What was done stays done.
key-step-fail = A text: says it, and nothing has happened.
key-step-order = A role for many, whose characters are put in order.
key-step-by = Who rolls. Of an order: formulas, more comes first.
key-step-ties = The action of those that tie. Otherwise they stay.
key-step-reroll = The answer of a `dice` question, or `all`: rerolled.
key-step-keep = Which throw counts: `new` (what fell last), `better` or `worse` (outcome first, then margin).
key-step-change = Inputs of the running test, each with its formula. Dice whose number or size reads them follow.
key-step-showing = Only dice that show a number of this range are rerolled: `2..5`.
