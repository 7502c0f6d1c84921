
_tirada_names() {
    local cur="${words[CURRENT]}" found
    local -a names before
    before=("${(@Q)words[2,CURRENT-1]}")
    if [[ $cur == --*=* ]]; then
        before+=("${cur%%=*}")
    elif [[ $cur == -* ]]; then
        _tirada "$@"
        return
    fi
    if found="$(tirada names line -- $before 2>/dev/null)"; then
        [[ $cur == --*=* ]] && compset -P '*='
        names=("${(@f)found}")
        compadd -a names
    else
        _tirada "$@"
    fi
}
compdef _tirada_names tirada
# The first time, the shell runs this file instead of the function.
if [[ "$funcstack[1]" == "_tirada" ]]; then _tirada_names "$@"; fi
