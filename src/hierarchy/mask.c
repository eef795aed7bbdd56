/*
 * mask.c - a hierarchy that hides one more character of the value at each level.
 *
 * All values are brought to the length L of the longest: shorter ones are filled with the
 * masking character at the end that is hidden first, whole numbers that are not negative
 * with leading zeros, so that digits of the same place stand together.  Level l hides l
 * characters from the right (or the left); the level L and those above hide all.
 * Characters are Unicode code points.  Numbers and dates are masked as texts.
 *
 * Source: Sweeney (2002), Achieving k-anonymity privacy protection using generalization
 * and suppression, Int. J. Uncertain. Fuzziness Knowl.-Based Syst. 10(5).
 *
 * O(values * levels * L).
 */
#include "hierarchy/hierarchy.h"

#include <string.h>

#include "hierarchy/points.h"

enum { LEVELS, CHARACTER, FROM };
enum { RIGHT, LEFT };

static const char *const SIDES[] = { "right", "left", NULL };

/* Texts that are longer are no codes, and masking them is a mistake. */
enum { LONGEST = 1000 };

static const tacit_param PARAMS[] = {
    [LEVELS] = { .name = "levels",
                 .type = TACIT_PARAM_INTEGER,
                 .need = TACIT_OPTIONAL,
                 .min = 1.0,
                 .max = LONGEST,
                 TACIT_USEFUL(1, 10, "levels"),
                 .help = "how many levels to make; by default until all is hidden" },
    [CHARACTER] = { .name = "character",
                    .type = TACIT_PARAM_TEXT,
                    .need = TACIT_OPTIONAL,
                    .help = "what stands for a hidden character; * if not given" },
    [FROM] = { .name = "from",
               .type = TACIT_PARAM_CHOICE,
               .preset = RIGHT,
               .choices = SIDES,
               .help = "where hiding begins" },
    TACIT_PARAM_END
};

typedef struct mask {
    const tacit_hierarchy *h;
    const char *character; /* one code point */
    size_t side;
    bool zeros;     /* fill with leading zeros */
    size_t longest; /* code points of the longest value */
    size_t level;
    char *label; /* room for one */
} mask;

/* Append `n` times `text` at `to`; returns the end. */
static char *repeat(char *to, const char *text, size_t n)
{
    const size_t bytes = strlen(text);
    for (size_t i = 0; i < n; i++, to += bytes)
        memcpy(to, text, bytes);
    return to;
}

/* Append `n` code points of `text` from number `skip` on at `to`; returns the end. */
static char *copy_points(char *to, const char *text, size_t skip, size_t n)
{
    for (size_t i = 0; i < skip && *text != '\0'; i++)
        text += tacit_point_bytes(text);
    for (size_t i = 0; i < n && *text != '\0'; i++) {
        const size_t bytes = tacit_point_bytes(text);
        memcpy(to, text, bytes);
        to += bytes;
        text += bytes;
    }
    return to;
}

/* The L positions of a label are the value, filled up to L, with l of them hidden. */
static const char *mask_label(void *user, size_t v)
{
    const mask *m = user;
    const char *text = tacit_hierarchy_value(m->h, v);
    const size_t points = tacit_point_count(text), fill = m->longest - points;
    const size_t hidden = m->level < m->longest ? m->level : m->longest;
    const size_t open = m->longest - hidden;
    const size_t before = m->zeros || m->side == LEFT ? fill : 0; /* filling on the left */
    const char *filling = m->zeros ? "0" : m->character;
    char *to = m->label;
    if (m->side == RIGHT) {
        const size_t zeros = before < open ? before : open;
        to = repeat(to, filling, zeros);
        const size_t shown = open - zeros < points ? open - zeros : points;
        to = copy_points(to, text, 0, shown);
        to = repeat(to, m->character, m->longest - zeros - shown);
    } else {
        const size_t zeros = before > hidden ? before - hidden : 0;
        const size_t shown = open - zeros;
        to = repeat(to, m->character, hidden);
        to = repeat(to, filling, zeros);
        to = copy_points(to, text, points - shown, shown);
    }
    *to = '\0';
    return m->label;
}

static tacit_status measure_values(tacit_ctx *cx, mask *m)
{
    size_t most_bytes = 0;
    for (size_t v = 0; v < tacit_hierarchy_values(m->h); v++) {
        const char *text = tacit_hierarchy_value(m->h, v);
        const size_t n = tacit_point_count(text), bytes = strlen(text);
        m->longest = n > m->longest ? n : m->longest;
        most_bytes = bytes > most_bytes ? bytes : most_bytes;
    }
    if (m->longest > LONGEST)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has values of more than %d characters, which mask does not "
                          "hide one by one.",
                          tacit_hierarchy_column(m->h), LONGEST);
    return tacit_scratch(cx, most_bytes + 4 * m->longest + 1, 1, &m->label);
}

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    mask m = {
        .h = h, .character = "*", .side = tacit_arg_choice(args, FROM), .zeros = tacit_point_fill(h)
    };
    if (tacit_arg_given(args, CHARACTER))
        m.character = tacit_arg_text(args, CHARACTER);
    if (tacit_point_count(m.character) != 1 || strlen(m.character) > 4)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'character' of mask for column '%s' must be a single character.",
                          tacit_hierarchy_column(h));
    TACIT_TRY(measure_values(cx, &m));
    const size_t most = m.longest > 0 ? m.longest : 1;
    const size_t levels =
        tacit_arg_given(args, LEVELS) ? (size_t)tacit_arg_integer(args, LEVELS) : most;
    for (m.level = 1; m.level <= levels; m.level++)
        TACIT_TRY(tacit_hierarchy_add_level(cx, h, mask_label, &m));
    return TACIT_OK;
}

const tacit_hierarchy_builder tacit_hierarchy_builder_mask = {
    .about = { .name = "mask",
               .title = "Hierarchy by masking characters",
               .summary = "Hides one more character of the value at each level.",
               .source = "Sweeney (2002), Int. J. Uncertain. Fuzziness Knowl.-Based Syst. 10(5)",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .build = build,
};
