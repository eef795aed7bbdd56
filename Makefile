# The front door.  The build itself is meson's; the work is done by the scripts named here.

prefix  ?= /usr/local
BUILD   ?= build
TACIT    = $(BUILD)/src/tacit
MESON_OPTIONS ?=

.PHONY: all help setup demo check test soak bench install site dist format clean

all: ## build the command and the library in build/
	@tools/build.sh $(BUILD) --prefix $(prefix) --libdir lib --buildtype release -Dtests=false $(MESON_OPTIONS)

help: ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F '|' '{ printf "%-16s%s\n", $$1, $$2 }'

setup: ## install what building needs (Debian 12) and fetch DuckDB
	@setup/setup.sh build

demo: setup ## install, build, and protect an example survey
	@$(MAKE) --no-print-directory all
	@tools/demo.sh $(TACIT)

check: ## the quick tests, under a minute once built
	@setup/setup.sh test
	@tools/test.sh quick

test: ## install, build, and run the tests, within ten minutes
	@setup/setup.sh test
	@tools/test.sh all

soak: ## the tests that take longer: sanitizers, races, faults, fuzzers
	@setup/setup.sh test
	@tools/test.sh soak

bench: all ## measure speed and memory, as ratios
	@bench/run.sh $(TACIT)

install: all ## install under $(DESTDIR)$(prefix)
	@meson install -C $(BUILD) --no-rebuild --quiet $(if $(DESTDIR),--destdir "$(abspath $(DESTDIR))")

site: ## the pages as a site, in build-site/
	@setup/setup.sh dist
	@python3 -B tools/site.py

dist: ## packages for Debian, tarballs, SBOM and checksums, in dist/
	@setup/setup.sh dist
	@tools/deb.sh dist
	@tools/dist.sh dist

format: ## lay the C sources out with clang-format
	@clang-format-14 -i $$(git ls-files '*.c' '*.h')

clean: ## remove what was built, but not what was fetched
	@rm -rf $(BUILD) build-dist build-site build-test demo dist
