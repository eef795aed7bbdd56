/*
 * fuzz.h - what the fuzzers share.
 *
 * Each fuzz_NAME.c is a libFuzzer program over the seeds in corpus/NAME; NAME.dict, if
 * there is one, lists words of the format.  A fuzzer checks more than that nothing
 * crashes: a refusal must come with a message, and what is accepted must be whole.
 */
#ifndef TACIT_TESTS_FUZZ_FUZZ_H
#define TACIT_TESTS_FUZZ_FUZZ_H

#include <stdint.h>

#include "base/context.h"

/* libFuzzer's entry. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* Stop the program, loudly, unless `cond` holds. */
#define FUZZ_CHECK(cond) ((cond) ? (void)0 : __builtin_trap())

/* Write the bytes to a temporary file with this ending (".csv") and return its path,
 * which is reused and removed at the end. */
const char *fuzz_file(const uint8_t *data, size_t n, const char *ending);

/* Check that a refusal explains itself. */
void fuzz_check_status(const tacit_ctx *cx, tacit_status status);

/* Open and load the data at `uri`, and read every cell of what was accepted, so that a
 * wrong length or a dangling text is noticed. */
void fuzz_load(const char *uri);

#endif
