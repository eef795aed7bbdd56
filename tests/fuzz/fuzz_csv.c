/*
 * fuzz_csv.c - any bytes are a CSV file that loads or is refused with a message.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    fuzz_load(fuzz_file(data, n, ".csv"));
    return 0;
}
