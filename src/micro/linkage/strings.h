/*
 * strings.h - how alike two texts are.
 *
 * Texts are compared by code points in normal form C, so that an accented letter counts
 * once however it was typed.  Bytes that are no UTF-8 count as one letter each.
 */
#ifndef TACIT_MICRO_LINKAGE_STRINGS_H
#define TACIT_MICRO_LINKAGE_STRINGS_H

#include "base/context.h"

/* Letters of a text beyond this number are not looked at. */
enum { TACIT_LETTERS_MAX = 256 };

typedef struct tacit_letters {
    const int32_t *at;
    uint32_t n;
    uint64_t set; /* bit of each letter's last 6 bits: a quick bound on what is common */
} tacit_letters;

/* The letters of the `n` bytes at `text`, in scratch memory. */
tacit_status tacit_letters_of(tacit_ctx *cx, const char *text, size_t n, tacit_letters *out);

/* Similarity of Jaro (1989): 1 for equal texts, 0 if no letter is common; 1 if both are
 * empty. */
double tacit_jaro(const tacit_letters *a, const tacit_letters *b);

/* Jaro's similarity, raised for up to 4 common first letters (Winkler 1990, p = 0.1). */
double tacit_jaro_winkler(const tacit_letters *a, const tacit_letters *b);

/* At least the similarity of Jaro and Winkler, in a few operations. */
double tacit_jaro_winkler_bound(const tacit_letters *a, const tacit_letters *b);

/* Least number of insertions, deletions and substitutions (Levenshtein 1966) that make b of
 * a; with `swaps` also of exchanged neighbours, none edited twice (optimal string
 * alignment, after Damerau 1964).  Distances above `most` are told as most + 1. */
uint32_t tacit_edits(const tacit_letters *a, const tacit_letters *b, bool swaps, uint32_t most);

/* The American Soundex code: first letter A-Z and three digits; "" if there is no such
 * letter.  Other letters are passed over. */
void tacit_soundex(const tacit_letters *a, char out[5]);

#endif
