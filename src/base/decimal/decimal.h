/*
 * decimal.h - doubles to and from decimal digits, exactly and fast.
 */
#ifndef TACIT_BASE_DECIMAL_DECIMAL_H
#define TACIT_BASE_DECIMAL_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A positive decimal number: 0.d1 d2 ... dn times ten to the `before`, d1 and dn not 0. */
typedef struct tacit_decimal {
    char digit[20];
    int n, before;
} tacit_decimal;

/* The shortest decimal that reads back as exactly `x`, which is positive and finite; of several
 * the one nearest to it. */
void tacit_decimal_of(double x, tacit_decimal *out);

/* Read `n` bytes as a number with a decimal point: digits with at most one point among them, a
 * minus sign before and an exponent behind them if wanted.  False, with `*out` untouched, if the
 * bytes are something else, or if the nearest double is not certain from 128 bits of the power of
 * ten, or not a normal one: such are left to a slower way. */
bool tacit_decimal_read(const char *text, size_t n, double *out);

/* Write the digits of `x` without leading zeros; how many. */
size_t tacit_decimal_digits(uint64_t x, char out[20]);

#endif
