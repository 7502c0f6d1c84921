# `tirada check`.
# What a case expects.
expects-nothing = Nothing called “{ $name }” can be expected here.
    .label = not known
never-so = “{ $name }” is never “{ $text }”.
    .label = never comes out
help-expect-number = write the number that you expect, such as 12
help-fewer-dice = { $count ->
    [one] the case throws one die
   *[other] the case throws { $count } dice
}
help-comes-always = it is always { $value }
help-comes-between = { $least ->
    [none] it is never more than { $most }
   *[other] { $most ->
        [none] it is never less than { $least }
       *[other] it is never less than { $least } and never more than { $most }
    }
}
no-such-code = There is no error called “{ $text }”.
    .label = no such error
help-error-codes = the name of an error is in brackets before its message, as in `error[unknown-name]`

# What mends YAML.
yaml-missing-dash = This begins an item of a list, and its dash is missing.
    .label = `- ` is missing before this
yaml-unmerged = Two versions of this file stand here one after the other, as a version control leaves them that could not merge them.
    .label = the first begins here
help-yaml-unmerged = keep one of them, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`
help-yaml-dash = each item of a list begins with `- `; what belongs to it is aligned under its first word
help-yaml-close-quote = close the quotes where the text ends
help-yaml-close = write `{ $closing }` where it ends
help-yaml-once = keep one of them: put together what belongs together, or give one another name
help-yaml-quotation = inside of single quotes, double quotes are a part of the text
help-yaml-inner-quotes = inside of single quotes, an apostrophe is written twice: ''

# What mends the rest.
help-read-cell = a cell of the table is read with the row in brackets: { $table }[…]
help-text-shown = a text can be shown, and compared with a text; another column of its row may have a number
help-compare-number = compare the number with a number: `x > 0`, `x = 1`
help-compare-with = what it can be compared with: { $names }
help-move-one-end = move one of their ends
help-before-it = write it before the one that always holds, or say in that one when it holds (`when`)
help-test-reads = the test reads “{ $name }”, which only a character has
help-roles = name who takes part at the beginning of the action, as in `roles: [attacker]`
help-side-of-nobody = a side that no character plays is written `{ $example }`
help-extends-circle = extend a game that does not depend on this one
label-closes-circle = closes the circle
help-circle = one of them must not depend on the others
help-id = write, for example, `id: my-game`: the name of its folder or file

# What works but surely is not meant.
unused-option = No formula reads the option “{ $name }”, so choosing it changes nothing.
    .label = nothing reads it
unused-trait = No rule reads the trait “{ $name }”.
    .label = nothing reads it
unused-points = No rule reads “{ $name }” or changes it.
    .label = nothing mentions it
unused-track = No rule reads “{ $name }” or marks it.
    .label = nothing mentions it
unused-tag = No rule reads the tag “{ $name }”, gives it or removes it.
    .label = nothing mentions it
unused-tag-value = No rule reads “{ $name }” of the tag “{ $tag }”.
    .label = nothing reads it
unused-class = No outcome is a “{ $name }”.
    .label = nothing is of this class
unused-table = No rule reads the table “{ $name }”.
    .label = nothing reads it
unused-column = No rule reads the column “{ $name }” of “{ $table }”.
    .label = nothing reads it
unused-formula = No rule uses the formula “{ $name }”.
    .label = nothing uses it
always-same = { $what ->
    [never] “{ $text }” never holds, for any values of the names in it and for any dice.
    [always] “{ $text }” always holds, for any values of the names in it and for any dice.
   *[number] “{ $text }” is always { $value }, for any values of the names in it and for any dice.
  }
    .label = { $what ->
        [never] never true
        [always] always true
       *[number] always { $value }
      }
never-paid = There are never { $price } of “{ $name }” to pay or to lose: { $most } at most.
    .label = more than there ever is
amount-never = This amount of “{ $name }” is never above zero, so nothing is ever done.
    .label = { $most } at most
boxes-none = “{ $name }” never has a box: this is { $high } at most.
    .label = never more than { $high }
label-holds-too = holds as well, and comes first
help-order-outcomes = the first that holds counts: put the narrower condition first
unused-answer = “{ $name }” is asked for, and nothing uses the answer.
    .label = nothing uses it
differs-by-accent = “{ $name }” and “{ $other }” differ only by an accent, and are two different names.
    .label = differs by an accent
label-other-word = the other one
help-one-spelling = write both alike if they are one, and choose another word if they are two
better-unclear = “{ $name }” and another failure of “{ $test }” come after all successes: where outcomes are compared (by `keep`, or by `outcome` in `compare`), both are alike, and what is compared next decides.
    .label = which failure is worse?
help-better-unclear = write it before the last success if it is worse than an ordinary failure
braces-as-written = This sentence is told as it is written: braces are not filled in here.
    .label = told with its braces
hidden-by-command = At the prompt, a line that begins with `{ $command }` is that command and never “{ $name }”.
    .label = a command of the prompt
help-quoted-at-prompt = in quotes, the prompt takes it as the name: { $text }; or choose another name
outcome-never = { $why ->
    [all] The outcome “{ $name }” is never reached: one of those before it always holds.
    [before] The outcome “{ $name }” is never reached: the one before it always holds.
    [several] The outcome “{ $name }” is never reached: wherever it holds, one of those before it holds as well.
    [covered] The outcome “{ $name }” is never reached: wherever it holds, “{ $first }” before it holds as well.
   *[never] The outcome “{ $name }” is never reached, for any dice.
  }
    .label = never reached
step-never = The step “{ $name }” is never done: a step before it has no `when`, so that one is the first that holds.
    .label = never done
state-never = { $why ->
    [all] The state “{ $name }” is never reached: one of those before it always holds.
    [before] The state “{ $name }” is never reached: the one before it always holds.
    [several] The state “{ $name }” is never reached: wherever it holds, one of those before it holds as well.
    [covered] The state “{ $name }” is never reached: wherever it holds, “{ $first }” before it holds as well.
   *[never] The state “{ $name }” is never reached.
  }
    .label = never reached
dice-lie-already = How many dice “{ $test }” throws depends on “{ $name }”, but after the roll they lie already: none is added.
    .label = the dice stay as they are
help-change-adds = a `change` of what the test asks for throws the dice that are missing
margin-read-twice = The total of “{ $test }” reads “{ $name }” itself, and its margin is how far it lies above that once more.
    .label = no `margin` says otherwise
margin-upwards = “{ $test }” succeeds at or below this, but its margin is how far the total lies above it: the worst failure has the greatest margin.
    .label = no `margin` says otherwise
help-margin-turned = then turn round what the outcomes compare the margin with, first that of “{ $name }”: `margin <= 0` becomes `margin >= 0`
total-is-a-condition = The total of “{ $test }” is a comparison, so it is 0 or 1, and an outcome compares it again.
    .label = 0 or 1
tag-never-given = Rules read the internal tag “{ $name }”, but no rule gives it.
    .label = nothing gives it
signs-alike = On a sheet, “{ $name }” has the same sign as “{ $first }”: { $sign }
    .label = cannot be told from the other one
decider-near = Only here does “{ $name }” decide something, and the word is very similar to another one.
    .label = who decides
row-counted = { $of ->
    [group] “{ $name }” is a trait whose value is { $what ->
        [row] a row; here it counts as the number of that row
        [column] a column; here it counts as the number of that column
       *[word] a word; here it counts as the number of that word in its list
      } (the first is 1).
   *[answer] “{ $name }” may be a trait whose value is { $what ->
        [row] a row; it then counts as the number of that row
        [column] a column; it then counts as the number of that column
       *[word] a word; it then counts as the number of that word in its list
      } (the first is 1), and this formula calculates with it.
  }
    .label = counts from 1
row-never = This row of “{ $table }” is never reached: the table is only read with { $ends ->
    [low] numbers from { $low } on
    [high] numbers up to { $high }
   *[both] numbers from { $low } to { $high }
  }.
    .label = out of reach
never-done = “{ $name }” is never done: the step before it always ends the action.
    .label = never done
label-ends-it = nothing is done after this
never-missed = “{ $name }” in the test “{ $test }” cannot be missed: the worst roll with the lowest traits and no help still reaches it.
    .label = cannot be missed
help-never-missed = raise its number, or remove the row
no-rise = { $way ->
    [finds] The average of “{ $row }” is { $mean } and that of “{ $before }”, the row before, { $last }, but a row is found by numbers that rise from row to row.
    [up] The average of “{ $row }” is { $mean } and that of “{ $before }”, the row before, { $last }, but the column rises.
    [throughout] The rows are ordered upwards, and the column falls from row to row: “{ $before }” is { $last } and “{ $row }”, the row after, { $mean }.
   *[down] The average of “{ $row }” is { $mean } and that of “{ $before }”, the row before, { $last }, but the column falls.
  }
    .label = { $way ->
        [throughout] falls
       *[down] against the others
    }
label-row-before = the row before
help-no-rise = change the cell, or the order of the rows; if it is meant, a comment says so: # allow no-rise: why

# Silencing them.
allow-unknown = No warning is called “{ $name }”, so this silences nothing.
    .label = no such warning
allow-without-reason = The reason why “{ $name }” does not matter here is missing, so it is not silenced.
    .label = the reason is missing
allow-nothing = There is no warning “{ $name }” here, so this silences nothing.
    .label = nothing to silence
help-take-away = remove the comment
label-never-now = never reached any more
help-change-never = the ruleset that is extended reaches it: what is changed here makes it impossible
