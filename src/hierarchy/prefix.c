/*
 * prefix.c - a hierarchy of codes by their first characters.
 *
 * With lengths n_1 > n_2 > ... level l keeps the first n_l characters; shorter values stay
 * as they are.  Characters are Unicode code points.  Whole numbers that are not negative are
 * first filled with leading zeros to the length of the longest, as codes are written;
 * other numbers and dates are cut as texts.  Missing cells stay missing.
 *
 * Source: Hundepool, Domingo-Ferrer, Franconi, Giessing, Schulte Nordholt, Spicer, de Wolf
 * (2012), Statistical Disclosure Control, section 3.4: truncation of hierarchical codes.
 *
 * O(values * levels * length).
 */
#include "hierarchy/hierarchy.h"

#include <math.h>
#include <string.h>

#include "hierarchy/points.h"

enum { LENGTHS };

static const tacit_param PARAMS[] = {
    [LENGTHS] = { .name = "lengths",
                  .type = TACIT_PARAM_REALS,
                  .need = TACIT_REQUIRED,
                  .min = 1.0,
                  .max = 1000.0,
                  TACIT_USEFUL(1, 20, "characters"),
                  .help = "how many characters stay at level 1, 2, ..., downwards" },
    TACIT_PARAM_END
};

typedef struct prefix {
    const tacit_hierarchy *h;
    size_t length;  /* at the level being added */
    size_t longest; /* to fill with zeros to; 0 not to fill */
    char *label;    /* room for one */
} prefix;

static const char *prefix_label(void *user, size_t v)
{
    prefix *p = user;
    const char *text = tacit_hierarchy_value(p->h, v);
    const size_t points = tacit_point_count(text);
    const size_t fill = p->longest > points ? p->longest - points : 0;
    const size_t zeros = fill < p->length ? fill : p->length;
    memset(p->label, '0', zeros);
    size_t bytes = 0;
    for (size_t i = zeros; i < p->length && text[bytes] != '\0'; i++)
        bytes += tacit_point_bytes(text + bytes);
    memcpy(p->label + zeros, text, bytes);
    p->label[zeros + bytes] = '\0';
    return p->label;
}

static tacit_status check_lengths(tacit_ctx *cx, const tacit_value *lengths, const char *column)
{
    for (size_t l = 0; l < lengths->n; l++)
        if (floor(lengths->reals[l]) < lengths->reals[l] ||
            (l > 0 && !(lengths->reals[l] < lengths->reals[l - 1])))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'lengths' of prefix for column '%s' must be whole numbers that go "
                              "downwards, but number %zu is not.",
                              column, l + 1);
    return TACIT_OK;
}

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    const tacit_value *lengths = &args->at[LENGTHS];
    prefix p = { .h = h };
    size_t bytes = 0;
    TACIT_TRY(check_lengths(cx, lengths, tacit_hierarchy_column(h)));
    for (size_t v = 0; v < tacit_hierarchy_values(h); v++) {
        const char *text = tacit_hierarchy_value(h, v);
        const size_t points = tacit_point_count(text), n = strlen(text);
        bytes = n > bytes ? n : bytes;
        p.longest = tacit_point_fill(h) && points > p.longest ? points : p.longest;
    }
    TACIT_TRY(tacit_scratch(cx, bytes + p.longest + 1, 1, &p.label));
    for (size_t l = 0; l < lengths->n; l++) {
        p.length = (size_t)lengths->reals[l];
        TACIT_TRY(tacit_hierarchy_add_level(cx, h, prefix_label, &p));
    }
    return TACIT_OK;
}

const tacit_hierarchy_builder tacit_hierarchy_builder_prefix = {
    .about = { .name = "prefix",
               .title = "Hierarchy of codes by their first characters",
               .summary = "Keeps fewer and fewer of the first characters of codes.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 3.4",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .build = build,
};
