# What a formula or a game says and cannot mean. The key is the code of the error;
# `.label` is printed under the place.

## Names that are declared

declared-twice = There are two things called “{ $name }”.
    .label = a second time
reserved-name = In this place, “{ $name }” is a word of the format, so nothing else can be called that.
    .label = choose another name
row-or-dice = “{ $name }” is a row of the table “{ $table }”, and it is dice.
    .label = write «{ $name }» for the row, 0 + { $name } for the dice
no-margin = The test “{ $test }” has no margin: it does not compare its total with a number, or it says `margin: none`.
    .label = there is none
outcome-of-another-class = “{ $name }” also means every outcome that is a { $name }, so only such an outcome can have this name.
    .label = this is not one; choose another name, or another class
outcome-or-name = “{ $name }” is an outcome here, and something else in the game is called so, too.
    .label = write { $outcome } for the outcome, { $other } for the other
name-is-dice = “{ $name }” is read as dice and cannot be a name.
    .label = these are dice
name-is-function = “{ $name }” is a word of the language (as in { $name }(…)) and cannot be a name.
    .label = choose another name
name-with-quotes = `{ $name }` cannot be a name: it contains quotes or invisible characters.
    .label = no quotes in a name
name-spells-dice = “{ $name }” can also be read as this game's dice side by side, so it would mean two things.
    .label = also spells dice
unknown-test = There is no test called “{ $name }”.
    .label = no such test
unknown-value = This test has no value called “{ $name }” that could be shown.
    .label = not among its `values`
defined-otherwise = Nothing is called “{ $name }”, which is used { $count ->
    [one] once
   *[other] { $count } times
}; and nothing uses “{ $defined }”, which is defined here.
    .label = is this “{ $name }”?
points-out-of-range = { $value } is outside of what there may be of these points: `{ $range }`.
    .label = outside of `{ $range }`

default-out-of-range = The default { $value } is not allowed as an answer: `{ $range }` is.
    .label = outside `{ $range }`

## Names in formulas

input-alone = “{ $name }” is what a test asks for: you answer it beside the expression, not in it.
    .label = asked by a test
name-with-sign = { $what ->
    [words] “{ $name }” is a name of several words, so it needs quotes: { $quoted }.
   *[sign] “{ $name }” is a name with a sign in it, so it needs quotes: { $quoted }.
  }
    .label = { $what ->
        [words] read as several things
       *[sign] read as a calculation
      }
other-notation = Write `{ $meant }` here instead of “{ $written }”.
    .label = another notation
rolls-or-product = Beside dice, “{ $written }” may ask for more rolls or more dice, or multiply one roll.
    .label = more of them, or a product?
help-behind-dice = it stands right behind dice: { $example }
help-notation = { $what ->
    [target] the number that is to be reached stands alone
    [bound] no die counts for less, or for more, than that number
    [explode] wherever that number shows, another die is added
    [drop] that many dice do not count
    [keep] only that many dice count
   *[reroll] dice that show it are rolled again until they show something else
 }
help-explode-on = for another die wherever this number shows (exploding dice): { $example }
help-compare-total = to compare the total with it: { $example }
several-rolls = This asks for several rolls, and a formula is one roll.
    .label = several rolls
help-product = to multiply one roll: { $example }
table-first = The table comes first: `{ $meant }`.
    .label = the other way round
whose-first = The owner comes first: `{ $meant }`.
    .label = the other way round
option-inside = “{ $written }” is an option of the command line: it belongs outside the quotes around what is rolled.
nothing-is-assigned = A formula reads and changes nothing: “{ $written }” is for a step.
    .label = changes nothing
help-as-a-step = as a step: { $example }
not-written-here = “{ $written }” is not used here.
    .label = leave it out
half-a-comparison = { $side ->
        [alone] A condition compares something: `{ $meant }` is missing here.
        [part] Each side of `and` and `or` is a whole comparison: `{ $meant }` is missing here.
       *[whole] Each side of `and` and `or` is a whole comparison: one side of “{ $written }” is empty.
    }
    .label = what is compared?
unknown-name = “{ $name }” means nothing here.
    .label = not known
unknown-table = There is no table called “{ $name }”.
    .label = no such table
unknown-row = There is no row called “{ $name }”.
    .label = no such row
unknown-choice = “{ $name }” is not one of the words to choose from.
    .label = not one of them
unknown-die = “{ $letter }” is not one of this game's dice, so “{ $word }” cannot be read as dice side by side.
    .label = no such die
dice-case = “{ $word }” is not among this game's dice; capital and small letters are different.
    .label = capital or small?
dice-word-in-two-ways = “{ $word }” can be read in two ways: as { $one } or as { $other }; write out which one you mean.
    .label = two readings
times-needs-star = A number can only touch the names of dice, and “{ $name }” is not one; write `*` between them.
    .label = a `*` is missing
name-not-here = { $place ->
    [cell] A table does not see “{ $name }”: its cells may use dice (with `uses: dice`), what is `given`, other tables and options.
   *[default] “{ $name }” cannot be used here: only what is always the same can.
}
    .label = not here
group-is-not-a-value = “{ $name }” is a group of names that each character chooses, so it has no value itself; write one of those names.
    .label = a whole group
table-needs-row = “{ $name }” is a table: say which row is meant.
    .label = which row?
test-needs-call = “{ $name }” is a test: put parentheses behind it.
    .label = parentheses are missing
unknown-function = Nothing called “{ $name }” can have parentheses behind it: it is neither a test nor a word such as `min`.
    .label = not known

## Dice

dice-not-here = Dice can be neither rolled nor read here; in a test, they are rolled under `roll`.
    .label = no dice here
dice-in-derived = This is computed from the sheet and can have no dice in it: dice are rolled in tests and in steps.
    .label = no dice here
cell-without-dice = The cells of the table “{ $table }” do not read dice; say `uses: dice` in the table.
    .label = reads dice
roll-not-dice = Only dice can stand here, such as `3d10`.
    .label = not only dice
no-own-die = This game has no die of its own, so the number of sides is missing: `3d6`, or `d: 6` under `dice` in the game.
    .label = how many sides?
no-roll = There is no roll here to read this from.
    .label = from which dice?
which-roll = Several rolls are made here, and it is not clear which dice are read.
    .label = which dice?
too-many-dice = { $count } dice are too many: at most { $limit } are rolled at once.
    .label = too many dice
keep-at-least-one = The number of dice to keep or drop is 1 or more.
    .label = at least one
keep-too-many = { $have ->
    [one] { $n } dice cannot be kept: there is only { $have }.
   *[other] { $n } dice cannot be kept: there are only { $have }.
}
    .label = more than there are
drop-too-many = { $have ->
    [one] Dropping { $n } of { $have } die leaves none.
   *[other] Dropping { $n } of { $have } dice leaves none.
}
    .label = none would be left
boxes-of-mark = Nothing says how many boxes “{ $name }” has.
    .label = the boxes of each mark
no-middle = { $n ->
    [one] With { $have } dice, no single die is exactly in the middle.
   *[other] With { $have } dice, no { $n } are exactly in the middle.
}
    .label = no exact middle
explodes-forever = These dice would explode for ever: every face makes them explode.
    .label = every face
rerolls-forever = These dice would be rerolled for ever: every face is rerolled.
    .label = every face
condition-never = No face of these dice can meet this condition.
    .label = never happens
beats-needs-dice = `beats` compares dice with dice: `5d6 beats 3d6`.
    .label = not dice

## Numbers, words, yes and no

text-where-number = This is a text, and a number is needed.
    .label = a text
row-where-number = This is a row of the table “{ $table }”, and a number is needed.
    .label = a row
column-where-number = This is a column, and a number is needed.
    .label = a column
word-where-number = This is a word to choose, and a number is needed.
    .label = a word
compared-by-value = This compares the numbers: another trait with the same number as “{ $other }” counts as well. Which trait “{ $name }” is says its name.
    .label = two numbers
compared-total = A comparison is yes or no. A test needs a number here.
    .label = yes or no
help-compared-total = how likely a total or more is, the odds of the test say without the comparison, under “at least”; a rule compares `label.total`
yes-or-no-expected = The answer here is `yes`, `no` or a comparison such as `x > 3`.
    .label = neither yes nor no
one-of-expected = One of the words to choose from is expected here, and this is something else.
    .label = not one of them
not-a-condition = This is neither true nor false, and a condition is needed.
    .label = not a condition
branches-differ = `then` and `else` give different kinds of things: a number, a text, a row …; both have to be of the same kind.
    .label = not of the same kind
different-things = These two cannot be compared: they are different kinds of things.
    .label = different things
word-never = The formula never yields “{ $name }”.
    .label = in the list for nothing
help-words-quoted = if the words themselves are meant, quote them: { $text }
no-order = These two have no order: they can only be equal (`=`) or different (`!=`).
    .label = neither is more or less
division-by-zero = Nothing can be divided by zero.
    .label = zero
rounding-missing = Something is divided here, and the game does not say how it rounds.
    .label = rounds up or down?

## Tables

cell-needs-row = It is not clear which row of the table “{ $table }” is meant.
    .label = which row?
too-many-keys = { $keys ->
    [one] The table “{ $table }” has only one column: the row alone finds the cell.
   *[other] The table “{ $table }” needs only a row and a column to find a cell.
}
    .label = one too many
not-a-row = This is not a row of the table “{ $table }”.
    .label = not one of its rows
row-by-name-only = The rows of the table “{ $table }” are chosen by name, not by number; to count them, say `ordered: yes` in the table.
    .label = a number
not-a-column = This is not a column of the table “{ $table }”.
    .label = not one of its columns
columns-of-two-kinds = The columns of the table “{ $table }” hold different kinds of things, so the column has to be named here.
    .label = could be any column
rows-without-order = The rows of the table “{ $table }” have no order to count in; say `ordered: yes` in the table.
    .label = no next row
nothing-to-choose = No column of the table “{ $name }” has a name, so this question has no answer.
    .label = nothing to choose from
row-twice = A row of this table is already called “{ $name }”.
    .label = a second time
given-missing = The table also needs: { $names }.
    .label = something is missing
given-twice = “{ $name }” is given twice.
    .label = a second time
unknown-given = This table does not ask for “{ $name }”.
    .label = not under its `given`
find-needs-rows = The table “{ $table }” cannot have `find`: only rows with names, under `rows`, are found by their columns.
    .label = `find` without `rows`
find-needs-numbers = The cells of the column “{ $column }” have to be plain numbers, because rows are found by them.
    .label = not a plain number
no-columns-apart = { $missing ->
    [dice] “{ $table }” is not rolled by its name, so its columns are not rolled either.
   *[columns] “{ $table }” has only one column, so there is nothing to roll apart.
}
    .label = nothing is rolled apart
ranges-overlap = Two rows have the same numbers: { $shared }.
    .label = overlaps
range-gap = No row has these numbers: { $missing }.
    .label = a gap before this
class-never = No outcome of “{ $test }” is a “{ $name }”.
    .label = this never happens
class-of-which-roll = “{ $name }” is what an outcome can be. Say of which roll.
    .label = of no roll
classes-meet = The outcome “{ $name }” is “{ $class }” and also “{ $other }”, so two branches would follow.
    .label = which of the two?
success-and-failure = An outcome is either a success or a failure, and says so only once.
    .label = once more
unknown-class = The ruleset declares no class “{ $name }” under `classes`.
    .label = not declared
formula-not-here = “{ $name }” cannot be used here: it reads something that this place does not have, such as dice, a later answer or what a character has.
    .label = not here
too-many-calls = Formulas with parameters are called more than { $limit } times here, or more than { $deepest } inside one another.
    .label = one too many
dice-without-row = `{ $dice }` can show what no row of “{ $table }” has: { $missing }.
    .label = no row for { $missing }
dice-beside-key = “{ $table }” is rolled by its name alone, so it cannot have `{ $key }`, which would have to be given whenever it is read.
    .label = dice beside `{ $key }`
only-beside-a-test = `{ $key }` belongs to a test; “{ $table }” is a table.
    .label = only beside a test
help-again = if the rows lead back on purpose, say how deep: `again: 2` in one of these tables
help-table-dice = to roll on it by its name, give the table dice: `dice: 1d6`

## Things that need themselves

traits-in-a-circle = These traits or formulas depend on one another in a circle: { $path }.
    .label = begins and ends here
values-in-a-circle = These values depend on one another in a circle: { $path }.
    .label = begins and ends here
tables-in-a-circle = These tables depend on one another in a circle: { $path }.
    .label = begins and ends here

## Tests

unknown-input = { $several ->
        [yes] Of the tests { $test }, none asks for “{ $name }”.
       *[no] The test “{ $test }” does not ask for “{ $name }”.
    }
    .label = not asked for
input-twice = “{ $name }” is given twice.
    .label = a second time
too-many-inputs = { $count ->
    [0] The test “{ $test }” asks for nothing.
    [one] The test “{ $test }” asks for only { $count } thing.
   *[other] The test “{ $test }” asks for only { $count } things.
}
    .label = one too many
test-not-here = The test “{ $name }” cannot be rolled inside a formula of the game.
    .label = not here
several-tests = Only one test can be rolled at once.
    .label = a second test
set-and-given = “{ $name }” is given twice: here and beside it, with `set`, --set or --over.
    .label = given here too
bad-setting = “{ $text }” is not an answer for “{ $name }”.
    .label = set to “{ $text }”
no-versus-test = This game does not say which test `vs` rolls.
    .label = which test?
not-opposed = In the test “{ $test }” two sides cannot roll against one another; compare with a number, or write `opposed` in the test.
    .label = two sides
test-without-target = The test “{ $test }” compares its total with nothing, so nothing can come after `vs`.
    .label = not needed
target-twice = “{ $name }” is given twice: in the parentheses and after `vs`.
    .label = a second time
help-one-die = for one die of several, write: { $example }
unreachable-outcome = The outcome “{ $name }” is never reached: the one before it always holds.
    .label = never reached
unreachable-tie = This row of `tie` is never reached: the one before it has no `when`.
    .label = never reached

## What is in parentheses

wrong-number-of-arguments = { $expected ->
    [one] “{ $name }” needs { $expected } value in its parentheses, apart from dice, and here it has { $found }.
   *[other] “{ $name }” needs { $expected } values in its parentheses, apart from dice, and here it has { $found }.
}
    .label = not { $expected }
dice-expected = “{ $name }” is read from dice, such as `{ $example }`, and this is something else.
    .label = not dice
table-expected = “{ $name }” needs the name of a table first: `{ $name }(Table, …)`.
    .label = which table?
condition-where-face = This is a condition, which is true or false; dice are compared with a number, as in `count(3d6, >= 5)`.
    .label = true or false
condition-not-here = A comparison with nothing before it, such as `>= 5`, can only be used in `count`.
    .label = what is compared?
no-inputs-by-name = Only tests take values by name, so `{ $name } =` cannot be used here.
    .label = not by name

## What nothing uses

unused-given = The table asks for “{ $name }” and does not use it.
    .label = not used
unused-input = The test asks for “{ $name }” and does not use it.
    .label = not used
unused-parameter = “{ $formula }” does not read its parameter “{ $name }”.
    .label = not read
unused-value = Nothing uses or shows “{ $name }”.
    .label = not used
alias-of-itself = “{ $name }” is the name of the row already.
    .label = says nothing new

## Other places

label-also-here = these numbers are here already
label-before = the numbers before the gap
label-always-holds = this one always holds
label-on-the-way = part of the circle

## What to do

help-beside-gain = values of a tag go beside `gain`: { $example }
help-default-is-fixed = what follows from other traits is a trait with `is`, or an entry of `formulas`
help-let-ends = what `let` calls “{ $name }” is known in its own part alone; in another one, functions without a name read the same dice: `highest()`, `sum()`
help-write = write for example: { $example }
help-a-number = a number is allowed: `{ $range }`
help-dice-behind-label = dice that belong to no test stand behind the label alone: `label: { $dice }`
help-row-of = a row of a table is written with its table: { $example }
help-meant = did you mean one of these? { $names }
help-dice-are = the dice of this game are: { $names }
help-inputs-are = it asks for: { $names }
help-open-name = if it is a name of the character's own, give it a value: { $example }
help-compare = compare it with something: `x > 3` or `x = 0`
help-parentheses = if you want to compare, write `==` or put it in parentheses: (x = 3)
help-rounding = write `rounding: down`, `rounding: up` or `rounding: nearest` at the beginning of the game
help-gap = if this is intended, write `gaps: yes` in the table; if not, move one end
help-call-a-test = name the test that is rolled, and in parentheses what it asks for: test(7) vs 12
help-which-roll = write the dice that are read inside the parentheses: count(3d6, 6)
help-ask-a-number = ask for a number instead: `number: 1..9`
help-one-group-of-free-names = declare both as one group, or one of them as a tag: any number of tags can have `free names: yes`
too-many-suffixes = These dice have too many suffixes: { $limit } at most.
    .label = too many suffixes
name-beyond-roll = { $count ->
    [one] The roll of this game has { $count } die, and “{ $name }” does not read it.
   *[other] The roll of this game has { $count } dice, and “{ $name }” reads none of them.
}
    .label = reads no die

too-much-to-check = This ruleset takes too much work to check: it hands many roles from one action to another, lets interventions apply in many large places, adds up large groups of traits very often, or reads very often how sides of contests end. The limit is { $limit } units of work.
    .label = from here on, this is not checked
free-names-twice = Only one group of traits can have names that people choose, and “{ $name }” would be a second.
    .label = a second group of free names
