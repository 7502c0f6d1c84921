
_tirada_names() {
    local cur="${COMP_WORDS[COMP_CWORD]}" quote="" names name word words=()
    [[ $cur == "=" ]] && cur=""
    # A path is a file.
    if [[ $cur != -* && $cur != */* ]]; then
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
            word="${word//\\/}"; word="${word#[\"\']}"; words+=("${word%[\"\']}")
        done
        if names="$(tirada names line -- "${words[@]}" 2>/dev/null)"; then
            compopt +o bashdefault +o default 2>/dev/null
            case $cur in [\"\']*) quote="${cur:0:1}";; esac
            cur="${cur#"$quote"}"
            [[ -n $quote ]] || cur="${cur//\\/}"
            COMPREPLY=()
            while IFS= read -r name; do
                [[ -n $name && $name == "$cur"* ]] || continue
                [[ -n $quote ]] || name="$(printf %q "$name")"
                COMPREPLY+=("$name")
            done <<< "$names"
            return
        fi
    fi
    _tirada "$@"
}
complete -F _tirada_names -o nosort -o bashdefault -o default tirada
