#!/bin/sh
# Fills fuzz/corpus/ from what the project ships: its rulesets, the expressions in their
# cases and in the language's reference.
set -eu
cd "$(dirname "$0")"
mkdir -p corpus/parse corpus/load corpus/roll corpus/play
cp play.yml play.cases.yml corpus/play/
for file in ../rulesets/*/*.yml ../rulesets/*/cases/*.yml; do
    cp "$file" "corpus/load/$(echo "$file" | tr -c 'a-z0-9\n' _)"
done
number=0
{
    sed -n 's/^ *- *\(roll\|each\): *//p; s/^ *roll: *//p' ../rulesets/*/cases/*.yml
    grep -o '`[^`]*`' ../grammar/README.md | tr -d '`'
} | sort -u | while IFS= read -r line; do
    number=$((number + 1))
    printf '%s' "$line" > "corpus/parse/$number"
    printf '%s%s' $((number % 4)) "$line" > "corpus/roll/$number"
done
for file in ../rulesets/*/ruleset.yml; do
    { cat "$file"; printf -- '\n---\n2d6 + 3'; } > "corpus/roll/$(echo "$file" | tr -c 'a-z0-9\n' _)"
done
