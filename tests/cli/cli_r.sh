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
mkdir lib
cp -R "$root/bindings/r" source && rm -rf source/src/*.o source/src/*.so
t 'r: the package is installed' R CMD INSTALL --no-test-load --library=lib source
export R_LIBS="$PWD/lib"

Rscript - >tap 2>err <<'END' || { sed 's/^/# /' err && echo 'not ok - r: the tests ended'; }
library(tacit)
done <- testthat::test_dir("source/tests/testthat", reporter = "silent", stop_on_failure = FALSE)
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
