# `make demo` shows the main job, `make test` proves it. Both begin by making .venv where there is none.
PYTHON := $(shell for p in python3.11 python3; do "$$p" -c "" 2>/dev/null && echo "$$p" && break; done)
BIN := .venv/bin

.PHONY: demo test clean

demo: .venv/ready
	@$(BIN)/referee demo

test: .venv/ready
	$(BIN)/python -m pytest -q -n auto
	$(BIN)/referee test tests/cases

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]" --constraint constraints.txt
	@touch $@

clean:
	rm -rf .venv build demo-table demo-table-proofs *.egg-info
