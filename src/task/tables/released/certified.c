/*
 * certified.c - an earlier release of ours: the file with its certificate.
 *
 * Neither is relied on unless the certificate is as it was written, by its own digest, and the
 * file has the certified hash and size.
 */
#include "run/certificate/certificate.h"
#include "run/reading.h"
#include "task/tables/released/own.h"

/* ---- where cells are ---- */

static const char *column(const tacit_earlier *e, size_t d)
{
    return tacit_column_name(tacit_table_column(e->file, d + 1));
}

static const char *response(const tacit_earlier *e, size_t cell)
{
    return tacit_page_response(e->page, cell);
}

static const char *code(const tacit_earlier *e, size_t cell, size_t d, size_t k)
{
    return k > 0 ? NULL : tacit_page_code(e->page, cell, d);
}

/* ---- reading ---- */

/* Fail unless the certificate is whole, of this file and of tables. */
static tacit_status check(tacit_ctx *cx, const char *path, json_t *certificate)
{
    bool whole = false, tells = false;
    TACIT_TRY(tacit_certificate_is_whole(cx, certificate, &whole));
    TACIT_TRY(tacit_certificate_tells(cx, json_object_get(certificate, "release"), path, &tells));
    if (!whole || !tells)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: %s; 'released' relies on neither. 'tacit verify' says more.", path,
                          whole ? "the file is not the one that its certificate tells of"
                                : "its certificate was changed after it was written");
    if (json_object_get(json_object_get(certificate, "basis"), "tables") == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'released' is for tables; the certificate of %s is that of records.",
                          path);
    return TACIT_OK;
}

/* Load the file as its certificate says. */
static tacit_status load(tacit_ctx *cx, const char *path, const char *at, const json_t *certificate,
                         tacit_table **out)
{
    const json_t *basis = json_object_get(certificate, "basis");
    tacit_args args;
    tacit_data *data = NULL;
    bool found = false;
    if (tacit_form_is_other(basis))
        return tacit_form_read(cx, basis, path, path, out);
    TACIT_TRY(tacit_reading_certified(cx, path, at, &args, &found));
    const tacit_source source = { .uri = path, .args = found ? &args : NULL };
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    const tacit_status status = tacit_data_load(cx, data, NULL, out);
    tacit_data_close(data);
    return status;
}

static tacit_status take_page(tacit_joining *j, const tacit_page *page, const tacit_table *file,
                              const json_t *basis)
{
    const json_t *said = json_object_get(basis, "changed");
    const tacit_system *s = page->system;
    bool *shown = NULL;
    TACIT_TRY(tacit_scratch(j->cx, s->n_cells, sizeof *shown, &shown));
    for (size_t i = 0; i < s->n_cells; i++)
        shown[i] = !tacit_system_hides(s, &s->cell[i]);
    const tacit_earlier e = { .system = s,
                              .shown = shown,
                              .changed = said != NULL || page->n_changed > 0,
                              .base = json_number_value(json_object_get(said, "base")),
                              .small = json_number_value(json_object_get(said, "small")),
                              .n_dimensions = page->n_dimensions,
                              .column = column,
                              .response = response,
                              .code = code,
                              .page = page,
                              .file = file };
    return tacit_released_take(j, &e);
}

static tacit_status take(tacit_joining *j, const char *path, const char *at,
                         const json_t *certificate)
{
    const json_t *basis = json_object_get(certificate, "basis");
    tacit_table *file = NULL;
    tacit_page page = { 0 };
    TACIT_TRY(load(j->cx, path, at, certificate, &file));
    tacit_status status = tacit_page_read(j->cx, json_object_get(basis, "tables"), file, &page);
    if (status == TACIT_OK)
        status = take_page(j, &page, file, basis);
    tacit_system_free(page.system);
    tacit_table_free(file);
    return status;
}

tacit_status tacit_released_certified(tacit_joining *j, const char *path, const char *certificate)
{
    json_t *whole = NULL;
    TACIT_TRY(tacit_certificate_read(j->cx, certificate, &whole));
    tacit_status status = check(j->cx, path, whole);
    if (status == TACIT_OK)
        status = take(j, path, certificate, whole);
    json_decref(whole);
    return status;
}
