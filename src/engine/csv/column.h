/*
 * column.h - the columns of a text file while it is read.
 *
 * A column gathers the codes of its texts in a dictionary; what type it has is decided from
 * the distinct texts when all are known.  A column of many different numbers is read as
 * numbers at once; a text that is none is a surprise, after which the file is read again
 * with dictionaries only.  Reading a text means looking it up in a small table of the texts
 * seen last, before the dictionary.
 */
#ifndef TACIT_ENGINE_CSV_COLUMN_H
#define TACIT_ENGINE_CSV_COLUMN_H

#include <string.h>

#include "engine/engine.h"

/* How it goes on after a cell. */
typedef enum tacit_csv_turn {
    TACIT_CSV_GOES_ON,
    TACIT_CSV_PARTIAL,  /* the record is not whole yet */
    TACIT_CSV_SURPRISE, /* a column of numbers holds something else */
    TACIT_CSV_FOREIGN,  /* not a plain file: leave it to others */
    TACIT_CSV_FAILED    /* the context has the message */
} tacit_csv_turn;

/* Texts of at most this length are remembered; this many bytes behind any text given to
 * tacit_csv_put() are readable. */
enum { TACIT_CSV_REMEMBERED = 32, TACIT_CSV_SLACK = 64 };

/* A text seen before: its bytes, its length (UINT32_MAX if there is none), its code. */
typedef struct tacit_csv_slot {
    uint64_t word[4];
    uint32_t length, code;
} tacit_csv_slot;

typedef struct tacit_csv_column {
    const char *name;
    const tacit_args *args;
    bool skipped;          /* nobody asks for it: its cells are passed over */
    tacit_type direct;     /* INTEGER or REAL to read numbers at once, else CATEGORY */
    tacit_csv_slot *slots; /* a power of two of them */
    unsigned shift;        /* from a hash to a slot */
    uint32_t *code;        /* the cells of this chunk, by `direct` */
    int64_t *whole;
    double *real;
    uint64_t *valid; /* their bitmap */
    bool any_missing;
    bool point;             /* decimals have one, and thousands no mark */
    size_t longest_missing; /* bytes of the longest text that means missing */
    tacit_builder *builder;
    tacit_status status; /* why it failed */
} tacit_csv_column;

/* Start a column that holds at most `chunk` cells before each flush and about `rows` in all;
 * memory comes from the scratch of `cx`, the builder is ended by tacit_csv_column_drop(). */
tacit_status tacit_csv_column_start(tacit_ctx *cx, size_t chunk, size_t slots, size_t rows,
                                    tacit_csv_column *c);
void tacit_csv_column_drop(tacit_csv_column *c);

/* Cell `i` of the chunk is the `n` bytes at `s`, which are not remembered. */
tacit_csv_turn tacit_csv_put_new(tacit_ctx *cx, tacit_csv_column *c, size_t i, const char *s,
                                 size_t n);

/* Move the `n` cells of the chunk to the builder. */
tacit_status tacit_csv_column_flush(tacit_ctx *cx, tacit_csv_column *c, size_t n);

/* The type that the texts so far allow, and how many different ones there are. */
tacit_type tacit_csv_column_type(const tacit_csv_column *c, size_t *distinct);

/* End the builder: the finished column, of a type that its texts allow. */
tacit_status tacit_csv_column_finish(tacit_ctx *cx, tacit_csv_column *c, tacit_type type,
                                     tacit_column **out);

/* The bytes of a text of at most TACIT_CSV_REMEMBERED bytes as words, filled up by zeros;
 * without a branch, because lengths vary from cell to cell. */
static inline void tacit_csv_words(const char *s, size_t n, uint64_t word[4])
{
    static const unsigned char keep[2 * TACIT_CSV_REMEMBERED] = { [0 ... TACIT_CSV_REMEMBERED - 1] =
                                                                      0xff };
    uint64_t mask[4];
    memcpy(word, s, TACIT_CSV_REMEMBERED);
    memcpy(mask, keep + TACIT_CSV_REMEMBERED - n, TACIT_CSV_REMEMBERED);
    for (size_t i = 0; i < 4; i++)
        word[i] &= mask[i];
}

/* The slot for a text with these words. */
static inline tacit_csv_slot *tacit_csv_slot_of(const tacit_csv_column *c, const uint64_t word[4],
                                                size_t n)
{
    const uint64_t mixed = (word[0] + n) * 0x9e3779b97f4a7c15ULL ^
                           (word[1] + word[2]) * 0xc4ceb9fe1a85ec53ULL ^ word[3];
    return &c->slots[mixed * 0xff51afd7ed558ccdULL >> c->shift];
}

/* Whether the slot holds the text of these words. */
static inline bool tacit_csv_slot_is(const tacit_csv_slot *t, const uint64_t word[4], size_t n)
{
    return ((t->length ^ n) | (t->word[0] ^ word[0]) | (t->word[1] ^ word[1]) |
            (t->word[2] ^ word[2]) | (t->word[3] ^ word[3])) == 0;
}

/* Cell `i` of the chunk is the `n` bytes at `s`. */
static inline tacit_csv_turn tacit_csv_put(tacit_ctx *cx, tacit_csv_column *c, size_t i,
                                           const char *s, size_t n)
{
    if (c->skipped)
        return TACIT_CSV_GOES_ON;
    if (n > TACIT_CSV_REMEMBERED || c->slots == NULL)
        return tacit_csv_put_new(cx, c, i, s, n);
    uint64_t word[4];
    tacit_csv_words(s, n, word);
    const tacit_csv_slot *t = tacit_csv_slot_of(c, word, n);
    if (!tacit_csv_slot_is(t, word, n))
        return tacit_csv_put_new(cx, c, i, s, n);
    c->code[i] = t->code;
    return TACIT_CSV_GOES_ON;
}

#endif
