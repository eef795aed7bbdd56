/*
 * steps.c - the steps of a first plan, and the ways to what it requires that are tried.
 *
 * Identifiers are dropped and the tails of money cut first.  Then there are four ways to
 * k-anonymity: one level of each hierarchy for all records (generalize); the usual groups for all
 * records, and blanks (recode, local_suppress); local recoding that begins at the usual groups;
 * local recoding of the values as they are.  The one that keeps most on the data is written, the
 * others as comments.  O(columns), but for the trials.
 */
#include "task/init/steps.h"

#include <string.h>

#include "task/init/yaml.h"

/* Cells of keys up to which blanking is tried, several ways are, and local recoding is: more take
 * too long for a first look. */
enum { MOST_BLANKED = 300000, MOST_COMPARED = 1500000, MOST_TRIED = 5000000 };

/* Treatments as bits. */
#define TREAT(what) (1u << TACIT_TREAT_##what)

static bool is_taken(const tacit_draft_column *c, unsigned treatments)
{
    return (treatments >> c->what & 1) != 0;
}

/* A step on all columns with some treatments, at some level, or nothing if there are none. */
typedef struct step_text {
    const char *method, *more, *remark;
    unsigned treatments;
    int level;    /* 0: any */
    bool no_keys; /* which other steps go by */
} step_text;

static bool is_in_step(const tacit_draft_column *c, const step_text *step)
{
    return is_taken(c, step->treatments) && (step->level == 0 || c->usual == step->level) &&
           !(step->no_keys && strcmp(c->role, "key") == 0);
}

static tacit_status put_step(tacit_ctx *cx, const tacit_init_draft *d, const step_text *step,
                             tacit_buffer *out)
{
    size_t n = 0;
    for (size_t j = 0; j < d->n; j++) {
        const tacit_draft_column *c = &d->column[j];
        if (!is_in_step(c, step))
            continue;
        if (n == 0 && step->remark != NULL)
            TACIT_TRY(tacit_buffer_format(cx, out, "  # %s\n", step->remark));
        if (n == 0)
            TACIT_TRY(tacit_buffer_format(cx, out, "  - %s: {columns: [", step->method));
        TACIT_TRY(tacit_buffer_text(cx, out, n++ > 0 ? ", " : ""));
        TACIT_TRY(tacit_yaml_scalar(cx, out, c->name));
    }
    return n > 0 ? tacit_buffer_format(cx, out, "]%s}\n", step->more) : TACIT_OK;
}

/* Whether numbers are keys for want of others. */
static bool has_together(const tacit_init_draft *d)
{
    for (size_t j = 0; j < d->n; j++)
        if (d->column[j].what == TACIT_TREAT_TOGETHER)
            return true;
    return false;
}

tacit_status tacit_steps_before(tacit_ctx *cx, const tacit_init_draft *d, tacit_buffer *out)
{
    static const step_text steps[] = {
        { "drop", "", "identifiers are never released", TREAT(DROP), 0, false },
        { "drop", "", "the age tells the same, less exactly", TREAT(REPEAT), 0, false },
        { "top_code", ", share: 0.01", "the largest values stand out: cut the top 1 %",
          TREAT(TOP) | TREAT(ENDS), 0, false },
        { "bottom_code", ", share: 0.01", "so do the most negative ones", TREAT(ENDS), 0, false },
    };
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        TACIT_TRY(put_step(cx, d, &steps[i], out));
    return TACIT_OK;
}

/* ---- ways ---- */

/* The text of a buffer in scratch memory; the buffer is freed, also on failure. */
static tacit_status keep_text(tacit_ctx *cx, tacit_status status, tacit_buffer *b, const char **out)
{
    char *copy = NULL;
    if (status == TACIT_OK)
        status = tacit_scratch_format(cx, &copy, "%s", b->text != NULL ? b->text : "");
    tacit_buffer_free(b);
    if (status == TACIT_OK)
        *out = copy;
    return status;
}

/* Which keys a step is for: all, those that are the same for all records of a unit, or the others.
 */
typedef enum part { PART_ALL, PART_SHARED, PART_OWN } part;

static bool is_part(const tacit_draft_column *c, part which)
{
    return tacit_draft_is_key(c) && (which == PART_ALL || c->shared == (which == PART_SHARED));
}

static size_t count_part(const tacit_init_draft *d, part which)
{
    size_t n = 0;
    for (size_t j = 0; j < d->n; j++)
        n += is_part(&d->column[j], which);
    return n;
}

/* The beginning of a step that names whom it is for: "per: hid, " or "columns: [age], ". */
static tacit_status put_part(tacit_ctx *cx, const tacit_init_draft *d, part which,
                             tacit_buffer *out)
{
    size_t n = 0;
    if (which == PART_ALL)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_text(cx, out, which == PART_SHARED ? "per: " : "columns: ["));
    if (which == PART_SHARED)
        TACIT_TRY(tacit_yaml_scalar(cx, out, d->unit));
    for (size_t j = 0; j < d->n && which == PART_OWN; j++) {
        if (!is_part(&d->column[j], which))
            continue;
        TACIT_TRY(tacit_buffer_text(cx, out, n++ > 0 ? ", " : ""));
        TACIT_TRY(tacit_yaml_scalar(cx, out, d->column[j].name));
    }
    return tacit_buffer_text(cx, out, which == PART_OWN ? "], " : ", ");
}

/* Recode to the usual levels, a step for each level, then blank. */
static tacit_status put_blanking(tacit_ctx *cx, const tacit_init_draft *d, tacit_buffer *out)
{
    enum { MOST_LEVELS = 12 };
    for (int level = 1; level <= MOST_LEVELS; level++) {
        char more[32];
        (void)snprintf(more, sizeof more, ", level: %d", level);
        const step_text step = { "recode", more,
                                 NULL,     TREAT(INTERVALS) | TREAT(MASK) | TREAT(DATES),
                                 level,    false };
        TACIT_TRY(put_step(cx, d, &step, out));
    }
    TACIT_TRY(tacit_buffer_text(cx, out, "  - local_suppress: {"));
    TACIT_TRY(put_part(cx, d, d->unit != NULL ? PART_SHARED : PART_ALL, out));
    return tacit_buffer_text(cx, out, "k: " TACIT_INIT_K "}\n");
}

/* How keys are generalised: one level for all records, local recoding, and that with labels of the
 * usual levels and above. */
typedef enum recoding { ONE_LEVEL, LOCAL, USUAL } recoding;

static tacit_status put_generalize(tacit_ctx *cx, const tacit_init_draft *d, recoding how,
                                   part which, tacit_buffer *out)
{
    size_t n = 0;
    TACIT_TRY(tacit_buffer_text(cx, out, "  - generalize: {"));
    TACIT_TRY(put_part(cx, d, which, out));
    TACIT_TRY(tacit_buffer_text(
        cx, out, how == ONE_LEVEL ? "suppression: 0.05" : "recoding: refine, suppression: 0.05"));
    for (size_t j = 0; j < d->n && how == USUAL; j++) {
        const tacit_draft_column *c = &d->column[j];
        if (c->usual == 0 || !is_part(c, which))
            continue;
        TACIT_TRY(tacit_buffer_text(cx, out, n++ > 0 ? ", " : ", levels: {"));
        TACIT_TRY(tacit_yaml_scalar(cx, out, c->name));
        TACIT_TRY(tacit_buffer_format(cx, out, ": [%d, %d]", c->usual, c->top));
    }
    return tacit_buffer_text(cx, out, n > 0 ? "}}\n" : "}\n");
}

/* First what is the same for all records of a unit, once for all of them, then the other keys. */
static tacit_status put_recoding(tacit_ctx *cx, const tacit_init_draft *d, recoding how,
                                 tacit_buffer *out)
{
    if (d->unit == NULL)
        return put_generalize(cx, d, how, PART_ALL, out);
    TACIT_TRY(put_generalize(cx, d, how, PART_SHARED, out));
    return count_part(d, PART_OWN) > 0 ? put_generalize(cx, d, how, PART_OWN, out) : TACIT_OK;
}

static tacit_status add_way(tacit_ctx *cx, const char *name, tacit_status status,
                            tacit_buffer *steps, tacit_ways *t)
{
    t->at[t->n] = (tacit_way_tried){ .name = name, .lost = "" };
    TACIT_TRY(keep_text(cx, status, steps, &t->at[t->n].steps));
    t->n++;
    return TACIT_OK;
}

static tacit_status list_ways(tacit_ctx *cx, const tacit_init_draft *d, double cells, tacit_ways *t)
{
    bool groups = false;
    for (size_t j = 0; j < d->n; j++)
        groups = groups || d->column[j].usual > 0;
    const bool compare = cells <= (double)MOST_COMPARED;
    tacit_buffer b = { 0 };
    tacit_status status = TACIT_OK;
    if (compare) {
        status = put_recoding(cx, d, ONE_LEVEL, &b);
        TACIT_TRY(add_way(cx, "one level for all records", status, &b, t));
    }
    if (cells <= (double)MOST_BLANKED && (d->unit == NULL || count_part(d, PART_OWN) == 0)) {
        status = put_blanking(cx, d, &b);
        TACIT_TRY(add_way(cx, groups ? "the usual groups, then blanks" : "blanks", status, &b, t));
    }
    if (groups) {
        status = put_recoding(cx, d, USUAL, &b);
        TACIT_TRY(add_way(cx, "local recoding of the usual groups", status, &b, t));
    }
    if (groups && !compare)
        return TACIT_OK;
    status = put_recoding(cx, d, LOCAL, &b);
    return add_way(cx, "local recoding", status, &b, t);
}

tacit_status tacit_steps_try(tacit_ctx *cx, const tacit_work *w, const tacit_init_draft *d,
                             const char *head, tacit_ways *t)
{
    const size_t keys = tacit_draft_count(d, "key");
    const double cells = (double)keys * (double)tacit_table_rows(w->data);
    tacit_buffer b = { 0 };
    const char *before = NULL;
    *t = (tacit_ways){ .n = 0 };
    if (keys == 0 || has_together(d))
        return TACIT_OK;
    TACIT_TRY(list_ways(cx, d, cells, t));
    t->best = t->n;
    if (cells > (double)MOST_TRIED || tacit_table_rows(w->data) == 0)
        return TACIT_OK;
    const tacit_status status = tacit_steps_before(cx, d, &b);
    TACIT_TRY(keep_text(cx, status, &b, &before));
    return tacit_ways_run(cx, w, head, before, t);
}

/* ---- writing ---- */

/* The lines of `steps` as comments. */
static tacit_status put_lines(tacit_ctx *cx, const char *steps, tacit_buffer *out)
{
    while (*steps != '\0') {
        const size_t n = strcspn(steps, "\n");
        TACIT_TRY(tacit_buffer_format(cx, out, "  #   %.*s\n", (int)n - 2, steps + 2));
        steps += n + (steps[n] == '\n');
    }
    return TACIT_OK;
}

static tacit_status put_other(tacit_ctx *cx, const tacit_way_tried *t, tacit_buffer *out)
{
    TACIT_TRY(tacit_buffer_format(cx, out, "  # Instead: %s; keeps %.1f %%.\n", t->name,
                                  100.0 * t->kept));
    return put_lines(cx, t->steps, out);
}

/* Without trials: local recoding, which is never worse than one level for all; of a table on a
 * server what can be decided and carried out there. */
static tacit_status put_untried(tacit_ctx *cx, const tacit_init_draft *d, const tacit_ways *t,
                                tacit_buffer *out)
{
    const json_t *data = json_object_get(d->record, "data");
    if (tacit_data_is_served(tacit_draft_text(data, "uri")))
        return tacit_buffer_text(
            cx, out,
            "  # the least coarsening of the keys that keeps what is required, "
            "the same for all records:\n"
            "  # it is decided on counts, and a table of the same database can "
            "be the output;\n"
            "  # up to 5 % of the records may be suppressed\n"
            "  - generalize: {suppression: 0.05}\n");
    TACIT_TRY(tacit_buffer_text(cx, out,
                                "  # the least coarsening of the keys that keeps what is required, "
                                "group by group of records;\n"
                                "  # up to 5 % of the records may be suppressed\n"));
    return t != NULL && t->n > 0 ? tacit_buffer_text(cx, out, t->at[t->n - 1].steps)
                                 : put_recoding(cx, d, USUAL, out);
}

/* Why a way is taken although another keeps more. */
static const char *say_simpler(const tacit_ways *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].released && t->at[i].kept > t->at[t->best].kept)
            return ", nearly the most, with labels that are easier to work with";
    return "";
}

/* Why a step is carried out once for all records of a household or a person. */
static tacit_status put_unit(tacit_ctx *cx, const char *steps, tacit_buffer *out)
{
    if (strstr(steps, ": {per: ") == NULL)
        return TACIT_OK;
    return tacit_buffer_text(cx, out,
                             "  # What is the same for all records with one value of `per` is "
                             "masked once for all of\n"
                             "  # them: otherwise one would tell it of the others.\n");
}

static tacit_status put_way(tacit_ctx *cx, const tacit_init_draft *d, const tacit_ways *t,
                            tacit_buffer *out)
{
    if (t == NULL || t->best >= t->n)
        return put_untried(cx, d, t, out);
    const tacit_way_tried *best = &t->at[t->best];
    char *text = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &text,
                                   "Of %zu way%s that %s tried on this data: %s.  It keeps %.1f "
                                   "%% of the detail of the keys%s.%s%s%s",
                                   t->n, t->n == 1 ? "" : "s", t->n == 1 ? "was" : "were",
                                   best->name, 100.0 * best->kept, say_simpler(t),
                                   best->lost[0] != '\0' ? "  What is lost: " : "", best->lost,
                                   best->lost[0] != '\0' ? "." : ""));
    TACIT_TRY(tacit_yaml_lines(cx, out, "  # ", text));
    TACIT_TRY(put_unit(cx, best->steps, out));
    TACIT_TRY(tacit_buffer_text(cx, out, best->steps));
    for (size_t i = 0; i < t->n; i++)
        if (i != t->best && t->at[i].released)
            TACIT_TRY(put_other(cx, &t->at[i], out));
    return TACIT_OK;
}

/* What would hide single values of numbers, as a comment: it changes them all. */
static tacit_status put_among(tacit_ctx *cx, const tacit_init_draft *d, tacit_buffer *out)
{
    const step_text step = {
        "microaggregate", ", k: " TACIT_INIT_K, NULL, TREAT(TOP) | TREAT(ENDS), 0, true
    };
    tacit_buffer text = { 0 };
    tacit_status status = put_step(cx, d, &step, &text);
    if (status == TACIT_OK && text.length > 0)
        status = tacit_buffer_text(cx, out,
                                   "  # the other values go out as they are; to give each to a "
                                   "group of " TACIT_INIT_K " and more records instead:\n");
    if (status == TACIT_OK && text.length > 0)
        status = put_lines(cx, text.text, out);
    tacit_buffer_free(&text);
    return status;
}

/* What makes numbers that are keys as required. */
static tacit_status put_together(tacit_ctx *cx, const tacit_init_draft *d, tacit_buffer *out)
{
    static const step_text step = {
        "microaggregate",
        ", k: " TACIT_INIT_K,
        "no column is surely a key, so each record gets the means of these numbers in a group of\n"
        "  # " TACIT_INIT_K " and more that are like it: nobody is found by them",
        TREAT(TOGETHER),
        0,
        false
    };
    return put_step(cx, d, &step, out);
}

/* The way to what is required, if there are keys. */
static tacit_status put_keys(tacit_ctx *cx, const tacit_init_draft *d, const tacit_ways *t,
                             tacit_buffer *out)
{
    if (has_together(d))
        return put_together(cx, d, out);
    return tacit_draft_count(d, "key") > 0 ? put_way(cx, d, t, out) : TACIT_OK;
}

tacit_status tacit_steps_put(tacit_ctx *cx, const tacit_init_draft *d, const tacit_ways *t,
                             tacit_buffer *out)
{
    TACIT_TRY(tacit_buffer_text(cx, out,
                                "# What is done, in this order; `tacit list method` names all "
                                "methods.\nsteps:\n"));
    TACIT_TRY(tacit_steps_before(cx, d, out));
    TACIT_TRY(put_among(cx, d, out));
    TACIT_TRY(put_keys(cx, d, t, out));
    return tacit_buffer_text(cx, out,
                             "  # the order of a file tells: of a sorted one ranks, of an old one "
                             "who came when\n  - reorder: {}\n\n");
}
