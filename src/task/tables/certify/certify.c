/*
 * certify.c - the certificate of tables.
 */
#include "task/tables/certify/certify.h"

#include <math.h>

#include "run/certificate/certificate.h"

/* ---- parts as texts ---- */

/* Append a number; blanks stand between them. */
static tacit_status put_number(tacit_ctx *cx, tacit_buffer *text, int64_t x)
{
    return tacit_buffer_format(cx, text, text->length > 0 ? " %lld" : "%lld", (long long)x);
}

/* The text as a JSON value, and begin anew. */
static tacit_status take_text(tacit_ctx *cx, tacit_buffer *text, json_t **out)
{
    *out = json_string(text->length > 0 ? text->text : "");
    text->length = 0;
    return *out == NULL ? tacit_fail_memory(cx) : TACIT_OK;
}

/* The least (`way` -1) or largest value of cell `j` in the tables of a part. */
static int64_t end_of(const tacit_proof *p, size_t j, int way)
{
    int64_t end = p->table[j];
    for (size_t k = 1; k < p->n_tables; k++) {
        const int64_t x = p->table[k * p->n + j];
        end = way > 0 ? (x > end ? x : end) : (x < end ? x : end);
    }
    return end;
}

static tacit_status put_cells(tacit_ctx *cx, const tacit_page *page, const tacit_proof *p,
                              tacit_buffer *text, json_t *part)
{
    json_t *rows = NULL, *least = NULL, *most = NULL;
    for (size_t j = 0; j < p->n; j++)
        TACIT_TRY(put_number(cx, text, (int64_t)page->row[p->cell[j]] + 1));
    TACIT_TRY(take_text(cx, text, &rows));
    TACIT_TRY(tacit_json_put(cx, part, "rows", rows));
    for (size_t j = 0; j < p->n; j++)
        TACIT_TRY(put_number(cx, text, end_of(p, j, -1)));
    TACIT_TRY(take_text(cx, text, &least));
    TACIT_TRY(tacit_json_put(cx, part, "least", least));
    for (size_t j = 0; j < p->n; j++)
        TACIT_TRY(put_number(cx, text, end_of(p, j, 1)));
    TACIT_TRY(take_text(cx, text, &most));
    return tacit_json_put(cx, part, "most", most);
}

static tacit_status put_part(tacit_ctx *cx, const tacit_page *page, const tacit_proof *p,
                             tacit_buffer *text, json_t *list)
{
    json_t *part = json_object(), *one = NULL;
    TACIT_TRY(tacit_json_add(cx, list, part));
    TACIT_TRY(put_cells(cx, page, p, text, part));
    json_t *values = json_array();
    TACIT_TRY(tacit_json_put(cx, part, "values", values));
    for (size_t k = 0; k < p->n_tables; k++) {
        for (size_t j = 0; j < p->n; j++)
            TACIT_TRY(put_number(cx, text, p->table[k * p->n + j]));
        TACIT_TRY(take_text(cx, text, &one));
        TACIT_TRY(tacit_json_add(cx, values, one));
    }
    return TACIT_OK;
}

static tacit_status put_parts(tacit_ctx *cx, const tacit_page *page, const tacit_proofs *all,
                              json_t *list)
{
    tacit_buffer text = { 0 };
    tacit_status status = TACIT_OK;
    for (size_t q = 0; status == TACIT_OK && q < all->n; q++)
        status = put_part(cx, page, &all->part[q], &text, list);
    tacit_buffer_free(&text);
    return status;
}

/* ---- the basis ---- */

static tacit_status fill_basis(tacit_ctx *cx, const json_t *structure, const tacit_page *page,
                               json_t *basis)
{
    const tacit_published published = { .system = page->system };
    tacit_proofs all = { 0 };
    json_t *parts = json_array();
    TACIT_TRY(tacit_json_put(cx, basis, "parts", parts));
    TACIT_TRY(tacit_json_put(cx, basis, "tables", json_deep_copy(structure)));
    tacit_status status = tacit_proof_find(cx, &published, &all);
    if (status == TACIT_OK)
        status = put_parts(cx, page, &all, parts);
    tacit_proof_free(&all);
    return status;
}

tacit_status tacit_certify_basis(tacit_ctx *cx, const json_t *structure, const tacit_table *file,
                                 json_t **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_page page = { 0 };
    json_t *basis = json_object();
    tacit_status status = basis == NULL ? tacit_fail_memory(cx) : TACIT_OK;
    if (status == TACIT_OK)
        status = tacit_page_read(cx, structure, file, &page);
    if (status == TACIT_OK)
        status = fill_basis(cx, structure, &page, basis);
    tacit_system_free(page.system);
    tacit_scratch_release(cx, mark);
    if (status == TACIT_OK)
        *out = basis;
    else
        json_decref(basis);
    return status;
}

/* ---- the certificate ---- */

/* The base of rounding, which everybody sees; 0 if the protection has none. */
static double base_of(const tacit_plan *plan)
{
    const tacit_args *args = &plan->protection_args;
    const size_t i = args->params != NULL ? tacit_param_find(args->params, "base") : 0;
    return i < args->n ? args->at[i].number : 0;
}

/* Whether all that is shown are multiples of the base: small counts are, other cells need not be.
 */
static bool are_multiples(const tacit_system *s, double base)
{
    bool are = true;
    for (size_t i = 0; are && base > 0 && i < s->n_cells; i++) {
        const double z = s->cell[i].shown;
        are = fabs(z - base * round(z / base)) <= 1e-6 * base;
    }
    return are;
}

/* What everybody can see of changed tables; of small counts, below which base cells are 0 or it. */
static tacit_status make_changed(tacit_ctx *cx, const tacit_work *w, const tacit_system *s,
                                 const json_t *structure, json_t **out)
{
    const double base = base_of(w->plan);
    if (are_multiples(s, base))
        return tacit_certify_changed(cx, structure, base, s->additive, out);
    TACIT_TRY(tacit_certify_changed(cx, structure, 0, s->additive, out));
    return tacit_json_put(cx, json_object_get(*out, "changed"), "small", json_real(base));
}

/* The structure of the tables, with the form of the file. */
static tacit_status make_structure(tacit_ctx *cx, const tacit_certify_job *job, json_t **out)
{
    const char *form = tacit_form_name(job->form);
    TACIT_TRY(tacit_structure_of(cx, job->tables, out));
    return form == NULL ? TACIT_OK : tacit_json_put(cx, *out, "form", json_string(form));
}

/* The tables as readers of the file have them; `*own` if the caller frees them. */
static tacit_status take_rows(tacit_ctx *cx, const tacit_work *w, const tacit_certify_job *job,
                              const json_t *structure, tacit_table **own)
{
    json_t *basis = NULL;
    if (job->form == TACIT_FORM_ROWS)
        return TACIT_OK;
    TACIT_TRY(tacit_certify_changed(cx, structure, 0, false, &basis));
    if (!job->tables->system->changed)
        (void)json_object_del(basis, "changed");
    const tacit_status status = tacit_form_read(cx, basis, w->plan->output, job->staged, own);
    json_decref(basis);
    return status;
}

/* What the claims rest on. */
static tacit_status make_basis(tacit_ctx *cx, const tacit_work *w, const tacit_certify_job *job,
                               const json_t *structure, const tacit_table *file, json_t **out)
{
    const tacit_system *s = job->tables->system;
    return s->changed ? make_changed(cx, w, s, structure, out)
                      : tacit_certify_basis(cx, structure, file, out);
}

/* What the certificate may take of the record, in a record of its own: the audit is the
 * custodian's. */
static tacit_status make_record(tacit_ctx *cx, const tacit_work *w, json_t *basis,
                                const tacit_table *file, json_t *record)
{
    tacit_result *claim = NULL;
    TACIT_TRY(tacit_json_put(cx, record, "basis", basis));
    TACIT_TRY(tacit_certify_check(cx, basis, file, &claim));
    if (!json_is_true(json_object_get(claim, "holds"))) {
        json_decref(claim);
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "What is published does not show what is claimed "
                          "of it: that hidden cells are uncertain, or how "
                          "values were changed.");
    }
    TACIT_TRY(tacit_json_put(cx, record, "requirements", json_pack("[o]", claim)));
    TACIT_TRY(
        tacit_json_put(cx, record, "outputs", json_incref(json_object_get(w->record, "outputs"))));
    return tacit_json_put(cx, record, "versions",
                          json_incref(json_object_get(w->record, "versions")));
}

/* The certificate of `file`, which has the structure. */
static tacit_status certify(tacit_ctx *cx, tacit_work *w, const tacit_certify_job *job,
                            const json_t *structure, const tacit_table *file)
{
    const json_t *outputs = json_object_get(w->record, "outputs");
    json_t *record = json_object(), *basis = NULL, *certificate = NULL;
    const tacit_certified what = { .plan = w->plan,
                                   .target = w->plan->output,
                                   .table = file,
                                   .rows = tacit_table_rows(file),
                                   .record = record,
                                   .output =
                                       json_array_get(outputs, json_array_size(outputs) - 1) };
    tacit_status status = record == NULL ? tacit_fail_memory(cx) : TACIT_OK;
    if (status == TACIT_OK)
        status = make_basis(cx, w, job, structure, file, &basis);
    if (status == TACIT_OK)
        status = make_record(cx, w, basis, file, record);
    if (status == TACIT_OK)
        status = tacit_certificate_new(cx, &what, &certificate);
    json_decref(record);
    return status == TACIT_OK ? tacit_certificate_write(cx, w, certificate) : status;
}

tacit_status tacit_certify_release(tacit_ctx *cx, tacit_work *w, const tacit_certify_job *job)
{
    json_t *structure = NULL;
    tacit_table *own = NULL;
    tacit_stage(cx, "Certifying");
    tacit_status status = make_structure(cx, job, &structure);
    if (status == TACIT_OK)
        status = take_rows(cx, w, job, structure, &own);
    if (status == TACIT_OK)
        status = certify(cx, w, job, structure, own != NULL ? own : job->rows);
    tacit_table_free(own);
    json_decref(structure);
    return status;
}
