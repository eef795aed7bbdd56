/*
 * fuzz_stat.c - any bytes are a file of a statistical package that loads or is refused.
 *
 * The first byte of the input chooses the format, the rest is the file.
 */
#include "fuzz.h"

static const char *const ENDINGS[] = { ".dta", ".sav", ".zsav", ".por", ".sas7bdat", ".xpt" };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n == 0)
        return 0;
    const char *ending = ENDINGS[data[0] % (sizeof ENDINGS / sizeof ENDINGS[0])];
    fuzz_load(fuzz_file(data + 1, n - 1, ending));
    return 0;
}
