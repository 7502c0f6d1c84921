
_tirada_names() {
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" kind="" ruleset="" at name
    for ((at = 1; at < COMP_CWORD - 1; at++)); do
        case "${COMP_WORDS[at]}" in -r|--ruleset) ruleset="${COMP_WORDS[at+1]}";; esac
    done
    case "${COMP_WORDS[1]} $prev" in
        *" -r"|*" --ruleset"|*" --extends"|"show show"|"doc doc"|"diff diff") kind=rulesets;;
        "do do"|"odds --do") kind=actions;;
        "remove remove"|"update update") kind=packs;;
        *" --with") kind=traits;;
        "show "*) [[ $COMP_CWORD -eq 3 ]] && kind=things ruleset="$prev";;
    esac
    if [[ -z $kind || $cur == -* ]]; then
        _tirada "$@"
        return
    fi
    COMPREPLY=()
    while IFS= read -r name; do
        [[ $name == "$cur"* ]] && COMPREPLY+=("$(printf %q "$name")")
    done < <(tirada names "$kind" ${ruleset:+"$ruleset"} 2>/dev/null)
}
complete -F _tirada_names -o nosort -o bashdefault -o default tirada
