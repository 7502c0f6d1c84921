
_tirada_names() {
    local kind="" ruleset="" at prev="${words[CURRENT-1]}"
    for ((at = 2; at < CURRENT - 1; at++)); do
        case "${words[at]}" in (-r|--ruleset) ruleset="${words[at+1]}";; esac
    done
    case "${words[2]} $prev" in
        (*" -r"|*" --ruleset"|*" --extends"|"show show"|"doc doc"|"diff diff") kind=rulesets;;
        ("do do"|"odds --do") kind=actions;;
        ("remove remove"|"update update") kind=packs;;
        (*" --with") kind=traits;;
        ("show "*) (( CURRENT == 4 )) && kind=things ruleset="$prev";;
    esac
    if [[ -z $kind || ${words[CURRENT]} == -* ]]; then
        _tirada "$@"
        return
    fi
    local -a names
    names=("${(@f)$(tirada names $kind ${ruleset:+$ruleset} 2>/dev/null)}")
    compadd -a names
}
compdef _tirada_names tirada
