# Two commands: `make lab` opens the course, `make test` checks all of it.
# Needed: python3 (3.11 or newer) with its venv module, and make. The rest is set up in .venv,
# and repaired when broken, by .ci/setup.py, which every target below runs first.

PYTHON ?= python3
LAB_ARGS ?=
TEST_ARGS ?=
BENCH_ARGS ?=
LOCK_ARGS ?=
PAGES ?=
MNIST ?=
SUBMISSIONS ?= submissions
OUT ?= results
GRADE_ARGS ?=
PYODIDE ?=

VENV := .venv/bin/python
# A Python named by the user is used even if .venv is fine with another one.
NAMED := $(if $(filter command environment,$(origin PYTHON)),--this-python)
# python3 is the machine's, also while .venv is active.
export PATH := $(subst $(CURDIR)/.venv/bin:,,$(PATH))
# Settings of the user's shell that would change what is imported or what is checked.
unexport PYTHONPATH PYTHONHOME PYTHONOPTIMIZE PYTHONWARNINGS VIRTUAL_ENV MYPYPATH
# Kept bytecode saves every process of a test run a second or two.
unexport PYTHONDONTWRITEBYTECODE

# One thread per process: the tests use every core by themselves, and benchmarks compare like with like.
ONE_THREAD := OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 MKL_NUM_THREADS=1 VECLIB_MAXIMUM_THREADS=1
PYTEST := $(ONE_THREAD) MPLBACKEND=agg $(VENV) -m pytest -n logical --maxprocesses 8 --dist loadgroup
# Only one of the runs below needs nbval, which takes two seconds to load.
TESTS := $(PYTEST) -p no:nbval

# Where TEST_ARGS choose tests, one of the runs below may be left with none, which pytest calls 5.
OR_NONE := $(if $(TEST_ARGS),|| [ $$? -eq 5 ])

# Every cell of every lecture, executed and compared with what is stored.
NBVAL := --nbval --nbval-current-env --nbval-cell-timeout=60 -p no:cacheprovider lectures/*.ipynb

# These have a run, or a command, of their own.
ELSEWHERE := --ignore=tests/browser --ignore=tests/site

# Nothing here depends on numba (see tests/conftest.py, which says where each test runs).
NO_LOOPS := $(addprefix --ignore=,tests/grading tests/proofs perceptronlib/demos)

# JupyterLab opens the first page in lectures/, unless LAB_ARGS names a folder, and asks no server for news.
ON_THE_COURSE := --ServerApp.root_dir="$(CURDIR)" --ContentsManager.preferred_dir="$(CURDIR)/lectures" \
    --LabApp.default_url=/lab/tree/lectures/00_start_here.ipynb
OFFLINE := --LabApp.news_url=None --LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate

.DEFAULT_GOAL := help
.PHONY: help setup lab build grade site slides lite pyodide test-site test-grader test lint bench simulation mnist readme package lock clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "Settings: PYTHON=python3.12, LAB_ARGS, TEST_ARGS, BENCH_ARGS, LOCK_ARGS=--upgrade"

setup: ## build or repair .venv; nothing to do when it is in order
	@command -v "$(PYTHON)" > /dev/null || { echo "There is no $(PYTHON) on this machine: install Python 3.11 or newer, or name one: make PYTHON=python3.12 setup" >&2; exit 1; }
	@"$(PYTHON)" .ci/setup.py $(NAMED)

lab: setup ## open JupyterLab on the course (LAB_ARGS="--no-browser --port=8899")
	@echo "Opening JupyterLab on the course; Ctrl-C twice ends it."
	@PATH="$(CURDIR)/.venv/bin:$$PATH" JUPYTER_PREFER_ENV_PATH=1 exec $(VENV) -m jupyterlab \
	    $(if $(findstring root_dir,$(LAB_ARGS)),,$(ON_THE_COURSE)) $(OFFLINE) \
	    $(if $(filter 0,$(shell id -u)),--allow-root) $(LAB_ARGS)

build: setup ## write the notebooks of lectures and exercises from their texts (PAGES="01_perceptron" for some)
	$(VENV) .ci/exercises.py $(PAGES)
	$(VENV) .ci/pages.py $(PAGES)

grade: setup ## grade a class (SUBMISSIONS=submissions OUT=results GRADE_ARGS="--canvas export.csv")
	$(VENV) -m perceptronlib grade "$(SUBMISSIONS)" --out "$(OUT)" $(GRADE_ARGS)

site: setup ## make the published course in build/site (INSTRUCTOR=1: with the solutions)
	$(ONE_THREAD) $(VENV) .ci/site/build.py $(if $(INSTRUCTOR),--instructor)

# The site's first page links to what lies beside it, once it is there.
LINK = ! test -e build/site/index.html || grep -q '$(1)/index.html' build/site/index.html || $(MAKE) --no-print-directory site

slides: setup ## make the slides of all lectures in build/site/slides, with every slider alive
	$(ONE_THREAD) $(VENV) .ci/site/decks.py
	@$(call LINK,slides)

lite: setup ## put the course live in the browser, in build/site/live (PYODIDE=folder: with a Pyodide of its own)
	$(ONE_THREAD) $(VENV) .ci/lite/live.py $(if $(PYODIDE),--pyodide "$(PYODIDE)")
	@$(call LINK,live)

pyodide: setup ## make such a folder, build/cache/pyodide, which the tests of `make lite` use
	$(ONE_THREAD) $(VENV) .ci/lite/pyodide.py

# What is tested asks no other host for anything, so it has a Pyodide of its own, if `make pyodide` made one.
test-site: export PYODIDE := $(or $(PYODIDE),$(wildcard build/cache/pyodide))
test-site: site slides lite ## check the published course: links, words, and every slider in a browser
	$(TESTS) tests/site $(TEST_ARGS)

# Where `make test` draws hidden cases once, this draws them with many seeds.
GRADED := $(addprefix tests/grading/,term/whole.py test_answers.py test_handed_out.py)

test-grader: setup ## grade a whole term, killed ten times on the way, and all answers and notebooks with ten seeds or more
	SEEDS=10 $(TESTS) $(GRADED) $(TEST_ARGS)

test: lint ## check everything: lint, types, tests with numba, in a browser, by nbval, without numba and with coverage
	$(TESTS) $(ELSEWHERE) $(NO_LOOPS) -m "not once" $(TEST_ARGS) $(OR_NONE)
	$(PYTEST) $(NBVAL) tests/browser $(TEST_ARGS) $(OR_NONE)
	PERCEPTRONLIB_WITHOUT_NUMBA=1 $(TESTS) $(ELSEWHERE) -m "not long" --cov --cov-report=term $(TEST_ARGS)

lint: setup ## check style, formatting and types
	$(VENV) -m ruff check .
	$(VENV) -m ruff format --check .
	MYPY_NUM_WORKERS=2 $(VENV) -m mypy

bench: setup ## measure speed against scikit-learn and against the limit
	$(ONE_THREAD) $(VENV) -m tests.bench $(BENCH_ARGS)

simulation: setup ## run the experiments that take minutes, and write their tables and plots
	$(ONE_THREAD) $(VENV) -m perceptronlib.experiments.simulation
	$(ONE_THREAD) $(VENV) -m perceptronlib.experiments.noise

mnist: setup ## run Freund and Schapire's experiment, and write its table and plot (MNIST=folder with the data)
	$(ONE_THREAD) $(VENV) -m perceptronlib.experiments.mnist $(if $(MNIST),"$(MNIST)")

readme: setup ## write what opens README: the moving picture, and the links to the project's public home
	$(ONE_THREAD) $(VENV) .ci/package/moving.py
	$(VENV) .ci/package/readme.py

package: setup ## build the package in dist/, and check that an index would take it
	rm -rf dist
	$(VENV) -m hatchling build -d dist
	$(VENV) -m twine check --strict dist/*

# The pins keep their extras: pip, which installs them where uv cannot, wants to see them.
lock: setup ## write requirements.lock from pyproject.toml (LOCK_ARGS=--upgrade: newest versions)
	UV_SYSTEM_CERTS=$${UV_SYSTEM_CERTS:-1} $(VENV) -m uv pip compile pyproject.toml \
	    --extra course --extra grading --extra cluster --extra dev --extra browser --extra site --extra hub --universal --generate-hashes --no-header --quiet \
	    --constraint .ci/constraints.txt --no-strip-extras $(LOCK_ARGS) -o requirements.lock

clean: ## remove .venv and everything else that can be made again
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .coverage.* htmlcov build dist
	find .ci perceptronlib tests -name __pycache__ -prune -exec rm -rf {} +
