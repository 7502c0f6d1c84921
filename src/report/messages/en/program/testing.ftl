# Cases: which, what they cover, and writing them anew.
cli-test = Replays the cases that come with a ruleset
cli-test-rulesets = Rulesets: ids, or paths of files or folders; none: all there are
cli-test-filter = Only cases with this in their name or source
cli-test-update = Writes what was found into the cases that expect something else, after showing it
cli-test-yes = Does not ask
cli-test-coverage = Shows which rows, outcomes, actions and interventions no case exercises
cli-test-format = How the results are written: text, json or junit
test-count = { $passed } passed, { $failed } failed
cases-elsewhere = “{ $path }” holds cases, but cases are played from the folder `cases` only.
no-such-case = No case has “{ $name }” in its name or source.
coverage-rows = Rows: { $done } of { $all }
coverage-outcomes = Outcomes: { $done } of { $all }
coverage-actions = Actions: { $done } of { $all }
coverage-interventions = Interventions: { $done } of { $all }
update-built-in = { $ruleset }: { $name }: comes with the program and is left alone; copy the ruleset to change it
update-stopped = { $ruleset }: { $name }: was stopped by an error and is left alone
update-nothing = Nothing to write.
update-ask = Write this? [y/N]
update-not-written = Nothing was written.
update-written = { $count ->
    [one] One file was written.
   *[other] { $count } files were written.
}
