/*
 * fellegi_sunter.c - patterns of all pairs of records, and the model fitted to them.
 *
 *   fellegi_sunter [ROWS]
 *
 * Records like those of a register: two names of a few hundred values each, compared by
 * similarity (four levels), and year, month and day of birth, compared exactly; a few are
 * missing.  Goal: 30000 records, 4.5e8 pairs, in under one CPU second after the
 * dictionaries, in one thread.  The same with the names compared exactly is counted by
 * groups of equal records, at several sizes; growth must be near that of the rows.
 */
#include <stdlib.h>

#include "base/hash.h"
#include "base/pool.h"
#include "base/rng.h"
#include "clock.h"
#include "micro/linkage/compare.h"
#include "table/table.h"

enum { FIELDS = 5, NAME_BYTES = 16 };

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

/* A name of three to five syllables, drawn from `kinds` with small numbers more often. */
static size_t draw_name(tacit_rng *rng, uint64_t kinds, char out[NAME_BYTES])
{
    static const char *const syllables[] = { "ma",    "ri",   "jo",  "ha",  "ne",   "sa",
                                             "lu",    "ko",   "ber", "tel", "mann", "sen",
                                             "fried", "gard", "o",   "i" };
    const uint64_t a = tacit_rng_below(rng, kinds), b = tacit_rng_below(rng, kinds);
    uint64_t x = tacit_hash_u64((a < b ? a : b) + 1);
    size_t n = 0;
    for (uint64_t parts = 2 + x % 2; parts > 0; parts--) {
        x /= 16;
        n += (size_t)snprintf(out + n, NAME_BYTES - n, "%s", syllables[x % 16]);
    }
    return n < NAME_BYTES ? n : NAME_BYTES - 1;
}

static tacit_column *make_names(tacit_ctx *cx, size_t rows, uint64_t kinds, const char *name)
{
    const tacit_rng root = tacit_rng_seed(7);
    tacit_rng rng = tacit_rng_fork(&root, name);
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    must(cx, tacit_builder_new(cx, name, TACIT_TYPE_CATEGORY, rows, &b));
    for (size_t i = 0; i < rows; i++) {
        char text[NAME_BYTES];
        const size_t n = draw_name(&rng, kinds, text);
        must(cx, tacit_rng_below(&rng, 100) == 0 ? tacit_builder_missing(cx, b)
                                                 : tacit_builder_text(cx, b, text, n));
    }
    must(cx, tacit_builder_finish(cx, b, &c));
    return c;
}

static tacit_column *make_numbers(tacit_ctx *cx, size_t rows, uint64_t kinds, const char *name)
{
    const tacit_rng root = tacit_rng_seed(7);
    tacit_rng rng = tacit_rng_fork(&root, name);
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    must(cx, tacit_builder_new(cx, name, TACIT_TYPE_INTEGER, rows, &b));
    for (size_t i = 0; i < rows; i++) {
        const int64_t x = (int64_t)tacit_rng_below(&rng, kinds);
        must(cx, tacit_builder_integers(cx, b, &x, NULL, 1));
    }
    must(cx, tacit_builder_finish(cx, b, &c));
    return c;
}

/* Count the patterns within `rows` records and fit. */
static void run(tacit_ctx *cx, size_t rows, tacit_comparator names)
{
    static const double bounds[] = { 0.92, 0.88 };
    static const char *const name[FIELDS] = { "first", "last", "year", "month", "day" };
    static const uint64_t kinds[FIELDS] = { 400, 900, 80, 12, 30 };
    const size_t mark = tacit_scratch_mark(cx);
    tacit_column *column[FIELDS];
    tacit_link_field field[FIELDS];
    tacit_patterns patterns;
    for (size_t k = 0; k < FIELDS; k++)
        column[k] = k < 2 ? make_names(cx, rows, kinds[k], name[k])
                          : make_numbers(cx, rows, kinds[k], name[k]);
    const bench_time at_first = bench_now();
    for (size_t k = 0; k < FIELDS; k++) {
        const tacit_comparison how = { column[k], column[k], k < 2 ? names : TACIT_COMPARE_EXACT, 2,
                                       bounds };
        must(cx, tacit_compare_columns(cx, &how, &field[k]));
    }
    const bench_time compared = bench_since(at_first);
    const tacit_pattern_pairs pairs = { rows, rows, true, FIELDS, field };
    const bench_time before = bench_now();
    must(cx, tacit_patterns_count(cx, &pairs, &patterns));
    const bench_time counted = bench_since(before), then = bench_now();
    tacit_fs model = tacit_fs_start(&patterns, 1e-5, 0.9);
    const tacit_fs_options options = tacit_fs_usual();
    must(cx, tacit_fs_fit(cx, &patterns, &options, &model));
    printf("  %8zu records, %9.3g pairs, %4zu patterns: dictionaries %6.3f, patterns %7.3f, "
           "fit %6.3f CPU s; %.3g pairs/s\n",
           rows, tacit_pairs_count(&pairs), patterns.n, compared.cpu, counted.cpu,
           bench_since(then).cpu, tacit_pairs_count(&pairs) / counted.cpu);
    for (size_t k = 0; k < FIELDS; k++)
        tacit_column_free(column[k]);
    tacit_scratch_release(cx, mark);
}

int main(int argc, char **argv)
{
    const size_t rows = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 30000;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_pool_set(1);
    printf("fellegi_sunter: names by similarity (goal: 30000 records in under 1 CPU s)\n");
    for (int i = 0; i < 3; i++)
        run(cx, rows, TACIT_COMPARE_JARO_WINKLER);
    printf("fellegi_sunter: names exactly, by groups of equal records\n");
    for (size_t n = rows; n <= 40 * rows; n *= 4)
        run(cx, n, TACIT_COMPARE_EXACT);
    tacit_ctx_free(cx);
    return 0;
}
