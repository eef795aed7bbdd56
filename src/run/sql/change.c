/*
 * change.c - the changes of single methods in SQL.
 *
 * Numbers compare as doubles, as they do here; dates as days since 1970-01-01.  A real number
 * is never turned into text: engines write it in other ways than we do.
 */
#include <math.h>
#include <string.h>

#include "micro/method/code/code.h"
#include "run/sql/own.h"

static const tacit_value *arg(const tacit_sql_change *c, const char *name)
{
    return tacit_change_value(c->change, name);
}

tacit_status tacit_sql_formed(tacit_ctx *cx, const tacit_sql_change *c, const char *form, size_t j,
                              tacit_buffer *out)
{
    tacit_buffer cell = { 0 };
    tacit_status status = tacit_sql_cell(cx, c, j, &cell);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, form, cell.text, NULL, out);
    tacit_buffer_free(&cell);
    return status;
}

/* Column j as a number. */
static tacit_status put_number(tacit_ctx *cx, const tacit_sql_change *c, size_t j,
                               tacit_buffer *out)
{
    const bool day = c->column[j].type == TACIT_TYPE_DATE;
    TACIT_TRY(tacit_buffer_text(cx, out, "CAST("));
    TACIT_TRY(tacit_sql_formed(cx, c, day ? c->dialect->days : "$", j, out));
    return tacit_buffer_format(cx, out, " AS %s)", c->dialect->real_type);
}

/* Column j as text. */
static tacit_status put_text(tacit_ctx *cx, const tacit_sql_change *c, size_t j)
{
    return tacit_sql_formed(cx, c, tacit_sql_written(c->dialect, c->column[j].type), j, c->out);
}

/* WHEN number-of-j `sign` x THEN */
static tacit_status put_when(tacit_ctx *cx, const tacit_sql_change *c, size_t j, const char *sign,
                             double x)
{
    TACIT_TRY(tacit_buffer_text(cx, c->out, "\n        WHEN "));
    TACIT_TRY(put_number(cx, c, j, c->out));
    TACIT_TRY(tacit_buffer_format(cx, c->out, " %s ", sign));
    TACIT_TRY(tacit_sql_put_number(cx, c->dialect, x, c->out));
    return tacit_buffer_text(cx, c->out, " THEN ");
}

/* ---- recoding ---- */

/* Whether unlisted values of a recoding by groups stay. */
static bool keeps_others(const tacit_sql_change *c)
{
    const tacit_value *others = arg(c, "others");
    return !others->given || (size_t)others->number == TACIT_RECODE_KEEP;
}

static tacit_status put_mapped(tacit_ctx *cx, tacit_sql_change *c, size_t j)
{
    const tacit_value *missing = arg(c, "missing");
    const bool keeps = keeps_others(c);
    if (keeps && c->column[j].type == TACIT_TYPE_REAL)
        c->why = "real numbers that no group lists would become texts";
    if (missing->given) {
        TACIT_TRY(tacit_buffer_text(cx, c->out, "CASE WHEN "));
        TACIT_TRY(tacit_sql_cell(cx, c, j, c->out));
        TACIT_TRY(tacit_buffer_text(cx, c->out, " IS NULL THEN "));
        TACIT_TRY(tacit_sql_put_literal(cx, c->dialect, missing->text, c->out));
        TACIT_TRY(tacit_buffer_text(cx, c->out, " ELSE "));
    }
    TACIT_TRY(tacit_buffer_text(cx, c->out, keeps ? "coalesce(" : ""));
    TACIT_TRY(c->dialect->nested
                  ? tacit_sql_looked_up(cx, c, j)
                  : tacit_buffer_format(cx, c->out, "map_%zu_%zu.label", c->number, j + 1));
    if (keeps) {
        TACIT_TRY(tacit_buffer_text(cx, c->out, ", "));
        TACIT_TRY(put_text(cx, c, j));
    }
    return tacit_buffer_format(cx, c->out, "%s%s", keeps ? ")" : "", missing->given ? " END" : "");
}

/* One interval after the other, upwards. */
static tacit_status put_breaks(tacit_ctx *cx, const tacit_sql_change *c, size_t j)
{
    const tacit_value *breaks = arg(c, "breaks"), *labels = arg(c, "labels");
    const size_t last = breaks->n - 2;
    const tacit_intervals in = { .type = c->column[j].type,
                                 .breaks = breaks->reals,
                                 .n = breaks->n,
                                 .right = arg(c, "closed")->number > 0.0,
                                 .open = arg(c, "open")->number > 0.0,
                                 .labels = labels->given ? labels->texts : NULL };
    char room[TACIT_INTERVAL_BYTES];
    TACIT_TRY(tacit_buffer_text(cx, c->out, "CASE"));
    TACIT_TRY(put_when(cx, c, j, "<", in.breaks[0]));
    TACIT_TRY(tacit_sql_put_value(cx, c->dialect, TACIT_TYPE_CATEGORY,
                                  in.open ? tacit_intervals_outside(&in, true, room) : NULL,
                                  c->out));
    TACIT_TRY(put_when(cx, c, j, ">", in.breaks[last + 1]));
    TACIT_TRY(tacit_sql_put_value(cx, c->dialect, TACIT_TYPE_CATEGORY,
                                  in.open ? tacit_intervals_outside(&in, false, room) : NULL,
                                  c->out));
    for (size_t i = 0; i <= last; i++) {
        TACIT_TRY(put_when(cx, c, j, in.right || i == last ? "<=" : "<", in.breaks[i + 1]));
        TACIT_TRY(
            tacit_sql_put_literal(cx, c->dialect, tacit_intervals_label(&in, i, room), c->out));
    }
    return tacit_buffer_text(cx, c->out, "\n      END");
}

/* The lower end of the interval of equal width in which column j lies, and `more`, as text. */
static tacit_status put_end(tacit_ctx *cx, const tacit_sql_change *c, size_t j, double more)
{
    const bool day = c->column[j].type == TACIT_TYPE_DATE;
    char origin[TACIT_NUMBER_BYTES], width[TACIT_NUMBER_BYTES], add[TACIT_NUMBER_BYTES];
    tacit_buffer x = { 0 }, end = { 0 };
    tacit_format_real(arg(c, "origin")->number, origin);
    tacit_format_real(arg(c, "width")->number, width);
    tacit_format_real(more, add);
    tacit_status status = tacit_buffer_format(cx, &x, "CAST(%s + %s * floor((", origin, width);
    if (status == TACIT_OK)
        status = put_number(cx, c, j, &x);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, &x, " - (%s)) / %s) + (%s) AS %s)", origin, width, add,
                                     c->dialect->whole_type);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, day ? c->dialect->day : "$", x.text, NULL, &end);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(
            cx, tacit_sql_written(c->dialect, day ? TACIT_TYPE_DATE : TACIT_TYPE_INTEGER), end.text,
            NULL, c->out);
    tacit_buffer_free(&x);
    tacit_buffer_free(&end);
    return status;
}

static tacit_status put_widths(tacit_ctx *cx, tacit_sql_change *c, size_t j)
{
    const double width = arg(c, "width")->number, origin = arg(c, "origin")->number;
    const bool whole = c->column[j].type == TACIT_TYPE_INTEGER;
    if (floor(width) < width || floor(origin) < origin || fabs(origin) > 1e9 || width > 1e9)
        c->why = "the width or the origin is no whole number";
    if (whole && width <= 1.0)
        return put_end(cx, c, j, 0.0);
    TACIT_TRY(tacit_buffer_text(cx, c->out, whole ? "" : "'[' || "));
    TACIT_TRY(put_end(cx, c, j, 0.0));
    TACIT_TRY(tacit_buffer_text(cx, c->out, whole ? " || '-' || " : " || ', ' || "));
    TACIT_TRY(put_end(cx, c, j, whole ? width - 1.0 : width));
    return tacit_buffer_text(cx, c->out, whole ? "" : " || ')'");
}

static tacit_status put_recode(tacit_ctx *cx, tacit_sql_change *c, size_t j)
{
    const tacit_value *label = arg(c, "label");
    TACIT_TRY(label->given              ? tacit_sql_put_literal(cx, c->dialect, label->text, c->out)
              : arg(c, "groups")->given ? put_mapped(cx, c, j)
              : arg(c, "breaks")->given ? put_breaks(cx, c, j)
                                        : put_widths(cx, c, j));
    c->after[j] = TACIT_TYPE_CATEGORY;
    return TACIT_OK;
}

/* ---- ends of the distribution ---- */

static tacit_status put_code(tacit_ctx *cx, tacit_sql_change *c, size_t j)
{
    const tacit_value *label = arg(c, "label"), *value = arg(c, "value");
    const char *sign = c->change->method == &tacit_method_top_code ? ">" : "<";
    const double at = arg(c, "at")->number, with = value->given ? value->number : at;
    const bool whole =
        c->column[j].type == TACIT_TYPE_INTEGER && floor(with) >= with && fabs(with) < 9e15;
    char text[TACIT_NUMBER_BYTES];
    if (label->given && c->column[j].type == TACIT_TYPE_REAL)
        c->why = "real numbers within the threshold would become texts";
    TACIT_TRY(tacit_buffer_text(cx, c->out, "CASE"));
    TACIT_TRY(put_when(cx, c, j, sign, at));
    tacit_format_real(with, text);
    TACIT_TRY(label->given ? tacit_sql_put_literal(cx, c->dialect, label->text, c->out)
                           : tacit_sql_put_value(cx, c->dialect,
                                                 whole ? TACIT_TYPE_INTEGER : TACIT_TYPE_REAL, text,
                                                 c->out));
    TACIT_TRY(tacit_buffer_text(cx, c->out, "\n        ELSE "));
    TACIT_TRY(label->given ? put_text(cx, c, j)
              : whole      ? tacit_sql_cell(cx, c, j, c->out)
                           : put_number(cx, c, j, c->out));
    c->after[j] = label->given ? TACIT_TYPE_CATEGORY : whole ? TACIT_TYPE_INTEGER : TACIT_TYPE_REAL;
    return tacit_buffer_text(cx, c->out, " END");
}

/* ---- rounding ---- */

enum { NEAREST, UP, DOWN, RANDOM }; /* choices of `how` */

/* Whole numbers exactly, by what is left of the multiple below: $ is the number, # the base. */
static tacit_status round_whole(tacit_ctx *cx, const tacit_sql_change *c, size_t j, size_t how)
{
    static const char *const HOW[] = {
        [NEAREST] = ("$ - @(@($, #) + #, #) + CASE WHEN 2 * @(@($, #) + #, #) > # "
                     "OR ($ >= 0 AND 2 * @($, #) = #) THEN # ELSE 0 END"),
        [UP] = "$ - @(@($, #) + #, #) + CASE WHEN @($, #) = 0 THEN 0 ELSE # END",
        [DOWN] = "$ - @(@($, #) + #, #)",
        [RANDOM] = "$",
    };
    char base[TACIT_NUMBER_BYTES];
    tacit_buffer x = { 0 }, form = { 0 };
    tacit_format_real(arg(c, "base")->number, base);
    tacit_status status = tacit_sql_cell(cx, c, j, &x);
    for (const char *at = HOW[how]; *at != '\0' && status == TACIT_OK; at++)
        status = *at == '@' ? tacit_buffer_text(cx, &form, c->dialect->modulo)
                            : tacit_buffer_bytes(cx, &form, at, 1);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, form.text, x.text, base, c->out);
    tacit_buffer_free(&x);
    tacit_buffer_free(&form);
    return status;
}

/* The whole number of bases for the quotient `q`. */
static tacit_status put_multiple(tacit_ctx *cx, const tacit_sql_change *c, const char *q,
                                 size_t how)
{
    tacit_buffer nearest = { 0 };
    tacit_status status = tacit_sql_put_form(cx, c->dialect->nearest, q, NULL, &nearest);
    if (status == TACIT_OK && how == NEAREST)
        status = tacit_buffer_text(cx, c->out, nearest.text);
    else if (status == TACIT_OK)
        status =
            tacit_sql_put_form(cx,
                               how == UP ? "CASE WHEN abs($ - #) <= 1e-12 * CASE WHEN abs($) > 1e0 "
                                           "THEN abs($) ELSE 1e0 END THEN # ELSE floor($) + 1 END"
                                         : "CASE WHEN abs($ - #) <= 1e-12 * CASE WHEN abs($) > 1e0 "
                                           "THEN abs($) ELSE 1e0 END THEN # ELSE floor($) END",
                               q, nearest.text, c->out);
    tacit_buffer_free(&nearest);
    return status;
}

static tacit_status round_real(tacit_ctx *cx, tacit_sql_change *c, size_t j, size_t how)
{
    const double base = arg(c, "base")->number, turned = round(1.0 / base);
    const bool inverse = turned > 1.0 && fabs(turned * base - 1.0) <= 1e-12;
    tacit_buffer x = { 0 }, q = { 0 }, by = { 0 };
    tacit_status status = put_number(cx, c, j, &x);
    if (status == TACIT_OK)
        status = tacit_sql_put_number(cx, c->dialect, inverse ? turned : base, &by);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, &q, "(%s %s %s)", x.text, inverse ? "*" : "/", by.text);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, c->out, "CASE WHEN abs(%s) < 9007199254740992e0 THEN (",
                                     q.text);
    if (status == TACIT_OK)
        status = put_multiple(cx, c, q.text, how);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, c->out, ") %s %s + 0e0 ELSE %s END", inverse ? "/" : "*",
                                     by.text, x.text);
    tacit_buffer_free(&x);
    tacit_buffer_free(&q);
    tacit_buffer_free(&by);
    c->after[j] = TACIT_TYPE_REAL;
    return status;
}

static tacit_status put_round(tacit_ctx *cx, tacit_sql_change *c, size_t j)
{
    const double base = arg(c, "base")->number;
    const size_t how = (size_t)arg(c, "how")->number;
    if (how == RANDOM)
        c->why = "chance decides, and an engine draws other numbers";
    if (c->column[j].type == TACIT_TYPE_INTEGER && floor(base) >= base)
        return round_whole(cx, c, j, how);
    return round_real(cx, c, j, how);
}

/* ---- suppression ---- */

static tacit_status put_suppressed(tacit_ctx *cx, const tacit_sql_change *c, size_t j)
{
    if (arg(c, "how")->number > 0.0) /* a condition leaves the records out */
        return tacit_sql_cell(cx, c, j, c->out);
    TACIT_TRY(c->dialect->nested
                  ? tacit_buffer_text(cx, c->out, "CASE WHEN tacit_l = 0 THEN ")
                  : tacit_buffer_format(cx, c->out, "CASE WHEN list_%zu.listed IS NULL THEN ",
                                        c->number));
    TACIT_TRY(tacit_sql_cell(cx, c, j, c->out));
    return tacit_buffer_text(cx, c->out, " END");
}

/* ---- all ---- */

tacit_status tacit_sql_expression(tacit_ctx *cx, tacit_sql_change *c, size_t j)
{
    const tacit_method *m = c->change->method;
    if (m == &tacit_method_recode)
        return put_recode(cx, c, j);
    if (m == &tacit_method_top_code || m == &tacit_method_bottom_code)
        return put_code(cx, c, j);
    if (m == &tacit_method_round)
        return put_round(cx, c, j);
    if (m == &tacit_method_suppress)
        return put_suppressed(cx, c, j);
    if (m == &tacit_method_renumber)
        return tacit_sql_cell(cx, c, j, c->out); /* kept as it stands */
    c->why = (m->traits & TACIT_METHOD_RANDOM) != 0
                 ? "chance decides, and an engine draws other numbers"
                 : "an engine has no such function";
    return TACIT_OK;
}
