#!/bin/sh
# cli_r.sh - the package for R over the library that was built, where there is R: its own tests, and
# what R's check says of code and help pages.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/cli_lib.sh"
root=$(cd "$here/../.." && pwd)
libraries=$(dirname "$TACIT")
export TACIT_SOURCE_DIR="$root" TACIT_CFLAGS="-I$root/include"
export TACIT_LIBS="-L$libraries -Wl,-rpath,$libraries -ltacit"
shared=${TACIT_SHARED:-$(cd "$root/.." && pwd)/shared}/data/sdcmicro
[ ! -d "$shared" ] || export TACIT_SDCMICRO_DATA="$shared"
command -v Rscript >/dev/null || { echo 'ok - r # SKIP R is not installed' && exit 0; }
if nm -D "$libraries/libtacit.so.0" | grep -q __asan_init; then
    echo 'ok - r # SKIP a sanitizer cannot be loaded by an R that has none'
    exit 0
fi

# R's own check: code, help pages against code, examples.  Vignettes are run below, without knitr.
cp -R "$root/bindings/r" tacit && rm -rf tacit/src/*.o tacit/src/*.so tacit/src/Makevars tacit/vignettes
sed -i '/^VignetteBuilder/d' tacit/DESCRIPTION
checks() {
    R CMD build tacit >built 2>&1 || { cat built && return 1; }
    mkdir -p repository/src/contrib && : >repository/src/contrib/PACKAGES # in the place of one in the network
    printf 'options(repos = c(CRAN = "file://%s/repository"))\n' "$PWD" >profile
    R_PROFILE="$PWD/profile" _R_CHECK_FORCE_SUGGESTS_=false \
        R CMD check --no-manual --no-tests --no-build-vignettes tacit_*.tar.gz >check 2>&1
    # A suggested package that is not there is one note, and says nothing of this one.
    grep -q 'suggested but not available for checking' check && grep -q '^Status: 1 NOTE' check && return
    grep -q '^Status: OK' check || { grep -vE ' OK$' check && cat tacit.Rcheck/00install.out && return 1; }
}
t 'r: R CMD check has nothing to say' checks
export R_LIBS="$PWD/tacit.Rcheck"

Rscript - >tap 2>err <<'END' || { sed 's/^/# /' err && echo 'not ok - r: the tests ended'; }
library(tacit)
done <- testthat::test_dir("tacit/tests/testthat", reporter = "silent", stop_on_failure = FALSE)
for (one in done) {
    is_a <- function(class) Filter(function(result) inherits(result, class), one$results)
    wrong <- c(is_a("expectation_failure"), is_a("expectation_error"))
    skipped <- is_a("expectation_skip")
    for (result in wrong) cat(paste("#", strsplit(format(result), "\n")[[1]]), sep = "\n")
    cat(if (length(wrong)) "not ok - r: " else "ok - r: ", one$test,
        if (length(skipped)) paste(" # SKIP", sub("^Reason: ", "", conditionMessage(skipped[[1]]))), "\n", sep = "")
}
END
cat tap

# The package built with AddressSanitizer, in an R that it was loaded into first: whatever goes in and out as a
# stream is given back once, and no memory of the library or the package is lost.
sanitizer="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libstdc++.so)"
once() {
    mkdir sanitized && rm -f tacit/src/*.o tacit/src/*.so
    TACIT_CFLAGS="$TACIT_CFLAGS -fsanitize=address -fno-omit-frame-pointer" TACIT_LIBS="$TACIT_LIBS -fsanitize=address" \
        R CMD INSTALL --no-test-load --no-docs --library=sanitized tacit >built 2>&1 || { cat built && return 1; }
    R_LIBS="$PWD/sanitized" LD_PRELOAD="$sanitizer" ASAN_OPTIONS="detect_leaks=1:exitcode=0:log_path=$PWD/found" \
        Rscript -e 'library(tacit); testthat::test_dir("tacit/tests/testthat", filter = "frames|refused"); cat("to the end\n")' \
        >said 2>&1
    grep -q '^to the end' said || { cat said found* && return 1; }
    ! cat found* 2>/dev/null | grep -E 'ERROR: AddressSanitizer|/libtacit\.so|/tacit\.so'
}
case $sanitizer in
/*\ /*) t 'r: streams are given back once, as AddressSanitizer sees it' once ;;
*) echo 'ok - r: AddressSanitizer # SKIP its library is not there' ;;
esac

# page FILE FENCE - the blocks of a page or vignette run as they stand, one after the other.
page() {
    awk -v fence="$2" 'index($0, "```" fence) == 1 { on = 1; next } /^```$/ { on = 0 } on' "$1" | grep -v '^knitr::' >page.R
    [ -s page.R ] && Rscript page.R >said 2>&1 || { cat said && return 1; }
}
"$TACIT" generate survey --rows 5000 --seed 1 --output survey.csv --quiet
t 'r: README.md' page "$root/README.md" r
t 'r: docs/r.md' page "$root/docs/r.md" r
for vignette in "$root"/bindings/r/vignettes/*.Rmd; do
    t "r: vignette $(basename "$vignette" .Rmd)" page "$vignette" '{r'
done
