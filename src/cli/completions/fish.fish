
function __tirada_names
    set -l words (commandline -opc)[2..]
    set -a words (string match -r -g -- '^(--[^=]+)=' (commandline -ct))
    tirada names line -- $words 2>/dev/null
end
function __tirada_knows
    set -g __tirada_found (__tirada_names)
end
for flag in extends lang do with
    complete -c tirada -l $flag -x -a "(__tirada_names)"
end
complete -c tirada -s r -l ruleset -x -a "(__tirada_names)"
complete -c tirada -n __tirada_knows -f -a '(printf "%s\n" $__tirada_found)'
