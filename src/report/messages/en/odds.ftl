# Odds.
odds-value = value
odds-total = total
odds-fraction = fraction
odds-chance = chance
odds-exactly = exactly
odds-at-least = at least
odds-at-most = at most
odds-outcome = outcome
odds-success = succeeds
odds-is-success = success
odds-mean = mean
odds-deviation = deviation
odds-median = median
odds-mode = mode
odds-modes = { $count } values
odds-lowest = lowest
odds-highest = highest
odds-margin = margin
odds-mean-margin = mean margin
odds-from-to = from { $low } to { $high }
odds-difference = difference
odds-together = Values are grouped, { $step } at a time.
odds-left-out = { $count ->
    [one] One value at the ends is left out: less than 1 in 100,000 on either side.
   *[other] { $count } values at the ends are left out: less than 1 in 100,000 on either side.
}
odds-show-all = `--all` shows everything.
odds-write-all = `--format csv` writes every value.
odds-left = Left over: { $chance }, where dice explode more often than is followed. `--depth` follows more explosions.
odds-left-at-most = Left over: { $chance } at most, where dice explode more often than is followed. `--depth` follows more explosions.
odds-undecided = No outcome is known in { $chance }, where dice explode more often than is followed.
odds-undecided-at-most = No outcome is known in { $chance } at most, where dice explode more often than is followed.
odds-unanswered = Cannot be answered in { $chance }: { $why }
odds-tags-left-out = Following { $names } as well would give too many states; `--track "{ $first }"` follows it all the same.
odds-cards-counted = Cards of { $names } are counted without their names: there are too many different hands.
odds-given-at-most = Only where `{ $condition }`: at most { $chance } of all throws.
odds-given = Only where `{ $condition }`: { $chance } of all throws.
odds-pairs-all = all
odds-pairs-hidden = { $count } more pairs, together { $chance }; `--all` shows them.
odds-samples = From { $count } samples, not exact.
odds-samples-seed = From { $count } samples, not exact; seed { $seed }.
odds-within = With 95% confidence, no percentage is off by more than { $points } points.
odds-interval = 95% interval
odds-grid = { $what }; across: { $name }
odds-grid-difference = { $other } minus { $one }, in percentage points
odds-every = Only one in { $every } lines of “{ $name }” is drawn.

# What an action leads to.
odds-policy = Done only where it holds: { $decision }: { $when }
odds-best = Best play for { $goal }: { $worth }
odds-best-nothing = There is nothing to decide.
odds-policy-decision = decision
odds-policy-at = at
odds-policy-when = best when
odds-policy-decided = comes up
odds-policy-taken = done
odds-policy-always = always
odds-policy-never = never
odds-policy-faces = all that show { $faces }
odds-policy-answers = Rows with an answer say what is answered where the intervention is done; they are no conditions for `--policy`.
odds-policy-more = { $told }; and { $count } more
odds-policy-unseen = * What is best there also hangs on what the row does not tell, such as the dice of the other side, or what can still be done afterwards: followed by what it tells alone, it may come to less.
odds-rolled = rolled in { $chance }
odds-none = none
odds-unnamed = a new one
odds-said = said
odds-said-more = { $count ->
    [one] One sentence that is said less often is left out.
   *[other] { $count } sentences that are said less often are left out.
}
odds-has = has afterwards
odds-marks = { $name }, marks
odds-other-marks = { $name }, other marks
odds-other-values = { $name }, other values
odds-other-duration = { $name }, another duration
odds-refused = It cannot be done in { $chance }.
odds-comes-back = { $who }: { $name } changes on the way in { $chance }; at the end it is as it was.
odds-turns-change-nothing = After each turn all is as it was at first.
odds-nothing-changes = Nothing changes.
odds-turn = turn
odds-unable = not possible
odds-mean-change = With a sign: the average difference from the start.

# What can be done when the dice have fallen.
odds-fallen = the dice show { $dice }
odds-course = what is done
odds-cost = cost
odds-leave = leave them
odds-somebody = a character
odds-seldom-rolled = { $count ->
    [one] Another roll, made in less than 0.01% of cases, is left out.
   *[other] { $count } other rolls, each made in less than 0.01% of cases, are left out.
}
odds-worse = { $count ->
    [one] One worse option is left out.
   *[other] { $count } worse options are left out.
}
