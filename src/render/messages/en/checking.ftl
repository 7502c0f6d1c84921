# `tirada check`.
cli-check-watch = Checks and tests again after every save, until it is interrupted
check-watching = Watching { $files ->
    [one] one file
   *[other] { $files } files
  } for changes; Ctrl-C ends it.

# What a case expects.
expects-nothing = Nothing is called “{ $name }” in what can be expected here.
    .label = nothing is called so
never-so = “{ $name }” never is “{ $text }”.
    .label = never comes out
help-expect-number = write the number that you expect, such as 12
no-such-code = There is no error called “{ $text }”.
    .label = no such error
help-error-codes = the name of an error stands in brackets before its message, as in `error[unknown-name]`
