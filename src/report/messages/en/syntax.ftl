# What is wrong with an expression.

## Something else was expected

syntax = “{ $found }” is not expected here: { $expected } should come now.
    .label = unexpected
syntax-end = The text ends too early: { $expected } should follow.
    .label = something is missing here
empty-expression = There is nothing to compute.
    .label = nothing here
unknown-character = “{ $found }” means nothing here.
    .label = not part of the language
side-by-side = Nothing says what to do with “{ $left }” and “{ $right }”.
    .label = two things side by side

expected-number = a number
expected-name = a name
expected-dice = dice
expected-open = “(”
expected-operator = an operator such as “+”
expected-close-paren = “)”
expected-close-bracket = “]”
expected-then = “then”
expected-else = “else”
expected-in = “in”
expected-end = the end

## Numbers and dice

number-too-large = This number is too large; the largest is { $limit }.
    .label = too large
not-a-whole-number = “{ $found }” is not a whole number.
    .label = only whole numbers
die-without-faces = A die needs at least one face.
    .label = no face
no-dice = Zero dice cannot be rolled.
    .label = at least one
too-many-sides = A die has at most { $limit } faces.
    .label = too many
too-many-faces = There are { $count } faces in the braces; at most { $limit } are allowed.
    .label = too many
bad-conditions = These braces hold up to { $limit } conditions on faces, separated by commas: `r{"{"}1,>=5{"}"}`.
    .label = cannot be read as conditions
at-most-explosions = `at most` says how often one die explodes, at least once: `5d6! at most 3 times`.
    .label = limits no explosions
bad-face-span = A range of faces begins with the lower one and has at most { $limit } faces.
    .label = cannot be read as faces
bad-faces = The faces of a die are whole numbers separated by commas.
    .label = cannot be read as faces
braces-without-die = Braces hold the faces of a die, and there is no “d” before them.
    .label = whose faces?
unknown-suffix = “{ $found }” cannot follow dice.
    .label = not known
suffix-needs-number = A number is missing after “{ $found }”.
    .label = how many, or which?
torn-suffix = “{ $found }” touches the dice but no number behind it: it is not clear whether it belongs to the dice or compares the total.
    .label = dice or total?
explodes-twice = These dice explode already.
    .label = a second time
stray-explode = “!” has to touch the dice that it makes explode.
    .label = touches no dice

## Names

empty-name = There is no name between the quotes.
    .label = empty
name-too-long = This name has { $length } letters; at most { $limit } are allowed.
    .label = too long
name-taken = “{ $name }” already has a meaning and cannot be a new name.
    .label = choose another
unclosed-quote = The quotes are never closed: “{ $close }” is missing.
    .label = opened here

## Dots

name-before-dot = Only a name can come before a dot.
    .label = no name before it
name-after-dot = A dot has to be followed directly by a name.
    .label = a name should be here
dot-touches = A dot has to touch the names that it joins.
    .label = no spaces here
dot-in-new-name = A new name cannot contain a dot.
    .label = not in a new name

## Brackets and commas

missing-close = “{ $open }” is never closed: “{ $close }” is missing.
    .label = opened here
stray-close = “{ $found }” closes something that was never opened.
    .label = one too many
wrong-close = “{ $found }” cannot close “{ $open }”: “{ $close }” is needed here.
    .label = should be “{ $close }”
wrong-separator = Use a comma to separate here, not a semicolon.
    .label = should be a comma
stray-separator = “{ $found }” separates nothing here.
    .label = only inside brackets
keys-without-table = The name of a table is missing before the brackets.
    .label = of which table?
empty-keys = This does not say which row is meant.
    .label = which row?
condition-in-key = A row or a column is chosen by its name or number, not by a comparison.
    .label = a name or a number
condition-not-simple = Here one comparison with one value is expected.
    .label = too much at once

## Operators and words

chained-comparison = Comparisons cannot be chained.
    .label = the second comparison
misspelt-comparison = “{ $found }” is written “{ $meant }”.
    .label = should be “{ $meant }”
symbol-for-word = “{ $found }” is written “{ $meant }”.
    .label = should be “{ $meant }”
second-vs = “vs” can be used only once.
    .label = the second one
vs-inside = “vs” cannot be used inside brackets, “if” or “let”.
    .label = not in here
vs-not-here = “vs” cannot be used in this place, only when a test is rolled.
    .label = not here
missing-then = “then” is missing after “if”.
    .label = no then
missing-else = “else” is missing after “if … then”.
    .label = no else
missing-in = “in” is missing after “let”.
    .label = no in
missing-equals = “=” is missing between the new name and its value.
    .label = no “=”
missing-let-name = A name is missing after “let”.
    .label = no name
stray-word = “{ $found }” belongs to nothing here.
    .label = without its beginning

## Limits

text-too-long = This text has { $length } bytes; at most { $limit } are read.
    .label = too long from here on
too-deep = Too many things are nested inside one another here; at most { $limit } levels are allowed.
    .label = too deep
too-long-chain = This formula is too long; at most { $limit } operators may follow one another.
    .label = too many

## What to do

help-empty = type something like 3d6 + 2
help-whole = use whole numbers; 5 / 2 divides and rounds
help-fraction = write a division of whole numbers, which rounds at the end: { $fraction }; to multiply by it, multiply first: Name * { $fraction }
help-join = to add up named dice, write them together: { $joined }
help-sign = say what to do with them, for example: { $joined }
help-quotes = a name with spaces needs quotes: { $quoted }
help-dot = a dot joins two names, without spaces: Name.value
help-dot-quotes = in quotes it is a name: { $quoted }
help-suffix-touches = it has to touch the dice, with no space: { $joined }
help-dice-touch = write dice without spaces: { $joined }
help-suffix-keep = say how many dice: { $suffix }1
help-suffix-reroll = say which faces: { $suffix }1 or { $suffix }<=2
help-suffixes = for example: { $suffixes }
help-torn-dice = if it belongs to the dice, write the number without a space: { $suffix }
help-torn-total = if it compares the total, put spaces: { $text }
help-torn-differs = for “not equal”, put spaces: { $text }
help-explodes-twice = keep one: ! rolls another die, !! adds to the same die
help-explode-touches = 3d6! explodes; for the opposite of a condition, write not
help-at-most = to bound the total, write `min(2d6, 8)`
help-faces = write for example {"d{1,2,2,3}"}
help-times = to multiply, write * between two values
help-one-roll = one line is one roll: roll them one after the other, or add them, { $example }
help-versus-left = what is rolled comes first, for example 2d6 + 3 vs 15
help-power = a power is written as a product: x * x
help-keys = write for example Table[row] or Table[row, column]
help-condition-simple = one comparison only, such as >= 5; put anything longer in parentheses
help-chain-and = compare twice and join the two with and
help-vs-outside = write “vs” outside: one whole side, “vs”, the other whole side
help-vs-once = only two sides can be compared
help-if = write: if condition then value else other value
help-remark = words that are only told stand behind a #: { $example }
help-let = write: let name = value in formula
help-name-taken = choose another name, or put it in quotes
help-split = split it into several shorter ones
help-simplify = split it up, or give parts of it a name
