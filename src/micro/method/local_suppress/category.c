/*
 * category.c - few blanks where a blank is a value of its own.
 *
 * A record is safe on a promised set if at least k records of its stratum have the same values
 * and the same blanks there: it is in a class of the model k_anonymity.  Records that show nothing
 * of the set are one class whatever their strata, and must be k as well, or none: the only blanks
 * that a record without company could be given might otherwise be a class too small.
 *
 * For one promise, sets of keys to blank are gone through from the cheapest on; each is given to
 * all classes at risk that reach k with it, those among themselves or with others that have such
 * blanks already.  What is left at last shows nothing; if that is too few, classes that the
 * others can spare are blanked with them, the cheapest first.  Blanks for one promise may put
 * records at risk on another, so that all are looked at until none is: blanks only grow, and a
 * table without a key keeps every promise that its rows can keep.
 *
 * The result is good, not the best: finding the fewest blanks is NP-hard (Meyerson and Williams
 * 2004, On the complexity of optimal k-anonymity).  The lower bound is that of the strict rule,
 * which is the weaker.  O(classes * keys) for each promise and O(classes at risk or with blanks *
 * keys) for each set of keys.
 */
#include "micro/method/local_suppress/own.h"

#include <string.h>

/* The work on one space. */
typedef struct bench {
    const tacit_suppress_space *s;
    tacit_suppress_space shown; /* codes as they are shown: 0 for a blank */
    uint32_t *code;             /* of it, to be changed */
    uint64_t *blank;            /* keys that each class shows not, missing ones included */
    tacit_suppress_sets sets;
    uint32_t *of;   /* group of each class */
    uint64_t *size; /* records of each group */
    bool *risk;     /* classes at risk */
} bench;

/* ---- what is shown ---- */

static tacit_status start(tacit_ctx *cx, const tacit_suppress_space *s, bench *b)
{
    const size_t keys = s->keys;
    uint64_t *radix = NULL;
    *b = (bench){ .s = s, .shown = *s };
    TACIT_TRY(tacit_scratch(cx, (keys + 1) * s->n, sizeof *b->code, &b->code));
    TACIT_TRY(tacit_scratch(cx, keys + 1, sizeof *radix, &radix));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *b->blank, &b->blank));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *b->of, &b->of));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *b->size, &b->size));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *b->risk, &b->risk));
    for (size_t j = 0; j <= keys; j++)
        radix[j] = s->radix[j] + 1;
    for (size_t g = 0; g < s->n; g++)
        b->code[keys * s->n + g] = s->code[keys * s->n + g] + 1;
    b->shown.code = b->code;
    b->shown.radix = radix;
    return tacit_suppress_masks(cx, s, &b->sets);
}

/* Let class g show all but the keys of `blank`. */
static void show(bench *b, size_t g, uint64_t blank)
{
    const size_t n = b->s->n;
    b->blank[g] = blank;
    for (size_t j = 0; j < b->s->keys; j++)
        b->code[j * n + g] = (blank >> j & 1) != 0 ? 0 : b->s->code[j * n + g] + 1;
}

static bool shows_nothing(const bench *b, size_t g, uint64_t set)
{
    return (set & ~b->blank[g]) == 0;
}

/* ---- one promise ---- */

/* How many records show nothing of `set`. */
static uint64_t count_silent(const bench *b, uint64_t set)
{
    uint64_t silent = 0;
    for (size_t g = 0; g < b->s->n; g++)
        silent += shows_nothing(b, g, set) ? b->s->size[g] : 0;
    return silent;
}

/* Count the groups as they are shown on the promise, and mark the classes at risk. */
static tacit_status mark_risks(tacit_ctx *cx, bench *b, const tacit_promise *p, size_t *risks)
{
    size_t groups = 0;
    const uint64_t silent = count_silent(b, p->set);
    TACIT_TRY(tacit_suppress_group(cx, &b->shown, p->set, b->of, &groups));
    memset(b->size, 0, groups * sizeof *b->size);
    for (size_t g = 0; g < b->s->n; g++)
        b->size[b->of[g]] += b->s->size[g];
    *risks = 0;
    for (size_t g = 0; g < b->s->n; g++) {
        const uint64_t alike = shows_nothing(b, g, p->set) ? silent : b->size[b->of[g]];
        b->risk[g] = alike < p->k;
        *risks += b->risk[g];
    }
    return TACIT_OK;
}

/* The classes that matter to a set of keys: those at risk, and those with blanks. */
typedef struct few {
    tacit_suppress_space s;
    uint32_t *at; /* which class each is */
    uint32_t *code, *of;
    uint64_t *size;
} few;

static tacit_status gather(tacit_ctx *cx, const bench *b, const tacit_promise *p, few *f)
{
    size_t n = 0;
    *f = (few){ .s = b->shown };
    TACIT_TRY(tacit_scratch(cx, b->s->n, sizeof *f->at, &f->at));
    for (size_t g = 0; g < b->s->n; g++)
        if (b->risk[g] || (b->blank[g] & p->set) != 0)
            f->at[n++] = (uint32_t)g;
    f->s.n = n;
    TACIT_TRY(tacit_scratch(cx, (b->s->keys + 1) * n, sizeof *f->code, &f->code));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *f->of, &f->of));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *f->size, &f->size));
    f->s.code = f->code;
    return TACIT_OK;
}

/* Their codes, with `mask` blanked in those at risk. */
static void try_mask(const bench *b, few *f, uint64_t mask)
{
    for (size_t j = 0; j <= b->s->keys; j++)
        for (size_t i = 0; i < f->s.n; i++) {
            const size_t g = f->at[i];
            const bool gone = j < b->s->keys && b->risk[g] && (mask >> j & 1) != 0;
            f->code[j * f->s.n + i] = gone ? 0 : b->code[j * b->s->n + g];
        }
}

/* Give `mask` to the classes at risk that reach k with it. */
static tacit_status give_mask(tacit_ctx *cx, bench *b, const tacit_promise *p, few *f,
                              uint64_t mask, size_t *risks)
{
    size_t groups = 0;
    try_mask(b, f, mask);
    TACIT_TRY(tacit_suppress_group(cx, &f->s, p->set, f->of, &groups));
    memset(f->size, 0, groups * sizeof *f->size);
    for (size_t i = 0; i < f->s.n; i++)
        f->size[f->of[i]] += b->s->size[f->at[i]];
    for (size_t i = 0; i < f->s.n; i++) {
        const size_t g = f->at[i];
        if (!b->risk[g] || f->size[f->of[i]] < p->k || (p->set & ~(b->blank[g] | mask)) == 0)
            continue;
        show(b, g, b->blank[g] | mask);
        b->risk[g] = false;
        --*risks;
    }
    return TACIT_OK;
}

/* ---- what is left ---- */

/* What it costs to let class g show nothing of the promise: with its whole group, which shows the
 * same, if that cannot spare it. */
static double price(const bench *b, const tacit_promise *p, size_t g)
{
    const double one = tacit_suppress_cost(b->s, p->set & ~b->blank[g]);
    const uint64_t group = b->size[b->of[g]], rest = group - b->s->size[g];
    return one * (double)(rest < p->k ? group : b->s->size[g]);
}

/* Let those at risk show nothing, and as many others as it takes. */
static tacit_status silence(tacit_ctx *cx, bench *b, const tacit_promise *p)
{
    size_t risks = 0;
    for (size_t g = 0; g < b->s->n; g++)
        if (b->risk[g])
            show(b, g, b->blank[g] | p->set);
    while (count_silent(b, p->set) < p->k) {
        size_t best = b->s->n;
        TACIT_TRY(mark_risks(cx, b, p, &risks));
        for (size_t g = 0; g < b->s->n; g++)
            if (!shows_nothing(b, g, p->set) &&
                (best == b->s->n || price(b, p, g) < price(b, p, best)))
                best = g;
        if (best == b->s->n)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "local_suppress is to leave %llu records alike, but the data has "
                              "only %zu.",
                              (unsigned long long)p->k, b->s->rows);
        show(b, best, b->blank[best] | p->set);
    }
    return TACIT_OK;
}

/* Make all records safe on one promise; `*changed` if any was not. */
static tacit_status keep_promise(tacit_ctx *cx, bench *b, const tacit_promise *p, bool *changed)
{
    const size_t mark = tacit_scratch_mark(cx);
    size_t risks = 0;
    few f;
    TACIT_TRY(mark_risks(cx, b, p, &risks));
    if (risks == 0)
        return TACIT_OK;
    *changed = true;
    TACIT_TRY(gather(cx, b, p, &f));
    for (size_t i = 0; i < b->sets.n && risks > 0; i++) {
        TACIT_TRY(tacit_tick(cx, i, b->sets.n));
        if ((b->sets.mask[i] & ~p->set) == 0 && b->sets.mask[i] != p->set)
            TACIT_TRY(give_mask(cx, b, p, &f, b->sets.mask[i], &risks));
    }
    if (risks > 0)
        TACIT_TRY(silence(cx, b, p));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_suppress_category(tacit_ctx *cx, const tacit_suppress_space *s,
                                     tacit_suppression *out)
{
    bench b;
    bool changed = true;
    TACIT_TRY(start(cx, s, &b));
    for (size_t g = 0; g < s->n; g++)
        show(&b, g, s->missing[g]);
    while (changed) {
        changed = false;
        for (size_t p = 0; p < s->promises; p++)
            TACIT_TRY(keep_promise(cx, &b, &s->promise[p], &changed));
    }
    TACIT_TRY(
        tacit_suppress_strict_bound(cx, s, &out->bound)); /* what is safe here is safe there */
    for (size_t i = 0; i < s->rows; i++)
        out->blank[i] = b.blank[s->of_row[i]] & ~s->missing[s->of_row[i]];
    return TACIT_OK;
}
