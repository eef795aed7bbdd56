/*
 * wide.h - integers of 128 bits: sums, noise and the odds of exact draws.
 */
#ifndef TACIT_PRIVACY_SAMPLE_WIDE_H
#define TACIT_PRIVACY_SAMPLE_WIDE_H

typedef unsigned __int128 tacit_u128;
typedef __int128 tacit_i128;

#endif
