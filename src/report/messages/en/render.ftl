# Words of the renderers themselves.

# What was expected: several things, the last one apart.
any-of = { $others } or { $last }
any-of-before-o = { $others } or { $last }

severity-error = error
severity-warning = warning

# Names of the lines under a diagnostic.
line-help = help
line-fix = fix
line-other-place = other place

continues-to-line = continues to line { $line }

fix-replace = replace “{ $old }” with “{ $new }”
fix-insert = insert “{ $new }”
fix-remove = remove “{ $old }”
fix-elsewhere = { $change } at { $place }

count-errors = { $count ->
    [one] { $count } error
   *[other] { $count } errors
}
count-warnings = { $count ->
    [one] { $count } warning
   *[other] { $count } warnings
}
count-nothing = no errors

# How numbers are written: before the decimals, and behind a percentage.
number-point = .
number-percent = %
