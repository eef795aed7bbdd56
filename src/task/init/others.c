/*
 * others.c - columns of a first plan that have no role for certain.
 *
 * Columns with the same doubtful role for the same reason are listed together, wherever they
 * stand.  Reasons of columns without a role hold figures; those that are alike but for these are
 * listed together, with the ranges of the figures, if about as many records are unique by them.
 * O(columns^2) at worst, with cheap comparisons.
 */
#include "task/init/others.h"

#include <ctype.h>
#include <string.h>

#include "task/init/yaml.h"

/* Figures in a reason that ranges are made of. */
enum { MOST_FIGURES = 4 };

/* A result of the inspection by its name, or NULL. */
static const json_t *find_result(const tacit_init_draft *d, const char *name)
{
    const json_t *list = json_object_get(json_object_get(d->record, "before"), "risks");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(tacit_draft_text(json_array_get(list, i), "name"), name) == 0)
            return json_array_get(list, i);
    return NULL;
}

/* The figure of a result by its name; -1 if there is none. */
static double find_figure(const json_t *result, const char *name)
{
    const json_t *list = json_object_get(result, "figures");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(tacit_draft_text(json_array_get(list, i), "name"), name) == 0)
            return json_number_value(json_object_get(json_array_get(list, i), "value"));
    return -1.0;
}

/* What the doubtful keys would do. */
static tacit_status put_doubt(tacit_ctx *cx, const tacit_init_draft *d, tacit_buffer *out)
{
    const json_t *keys = find_result(d, "keys");
    const double is = find_figure(keys, "uniques"), with = find_figure(keys, "uniques_doubtful");
    if (with < 0.0)
        return TACIT_OK;
    return tacit_buffer_format(
        cx, out,
        "  # On the keys above %.0f records are unique; with all that are "
        "perhaps keys it would be %.0f.\n"
        "  # Move those that others may know of a person to the keys, and run "
        "`tacit protect` again.\n",
        is, with);
}

/* ---- figures in reasons ---- */

static bool is_figure(const char *s)
{
    return isdigit((unsigned char)s[0]) != 0;
}

/* The bytes of the figure at `s`: digits with commas between them. */
static size_t figure_length(const char *s)
{
    size_t n = 0;
    while (isdigit((unsigned char)s[n]) || (s[n] == ',' && isdigit((unsigned char)s[n + 1])))
        n++;
    return n;
}

static double figure_value(const char *s)
{
    double value = 0.0;
    const size_t n = figure_length(s);
    for (size_t i = 0; i < n; i++)
        value = s[i] == ',' ? value : 10.0 * value + (double)(s[i] - '0');
    return value;
}

/* Whether two texts differ in their figures at most. */
static bool differ_in_figures(const char *a, const char *b)
{
    while (*a != '\0' || *b != '\0') {
        if (is_figure(a) != is_figure(b) || (!is_figure(a) && *a != *b))
            return false;
        const bool figure = is_figure(a);
        a += figure ? figure_length(a) : 1;
        b += figure ? figure_length(b) : 1;
    }
    return true;
}

/* How many records are unique by a column without a role, roughly: the last figure, in per cent. */
static unsigned rank_of(const char *reason)
{
    double last = 0.0;
    while (*reason != '\0') {
        if (is_figure(reason))
            last = figure_value(reason);
        reason += is_figure(reason) ? figure_length(reason) : 1;
    }
    return last < 5.0 ? 0 : last < 20.0 ? 1 : last < 60.0 ? 2 : 3;
}

/* ---- columns that are alike ---- */

static bool is_other(const tacit_draft_column *c)
{
    return c->role[0] == '\0' || !c->sure;
}

static bool is_alike(const tacit_draft_column *a, const tacit_draft_column *b)
{
    if (!is_other(b) || strcmp(a->role, b->role) != 0)
        return false;
    return strcmp(a->reason, b->reason) == 0 ||
           (a->role[0] == '\0' && differ_in_figures(a->reason, b->reason) &&
            rank_of(a->reason) == rank_of(b->reason));
}

/* The columns that are alike with column `j`, which is the first of them. */
typedef struct likes {
    size_t n;
    const char *least[MOST_FIGURES], *most[MOST_FIGURES]; /* figures of their reasons */
    char *names;
} likes;

static void widen(const char *reason, likes *l)
{
    for (size_t i = 0; *reason != '\0' && i < MOST_FIGURES;) {
        if (!is_figure(reason)) {
            reason++;
            continue;
        }
        if (l->least[i] == NULL || figure_value(reason) < figure_value(l->least[i]))
            l->least[i] = reason;
        if (l->most[i] == NULL || figure_value(reason) > figure_value(l->most[i]))
            l->most[i] = reason;
        reason += figure_length(reason);
        i++;
    }
}

static tacit_status gather(tacit_ctx *cx, const tacit_init_draft *d, size_t j, likes *l)
{
    tacit_buffer names = { 0 };
    tacit_status status = TACIT_OK;
    *l = (likes){ .n = 0 };
    for (size_t i = j; i < d->n && status == TACIT_OK; i++) {
        if (i != j && !is_alike(&d->column[j], &d->column[i]))
            continue;
        widen(d->column[i].reason, l);
        status = tacit_buffer_format(cx, &names, "%s%s", l->n++ > 0 ? ", " : "", d->column[i].name);
    }
    if (status == TACIT_OK)
        status = tacit_scratch_text(cx, names.text, &l->names);
    tacit_buffer_free(&names);
    return status;
}

/* The reason with the ranges of its figures: "54 to 62 different numbers". */
static tacit_status put_reason(tacit_ctx *cx, const char *reason, const likes *l, tacit_buffer *out)
{
    for (size_t i = 0; *reason != '\0';) {
        if (!is_figure(reason) || i == MOST_FIGURES) {
            const char letter[2] = { *reason++, '\0' };
            TACIT_TRY(tacit_buffer_text(cx, out, letter));
            continue;
        }
        const char *a = l->least[i], *b = l->most[i];
        TACIT_TRY(tacit_buffer_bytes(cx, out, a, figure_length(a)));
        if (figure_value(a) < figure_value(b))
            TACIT_TRY(tacit_buffer_format(cx, out, " to %.*s", (int)figure_length(b), b));
        reason += figure_length(reason);
        i++;
    }
    return TACIT_OK;
}

/* Whether a column before `j` is alike, so that it was listed with that. */
static bool is_listed(const tacit_init_draft *d, size_t j)
{
    for (size_t i = 0; i < j; i++)
        if (is_other(&d->column[i]) && is_alike(&d->column[i], &d->column[j]))
            return true;
    return false;
}

/* One column on a line, several under a heading. */
static tacit_status put_alike(tacit_ctx *cx, const tacit_init_draft *d, size_t j, tacit_buffer *out)
{
    const tacit_draft_column *c = &d->column[j];
    tacit_buffer reason = { 0 };
    likes l;
    TACIT_TRY(gather(cx, d, j, &l));
    tacit_status status = put_reason(cx, c->reason, &l, &reason);
    const char *doubt = c->role[0] != '\0' ? "perhaps " : "no role";
    const char *why = reason.text != NULL ? reason.text : "";
    char *line = NULL;
    if (status == TACIT_OK)
        status = l.n == 1 ? tacit_scratch_format(cx, &line, "  # %s%s: %s%s%s", doubt, c->role,
                                                 c->name, why[0] != '\0' ? "  # " : "", why)
                          : tacit_scratch_format(cx, &line, "  # %s%s, %zu columns%s%s:", doubt,
                                                 c->role, l.n, why[0] != '\0' ? ": " : "", why);
    tacit_buffer_free(&reason);
    TACIT_TRY(status);
    TACIT_TRY(tacit_yaml_comment(cx, out, line));
    TACIT_TRY(tacit_buffer_text(cx, out, "\n"));
    return l.n == 1 ? TACIT_OK : tacit_yaml_lines(cx, out, "  #   ", l.names);
}

tacit_status tacit_others_put(tacit_ctx *cx, const tacit_init_draft *d, tacit_buffer *out)
{
    TACIT_TRY(put_doubt(cx, d, out));
    for (int none = 0; none <= 1; none++)
        for (size_t j = 0; j < d->n; j++) {
            const bool without = d->column[j].role[0] == '\0';
            if (is_other(&d->column[j]) && without == (none == 1) && !is_listed(d, j))
                TACIT_TRY(put_alike(cx, d, j, out));
        }
    return tacit_buffer_text(cx, out, "\n");
}
