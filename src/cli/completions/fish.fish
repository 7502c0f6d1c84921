
function __tirada_names
    set -l words (commandline -opc)
    set -l at (contains -i -- -r $words; or contains -i -- --ruleset $words)
    set -l ruleset
    if test -n "$at"
        set ruleset $words[(math $at + 1)]
    end
    tirada names $argv[1] $ruleset 2>/dev/null
end
complete -c tirada -s r -l ruleset -x -a "(__tirada_names rulesets)"
complete -c tirada -n "__fish_seen_subcommand_from show doc diff" -f -a "(__tirada_names rulesets)"
complete -c tirada -n "__fish_seen_subcommand_from show" -f -a "(__tirada_names things)"
complete -c tirada -n "__fish_seen_subcommand_from do" -f -a "(__tirada_names actions)"
complete -c tirada -n "__fish_seen_subcommand_from odds" -l do -x -a "(__tirada_names actions)"
complete -c tirada -n "__fish_seen_subcommand_from remove update" -f -a "(__tirada_names packs)"
complete -c tirada -l with -x -a "(__tirada_names traits)"
