/*
 * take.c - a released stream as vectors of R.
 *
 * Each column is released as soon as R has it, so that a table is never there twice.  R may jump
 * away when memory is short: what the stream gave belongs to an external pointer until then.
 * Whole numbers become integers if all fit, else reals up to 2^53, else integer64.
 */
#include "binding.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A schema and rows, until they are released. */
typedef struct taken {
    struct ArrowSchema schema;
    struct ArrowArray rows;
} taken;

static void release_taken(SEXP owner)
{
    taken *t = R_ExternalPtrAddr(owner);
    R_ClearExternalPtr(owner);
    if (t == NULL)
        return;
    if (t->rows.release != NULL)
        t->rows.release(&t->rows);
    if (t->schema.release != NULL)
        t->schema.release(&t->schema);
    free(t);
}

/* The cells of one column: none if the table has no rows. */
typedef struct cells {
    const struct ArrowArray *array;
    R_xlen_t n;
} cells;

static const void *buffer(const cells *x, int which)
{
    return x->array->buffers[which];
}

static bool is_missing(const cells *x, R_xlen_t i)
{
    const unsigned char *valid = x->array->null_count != 0 ? buffer(x, 0) : NULL;
    const R_xlen_t at = i + (R_xlen_t)x->array->offset;
    return valid != NULL && (valid[at / 8] >> (at % 8) & 1) == 0;
}

static SEXP reals_of(const cells *x)
{
    SEXP made = PROTECT(Rf_allocVector(REALSXP, x->n));
    const double *from = x->n > 0 ? (const double *)buffer(x, 1) + x->array->offset : NULL;
    for (R_xlen_t i = 0; i < x->n; i++)
        REAL(made)[i] = is_missing(x, i) ? NA_REAL : from[i];
    UNPROTECT(1);
    return made;
}

static SEXP days_of(const cells *x)
{
    SEXP made = PROTECT(Rf_allocVector(REALSXP, x->n));
    const int32_t *from = x->n > 0 ? (const int32_t *)buffer(x, 1) + x->array->offset : NULL;
    for (R_xlen_t i = 0; i < x->n; i++)
        REAL(made)[i] = is_missing(x, i) ? NA_REAL : from[i];
    UNPROTECT(1);
    return made;
}

static int64_t largest(const cells *x, const int64_t *from)
{
    int64_t most = 0;
    for (R_xlen_t i = 0; i < x->n; i++)
        if (!is_missing(x, i) && (from[i] > most || from[i] < -most))
            most = from[i] == INT64_MIN ? INT64_MAX : llabs(from[i]);
    return most;
}

/* 64 bits each, in a vector of reals, as the package bit64 has them. */
static SEXP longs_of(const cells *x, const int64_t *from)
{
    SEXP made = PROTECT(Rf_allocVector(REALSXP, x->n));
    int64_t *to = (int64_t *)REAL(made);
    for (R_xlen_t i = 0; i < x->n; i++)
        to[i] = is_missing(x, i) ? INT64_MIN : from[i];
    Rf_setAttrib(made, R_ClassSymbol, Rf_mkString("integer64"));
    UNPROTECT(1);
    return made;
}

static SEXP wholes_of(const cells *x, bool wide)
{
    const int64_t *from = x->n > 0 ? (const int64_t *)buffer(x, 1) + x->array->offset : NULL;
    const int64_t most = largest(x, from);
    if (wide || most > INT64_C(1) << 53)
        return longs_of(x, from);
    const bool fits = most <= INT_MAX;
    SEXP made = PROTECT(Rf_allocVector(fits ? INTSXP : REALSXP, x->n));
    for (R_xlen_t i = 0; i < x->n; i++) {
        const bool missing = is_missing(x, i);
        if (fits)
            INTEGER(made)[i] = missing ? NA_INTEGER : (int)from[i];
        else
            REAL(made)[i] = missing ? NA_REAL : (double)from[i];
    }
    UNPROTECT(1);
    return made;
}

/* Where text number i of a dictionary begins; its offsets have 64 bits if it is large. */
static int64_t begin_of(const struct ArrowArray *words, bool large, R_xlen_t i)
{
    const R_xlen_t at = i + (R_xlen_t)words->offset;
    return large ? ((const int64_t *)words->buffers[1])[at]
                 : ((const int32_t *)words->buffers[1])[at];
}

static SEXP levels_of(const struct ArrowArray *words, bool large)
{
    SEXP made = PROTECT(Rf_allocVector(STRSXP, (R_xlen_t)words->length));
    for (R_xlen_t i = 0; i < words->length; i++) {
        const int64_t at = begin_of(words, large, i), end = begin_of(words, large, i + 1);
        const char *text = end > at ? (const char *)words->buffers[2] + at : "";
        SET_STRING_ELT(made, i, Rf_mkCharLenCE(text, (int)(end - at), CE_UTF8));
    }
    UNPROTECT(1);
    return made;
}

static SEXP factor_of(const cells *x, bool large)
{
    SEXP made = PROTECT(Rf_allocVector(INTSXP, x->n));
    const int32_t *from = x->n > 0 ? (const int32_t *)buffer(x, 1) + x->array->offset : NULL;
    for (R_xlen_t i = 0; i < x->n; i++)
        INTEGER(made)[i] = is_missing(x, i) ? NA_INTEGER : from[i] + 1;
    SEXP levels =
        PROTECT(x->n > 0 ? levels_of(x->array->dictionary, large) : Rf_allocVector(STRSXP, 0));
    Rf_setAttrib(made, R_LevelsSymbol, levels);
    Rf_setAttrib(made, R_ClassSymbol, Rf_mkString("factor"));
    UNPROTECT(2);
    return made;
}

static SEXP date_of(const cells *x)
{
    SEXP made = PROTECT(days_of(x));
    Rf_setAttrib(made, R_ClassSymbol, Rf_mkString("Date"));
    UNPROTECT(1);
    return made;
}

/* A note of the metadata, or NULL. */
static SEXP note_of(const char *metadata, const char *key)
{
    int32_t n = 0, length = 0;
    if (metadata == NULL)
        return R_NilValue;
    memcpy(&n, metadata, sizeof n);
    const char *at = metadata + sizeof n;
    for (int32_t i = 0; i < n; i++) {
        memcpy(&length, at, sizeof length);
        const bool found = (size_t)length == strlen(key) && memcmp(at + 4, key, strlen(key)) == 0;
        at += sizeof length + length;
        memcpy(&length, at, sizeof length);
        if (found)
            return Rf_ScalarString(Rf_mkCharLenCE(at + 4, length, CE_UTF8));
        at += sizeof length + length;
    }
    return R_NilValue;
}

static bool is_listed(SEXP names, const char *name)
{
    for (R_xlen_t i = 0; i < Rf_xlength(names); i++)
        if (strcmp(Rf_translateCharUTF8(STRING_ELT(names, i)), name) == 0)
            return true;
    return false;
}

static SEXP column_of(const struct ArrowSchema *s, const cells *x, SEXP wide)
{
    SEXP made;
    if (s->dictionary != NULL)
        made = PROTECT(factor_of(x, strcmp(s->dictionary->format, "U") == 0));
    else if (strcmp(s->format, "g") == 0)
        made = PROTECT(reals_of(x));
    else if (strcmp(s->format, "tdD") == 0)
        made = PROTECT(date_of(x));
    else
        made = PROTECT(wholes_of(x, is_listed(wide, s->name)));
    SEXP label = PROTECT(note_of(s->metadata, "tacit.label"));
    SEXP labels = PROTECT(note_of(s->metadata, "tacit.value_labels"));
    Rf_setAttrib(made, Rf_install("tacit.label"), label);
    Rf_setAttrib(made, Rf_install("tacit.value_labels"), labels);
    UNPROTECT(3);
    return made;
}

static SEXP columns_of(taken *t, SEXP wide)
{
    static const struct ArrowArray NOTHING = { .release = NULL };
    SEXP made = PROTECT(Rf_allocVector(VECSXP, t->schema.n_children));
    SEXP names = PROTECT(Rf_allocVector(STRSXP, t->schema.n_children));
    for (R_xlen_t j = 0; j < t->schema.n_children; j++) {
        const struct ArrowSchema *s = t->schema.children[j];
        struct ArrowArray *a = t->rows.release != NULL ? t->rows.children[j] : NULL;
        const cells x = { .array = a != NULL ? a : &NOTHING,
                          .n = a != NULL ? (R_xlen_t)t->rows.length : 0 };
        SET_STRING_ELT(names, j, Rf_mkCharCE(s->name, CE_UTF8));
        SET_VECTOR_ELT(made, j, column_of(s, &x, wide));
        if (a != NULL && a->release != NULL)
            a->release(a);
    }
    Rf_setAttrib(made, R_NamesSymbol, names);
    UNPROTECT(2);
    return made;
}

SEXP columns_of_stream(struct ArrowArrayStream *in, SEXP wide)
{
    taken *t = calloc(1, sizeof *t);
    const int failed =
        t == NULL || in->get_schema(in, &t->schema) != 0 || in->get_next(in, &t->rows) != 0;
    in->release(in);
    if (t == NULL)
        Rf_error("Memory is exhausted.");
    SEXP owner = PROTECT(R_MakeExternalPtr(t, R_NilValue, R_NilValue));
    R_RegisterCFinalizerEx(owner, release_taken, TRUE);
    if (failed)
        Rf_error("The released table could not be taken.");
    SEXP made = PROTECT(columns_of(t, wide));
    release_taken(owner);
    UNPROTECT(2);
    return made;
}
