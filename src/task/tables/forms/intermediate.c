/*
 * intermediate.c - an intermediate file of tau-Argus as everybody may have it: a line for each cell
 * with its codes in quotation marks, its value and S, or X without a value.
 */
#include <string.h>

#include "hierarchy/delimited.h"
#include "task/tables/forms/own.h"

/* Go past `text` if it stands at `*at`. */
static bool pass(const char **at, const char *text)
{
    const size_t n = strlen(text);
    const bool there = strncmp(*at, text, n) == 0;
    *at += there ? n : 0;
    return there;
}

static bool pass_codes(const tacit_form_file *f, const tacit_outline_table *t, const char **at)
{
    bool good = true;
    for (size_t k = 0; good && k < t->n; k++)
        good = pass(at, "\"") && pass(at, tacit_form_code(f, t, k)) && pass(at, "\";");
    return good;
}

/* One line, which ends at the next one's beginning. */
static bool take_line(tacit_form_file *f, const tacit_outline_table *t, const char **at)
{
    char text[TACIT_NUMBER_BYTES];
    double x = 0;
    if (!pass_codes(f, t, at))
        return false;
    if (pass(at, ";X\n"))
        return tacit_form_take(f, NULL);
    const size_t n = strcspn(*at, ";\n");
    if (n == 0 || n >= sizeof text)
        return false;
    memcpy(text, *at, n);
    text[n] = '\0';
    *at += n;
    return tacit_parse_real(text, &x) && pass(at, ";S\n") && tacit_form_take(f, &x);
}

tacit_status tacit_form_read_intermediate(tacit_form_file *f)
{
    const tacit_outline_table *t = &f->o->table[0];
    tacit_delimited file;
    bool good = f->o->n_tables == 1;
    const tacit_status status = tacit_delimited_open(f->cx, f->path, &file);
    const char *at = status == TACIT_OK ? file.at : "";
    tacit_form_begin(f, t);
    for (size_t i = 0; status == TACIT_OK && good && i < f->most; i++) {
        good = take_line(f, t, &at);
        (void)tacit_form_next(f, t);
    }
    good = good && *at == '\0';
    tacit_delimited_close(&file);
    TACIT_TRY(status);
    return good ? TACIT_OK : tacit_form_fail(f);
}
