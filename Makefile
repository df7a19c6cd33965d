# make nightly   set up, build, and run the night on Data/sample
# make test      set up, build, and run all tests
# make smoke     set up, build, and run the tests of what changed: before a commit
# make campaigns   set up, build, and run the checks that take hours
# make bench     set up, build, and measure a nightly run and the reading of a million lines
# make man       generate the manual pages in .build/share/man
# make completions   generate completions for bash, zsh and fish in .build/share/completions
# make install   install the program, its manual pages and completions under PREFIX (/usr/local)
# make spark-bundle   put the program and its libraries into an archive for a Spark cluster
# make clean     remove build products, but no workspace (Data/warehouse) and no reports

SHELL := /bin/bash
.ONESHELL:
.SHELLFLAGS := -eu -o pipefail -c

INPUT ?= Data/sample
WORKSPACE ?= Data/warehouse
REPORTS ?= Reports
PREFIX ?= /usr/local

packages := libblas-dev liblapacke-dev libopenblas0-pthread libsimdjson-dev zlib1g-dev libzstd-dev \
  libsqlite3-dev libssl-dev libcurl4-openssl-dev libxml2-dev pkg-config

# Debug information and an index cost a tenth of the processor time of a build each. Backtraces name
# functions without them. All builds have the same options: with others, C modules are compiled again, and
# all that import them.
release := -c release -debug-info-format none --disable-index-store

# See Tests/XCTMain.swift.
testing := --disable-xctest --enable-swift-testing

.PHONY: nightly smoke test campaigns bench man completions install clean packages build build-tests \
  spark-bundle

nightly: build
	.build/release/findie run nightly --input $(INPUT) --workspace $(WORKSPACE) --reports $(REPORTS)

# What to run before a commit.
smoke: packages
	Tests/smoke

# In release mode: the tests run whole nights, and `make nightly` uses the same build. `--build-tests` would
# also build the tools of plugins.
test: build-tests
	swift test $(release) --skip-build $(testing) $(OPTIONS)

build-tests: packages
	swift build $(release) --product findiePackageTests

# The checks that take too long for each push.
campaigns: build-tests
	Tests/campaigns

bench: build
	swift build $(release) --product findie-lab
	Benchmarks/run
	if command -v python3 >/dev/null; then Benchmarks/ingest 1000000
	else echo "Benchmarks/ingest is skipped: it needs python3."; fi

# One page per command, from the help of the commands.
man: build
	swift package $(release) plugin generate-manual --multi-page
	rm -rf .build/share/man
	install -D --mode=644 --target-directory=.build/share/man/man1 \
	  .build/plugins/GenerateManual/outputs/findie/*.1

completions: build
	mkdir -p .build/share/completions
	for shell in bash zsh fish; do
	  .build/release/findie --generate-completion-script $$shell >.build/share/completions/findie.$$shell
	done

# The machine that runs findie needs the Swift runtime.
install: build man completions
	install -D .build/release/findie "$(DESTDIR)$(PREFIX)/bin/findie"
	install -D --mode=644 --target-directory="$(DESTDIR)$(PREFIX)/share/man/man1" .build/share/man/man1/*.1
	cd .build/share/completions
	install -D --mode=644 findie.bash "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/findie"
	install -D --mode=644 findie.zsh "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_findie"
	install -D --mode=644 findie.fish "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/findie.fish"

build: packages
	swift build $(release) --product findie

# See docs/SPARK.md.
spark-bundle: build
	mkdir -p .build/spark
	Pipelines/spark/bundle .build/release/findie .build/spark/findie.tar.gz

# Installs the packages that are missing.
packages:
	@missing=()
	for package in $(packages); do
	  dpkg-query --show --showformat='$${Status}' $$package 2>/dev/null \
	    | grep -q 'install ok installed' || missing+=($$package)
	done
	[ $${#missing[@]} -eq 0 ] && exit 0
	echo "Installing $${missing[*]}"
	install="apt-get install --yes --no-install-recommends $${missing[*]}"
	if [ "$$(id -u)" -eq 0 ]; then as_root=
	elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then as_root="sudo -n"
	else
	  echo "Debian packages are missing and this user may not install them. As root, run:" >&2
	  echo "  apt-get update && $$install" >&2
	  exit 1
	fi
	export DEBIAN_FRONTEND=noninteractive
	$$as_root $$install >/dev/null 2>&1 || { $$as_root apt-get update >/dev/null && $$as_root $$install; }

# Does not remove a workspace: it may have the only copy of its events, and of the requests to forget
# players.
clean:
	rm -rf .build
