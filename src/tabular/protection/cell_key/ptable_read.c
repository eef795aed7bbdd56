/*
 * ptable_read.c - perturbation tables from files.  O(bytes).
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "hierarchy/delimited.h"
#include "tabular/protection/cell_key/ptable.h"

/* What columns can be called, and which they are. */
enum { SIZE, VALUE, BELOW, KIND, KEY, COLUMNS };
static const struct {
    const char *name;
    size_t column;
} NAMES[] = { { "i", SIZE },    { "v", VALUE },  { "ub", BELOW },     { "p_int_ub", BELOW },
              { "type", KIND }, { "pcv", SIZE }, { "pvalue", VALUE }, { "ckey", KEY } };

static const char *const KINDS[] = { "all", "even", "odd", "small_cells" };

/* A file being read. */
typedef struct reading {
    tacit_ctx *cx;
    tacit_delimited file;
    size_t at[COLUMNS]; /* the field of each column; SIZE_MAX: it is not there */
    size_t room;        /* entries and sizes that a part can have */
    tacit_ptable *t;
} reading;

static tacit_status fail_line(const reading *r, const char *what)
{
    return tacit_fail(r->cx, TACIT_ERR_INPUT, "%s, line %zu: %s.", r->file.path, r->file.line,
                      what);
}

/* A field without the blanks around it, which some programs write. */
static const char *field(const reading *r, size_t column, char room[TACIT_NUMBER_BYTES])
{
    const char *text = r->file.field[r->at[column]];
    text += strspn(text, " ");
    size_t n = strcspn(text, " ");
    n = n < TACIT_NUMBER_BYTES ? n : TACIT_NUMBER_BYTES - 1;
    memcpy(room, text, n);
    room[n] = '\0';
    return room;
}

static bool read_number(const reading *r, size_t column, double *out)
{
    char room[TACIT_NUMBER_BYTES];
    return tacit_parse_real(field(r, column, room), out) && isfinite(*out);
}

static tacit_status read_heads(reading *r)
{
    for (size_t c = 0; c < COLUMNS; c++)
        r->at[c] = SIZE_MAX;
    for (size_t f = 0; f < r->file.n; f++)
        for (size_t k = 0; k < sizeof NAMES / sizeof NAMES[0]; k++)
            if (strcmp(r->file.field[f], NAMES[k].name) == 0)
                r->at[NAMES[k].column] = f;
    if (r->at[SIZE] == SIZE_MAX || r->at[VALUE] == SIZE_MAX ||
        (r->at[BELOW] == SIZE_MAX) == (r->at[KEY] == SIZE_MAX))
        return fail_line(r, "a perturbation table has the columns i, v and ub (or p_int_ub), or "
                            "pcv, ckey and pvalue");
    return TACIT_OK;
}

/* The part that the line belongs to, made if it is new. */
static tacit_status find_part(reading *r, tacit_ptable_part **out)
{
    char room[TACIT_NUMBER_BYTES];
    size_t kind = TACIT_PTABLE_ALL;
    if (r->at[KIND] != SIZE_MAX)
        for (const char *text = field(r, KIND, room);
             kind < TACIT_PTABLE_KINDS && strcmp(text, KINDS[kind]) != 0;)
            kind++;
    if (kind == TACIT_PTABLE_KINDS)
        return fail_line(r, "the type is none of all, even, odd and small_cells");
    tacit_ptable_part *part = *out = &r->t->part[kind];
    if (part->size != NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(r->cx, r->room, sizeof *part->size, &part->size));
    TACIT_TRY(tacit_scratch(r->cx, r->room + 1, sizeof *part->first, &part->first));
    TACIT_TRY(tacit_scratch(r->cx, r->room, sizeof *part->value, &part->value));
    return tacit_scratch(r->cx, r->room, sizeof *part->below, &part->below);
}

/* The bound of an entry; of whole keys, the key + 1, which is divided once all are known. */
static bool read_bound(const reading *r, const tacit_ptable_part *part, bool begins, double *out)
{
    const size_t n = part->first[part->n];
    const double last = begins ? 0 : part->below[n - 1];
    if (r->at[KEY] == SIZE_MAX)
        return read_number(r, BELOW, out) && *out >= last && *out <= 1;
    if (!read_number(r, KEY, out))
        return false;
    *out += 1;
    return fabs(*out - last - 1) < 0.5;
}

/* Whether the line has all columns that the first has. */
static bool has_all(const reading *r)
{
    for (size_t c = 0; c < COLUMNS; c++)
        if (r->at[c] != SIZE_MAX && r->file.n <= r->at[c])
            return false;
    return true;
}

/* Add an entry to the last size, or to a new one. */
static void add_entry(tacit_ptable_part *part, bool begins, double size, double value, double below)
{
    if (begins) {
        part->size[part->n] = size;
        part->first[part->n + 1] = part->first[part->n];
        part->n++;
    }
    const size_t e = part->first[part->n]++;
    part->value[e] = value;
    part->below[e] = below;
}

static tacit_status read_entry(reading *r)
{
    double size = 0, value = 0, below = 0;
    tacit_ptable_part *part = NULL;
    if (!has_all(r))
        return fail_line(r, "fields are missing");
    TACIT_TRY(find_part(r, &part));
    if (!read_number(r, SIZE, &size) || !read_number(r, VALUE, &value) || size < 0 ||
        size + value < -1e-9)
        return fail_line(r, "a size is not negative, and neither is a size with its value added");
    if (size <= 0)
        return fabs(value) > 0 ? fail_line(r, "what is added to 0 must be 0") : TACIT_OK;
    const double last = part->n > 0 ? part->size[part->n - 1] : 0;
    if (size < last)
        return fail_line(r, "sizes must come upwards");
    if (!read_bound(r, part, size > last, &below))
        return fail_line(r, "bounds of a size must rise to 1, and whole keys go 0, 1, 2 and so on");
    add_entry(part, size > last, size, value, below);
    return TACIT_OK;
}

/* ---- all of it ---- */

/* Every size must end at the bound 1, or at the same whole key. */
static tacit_status end_part(const reading *r, tacit_ptable_part *part)
{
    const double all = r->at[KEY] == SIZE_MAX ? 1 : (double)r->t->whole;
    for (size_t k = 0; k < part->n; k++) {
        double *last = &part->below[part->first[k + 1] - 1];
        if (fabs(*last - all) > 1e-9)
            return tacit_fail(r->cx, TACIT_ERR_INPUT,
                              "%s: the bounds of size %g end before those of others.", r->file.path,
                              part->size[k]);
        *last = all;
        for (size_t e = part->first[k]; e < part->first[k + 1]; e++)
            part->below[e] /= all;
    }
    return TACIT_OK;
}

/* Each part starts with an entry that `first` counts from. */
static tacit_status end_table(const reading *r)
{
    tacit_ptable_part *all = &r->t->part[TACIT_PTABLE_ALL];
    if (r->at[KEY] != SIZE_MAX)
        r->t->whole = all->n > 0 ? all->first[1] : 0;
    for (size_t k = 0; k < TACIT_PTABLE_KINDS; k++)
        TACIT_TRY(end_part(r, &r->t->part[k]));
    const bool halves = r->t->part[TACIT_PTABLE_EVEN].n > 0 && r->t->part[TACIT_PTABLE_ODD].n > 0;
    if ((all->n > 0) == halves)
        return tacit_fail(r->cx, TACIT_ERR_INPUT,
                          "%s: a perturbation table has entries of type all, or of even and odd.",
                          r->file.path);
    return TACIT_OK;
}

static tacit_status read_all(reading *r)
{
    TACIT_TRY(tacit_delimited_next(r->cx, &r->file));
    TACIT_TRY(read_heads(r));
    r->room = tacit_delimited_lines(&r->file) + 1;
    for (;;) {
        TACIT_TRY(tacit_delimited_next(r->cx, &r->file));
        if (r->file.n == 0)
            return end_table(r);
        TACIT_TRY(read_entry(r));
    }
}

tacit_status tacit_ptable_read(tacit_ctx *cx, const char *path, tacit_ptable *out)
{
    reading r = { .cx = cx, .t = out };
    *out = (tacit_ptable){ .cycle = 1 };
    tacit_status status = tacit_delimited_open(cx, path, &r.file);
    if (status == TACIT_OK)
        status = read_all(&r);
    tacit_delimited_close(&r.file);
    return status;
}
