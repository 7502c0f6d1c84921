# What differs between two rulesets, and where values come from.
cli-diff = Shows what differs between two rulesets, rule by rule
cli-diff-from = The first ruleset: an id, or the path of a file or folder
cli-diff-to = The second; without it the first is compared with what it extends
cli-diff-odds = Shows what each change does to the chances of the tests that it touches
cli-diff-with = The file of a character who rolls those tests, or NAME=VALUE, a trait or points of theirs; may be repeated
cli-diff-set = An input of those tests or an option of the ruleset; may be repeated
cli-diff-format = How the differences are written
cli-diff-json = The same as --format json
cli-show-origin = Shows in which file and line each value was written
diff-nothing = They say the same.
diff-counts = { $added } added, { $changed } changed, { $removed } removed
diff-general = In general
diff-added = new
diff-removed = gone
diff-moved = in another order:
diff-same-odds = Touched, with the same chances: { $names }
diff-no-odds = No chances to compare:
diff-give = Give with --with and --set what they need.
diff-mean-of = mean of { $name }
diff-mean-where = mean of { $name }, where there is one,
diff-of-one = “{ $name }” extends nothing, so there is nothing to compare it with: give a second ruleset.
diff-reaches-too-much = Finding the tests that the change of “{ $name }” reaches takes more than { $limit } steps for all changes together.
    Compare without `--odds`, or fewer changes at once.
diff-odds-cut = Only the odds of the first { $limit } tests that changes reach were compared, and not those of { $names }.
origin-what = what
origin-value = value
origin-where = written in
