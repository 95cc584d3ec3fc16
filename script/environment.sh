# Sourced by script/server and script/test, which set $here: finds a Python, makes .venv, installs requirements when they changed.
# shellcheck shell=bash disable=SC2154

venv="$here/.venv"

die() {
    printf '%s\n' "$1" >&2
    exit 1
}

# The first interpreter on PATH that is new enough. Each is asked, for a name may be there and not work, as pyenv's are.
find_python() {
    local name
    for name in python3.11 python3.12 python3.13 python3.14 python3 python; do
        if "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$name"
            return
        fi
    done
    die "Python 3.11 or later, with its venv module, was not found; install it (on Debian: apt install python3 python3-venv) and start again."
}

# prepare_environment FILE…: a virtual environment with exactly these requirement files. Does nothing when they have not changed.
prepare_environment() {
    local python wanted stamp="$venv/.installed" file arguments=()
    if ! "$venv/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        python=$(find_python)
        echo "Making a Python environment in .venv with $python."
        "$python" -m venv --clear "$venv" || die "The environment in $venv could not be made; the reason stands above."
    fi
    wanted=$(cd "$here" && cat requirements.txt "$@" | cksum)
    # The tests' environment holds the product's too: script/server must not undo what script/test installed, nor the reverse.
    if [ -f "$stamp" ] && grep -qxF "$wanted" "$stamp"; then
        return
    fi
    for file in "$@"; do
        arguments+=(-r "$here/$file")
    done
    echo "Installing what $* asks for; the first time takes a minute or two."
    "$venv/bin/python" -m pip install --quiet --quiet --disable-pip-version-check "${arguments[@]}" ||
        die "The packages could not be installed; the reason stands above. Is there a way to a Python package index?"
    if [ "$(head -n 1 "$stamp" 2>/dev/null)" != "$(product_sum)" ]; then
        product_sum >"$stamp"
    fi
    echo "$wanted" >>"$stamp"
}

# The first line of the stamp: when the product's own requirements change, all that was installed for others is stale too.
product_sum() {
    (cd "$here" && cksum <requirements.txt)
}
