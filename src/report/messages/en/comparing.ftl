# What differs between two rulesets, and where values come from.
diff-nothing = They say the same.
diff-counts = { $added } added, { $changed } changed, { $removed } removed
diff-general = In general
diff-added = new
diff-removed = gone
diff-moved = in another order:
diff-together = Where several changes have a part
diff-and-more = { $names } and { $count } more
diff-same-odds = Affected, with the same chances: { $names }
diff-no-odds = No chances to compare:
diff-give = Give with --with and --set what they need.
diff-mean-of = mean of { $name }
diff-mean-where = mean of { $name }, where there is one,
diff-reaches-too-much = Finding the tests that the change of “{ $name }” affects takes more than { $limit } steps for all changes together.
    Compare without `--odds`, or fewer changes at once.
origin-what = what
origin-value = value
origin-where = written in
