/*
 * pseudonymise.c - identifiers replaced by keyed hashes.
 *
 * A value with text t becomes the first `length` characters of the base32 form (RFC 4648, in
 * lower case, 5 bits a character) of
 *   BLAKE2b-256(key = K_d, t),  K_d = BLAKE2b-512(key = K, domain),  K = BLAKE2b-512(key file)
 * (Aumasson, Neves, Wilcox-O'Hearn and Winnerlein 2013; keyed as in RFC 7693).  Who has the key
 * file can compute a pseudonym from a value, and so find values by trying them; who has not
 * cannot.  Equal texts under one key and domain have equal pseudonyms in every column and
 * file; a number and a category of the same text agree.  The domain is the column's name
 * unless given.
 *
 * With v distinct values and L characters two of them share a pseudonym with probability at
 * most v (v - 1) / 2^(5 L + 1), which is told; that it has happened is an error.
 *
 * Missing values stay missing.  The column becomes a category without value labels, and loses
 * the role of an identifier, so that it is released.  Strata and weights play no part.
 * O(n), and a hash for each distinct value.
 */
#include "micro/method/method.h"

#include <math.h>
#include <string.h>

#include <sodium.h>

#include "base/memory.h"
#include "base/secret.h"
#include "base/text.h"
#include "micro/method/rewrite.h"
#include "table/values.h"

enum { COLUMNS, KEY, DOMAIN, LENGTH };

/* Bytes of a hash; characters that it fills. */
enum { HASH = 32, MOST_LENGTH = 51 };

/* The probability of a collision from which on there is a warning. */
static const double LIKELY = 1e-9;

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [KEY] = { .name = "key",
              .type = TACIT_PARAM_FILE,
              .need = TACIT_REQUIRED,
              .secret = true,
              .help = "path of the key file that 'tacit key' makes: 16 to 4096 random bytes that "
                      "only you can read, apart from the release" },
    [DOMAIN] = { .name = "domain",
                 .type = TACIT_PARAM_TEXT,
                 .need = TACIT_OPTIONAL,
                 .help = "columns and files with the same domain and key have the same pseudonyms; "
                         "the column's name if not given" },
    [LENGTH] = { .name = "length",
                 .type = TACIT_PARAM_INTEGER,
                 .preset = 20,
                 .min = 4,
                 .max = MOST_LENGTH,
                 TACIT_USEFUL(8, 32, "characters"),
                 .help = "characters of a pseudonym, 5 bits each" },
    TACIT_PARAM_END
};

/* ---- pseudonyms ---- */

/* Write the first `n` characters of `hash` in base32. */
static void to_base32(const unsigned char hash[HASH], size_t n, char *out)
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
    for (size_t k = 0; k < n; k++) {
        const size_t bit = 5 * k, byte = bit / 8;
        const unsigned next = byte + 1 < HASH ? hash[byte + 1] : 0u;
        const unsigned pair = (unsigned)hash[byte] << 8 | next;
        out[k] = digits[pair >> (11 - bit % 8) & 31];
    }
    out[n] = '\0';
}

/* The pseudonyms of one column. */
typedef struct names {
    const tacit_column *column;
    tacit_values values;
    size_t length;
    const char **text; /* of each distinct value */
} names;

static tacit_status name_values(tacit_ctx *cx, const unsigned char key[TACIT_SECRET_BYTES],
                                names *n)
{
    char *room = NULL;
    TACIT_TRY(tacit_scratch(cx, n->values.n, n->length + 1, &room));
    TACIT_TRY(tacit_scratch(cx, n->values.n, sizeof *n->text, &n->text));
    for (uint32_t v = 0; v < n->values.n; v++) {
        unsigned char hash[HASH];
        char number[TACIT_NUMBER_BYTES];
        const char *text = tacit_column_text(n->column, n->values.row[v], number);
        char *out = room + v * (n->length + 1);
        crypto_generichash(hash, HASH, (const unsigned char *)text, strlen(text), key,
                           TACIT_SECRET_BYTES);
        to_base32(hash, n->length, out);
        n->text[v] = out;
        if (v % 65536 == 0)
            TACIT_TRY(tacit_tick(cx, v, n->values.n));
    }
    return TACIT_OK;
}

/* Fail if two values share a pseudonym. */
static tacit_status check_collisions(tacit_ctx *cx, const names *n)
{
    tacit_dict *seen = NULL;
    TACIT_TRY(tacit_dict_new(cx, &seen));
    tacit_status status = TACIT_OK;
    for (uint32_t v = 0; v < n->values.n && status == TACIT_OK; v++) {
        uint32_t code = 0;
        status = tacit_dict_add(cx, seen, n->text[v], n->length, &code);
    }
    const uint32_t different = tacit_dict_size(seen);
    tacit_dict_free(seen);
    TACIT_TRY(status);
    if (different == n->values.n)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "Column '%s' has %u values, some of which would share a pseudonym of %zu "
                      "characters; make 'length' larger.",
                      tacit_column_name(n->column), n->values.n, n->length);
}

/* ---- columns ---- */

static tacit_status name_column(tacit_ctx *cx, const tacit_args *args,
                                const unsigned char key[TACIT_SECRET_BYTES], names *n)
{
    unsigned char own[TACIT_SECRET_BYTES];
    const char *domain =
        tacit_arg_given(args, DOMAIN) ? tacit_arg_text(args, DOMAIN) : tacit_column_name(n->column);
    TACIT_TRY(tacit_values_of(cx, n->column, &n->values));
    tacit_secret_derive(key, domain, own);
    const tacit_status status = name_values(cx, own, n);
    tacit_wipe(own, sizeof own);
    TACIT_TRY(status);
    return check_collisions(cx, n);
}

static tacit_status replace_columns(tacit_ctx *cx, const tacit_args *args, const tacit_select *cols,
                                    const unsigned char key[TACIT_SECRET_BYTES], tacit_table *t)
{
    for (size_t c = 0; c < cols->n; c++) {
        const size_t j = cols->at[c];
        names n = { .column = tacit_table_column(t, j),
                    .length = (size_t)tacit_arg_integer(args, LENGTH) };
        TACIT_TRY(name_column(cx, args, key, &n));
        TACIT_TRY(tacit_rewrite_texts(cx, t, j, n.text, n.values.of, n.values.n));
        tacit_table_set_roles(t, j, tacit_table_roles(t, j) & ~(unsigned)TACIT_ROLE_IDENTIFIER);
    }
    return TACIT_OK;
}

static tacit_status apply(tacit_ctx *cx, const tacit_change *change, const tacit_select *cols,
                          const tacit_stretch *at, tacit_table *t)
{
    unsigned char key[TACIT_SECRET_BYTES];
    (void)at;
    TACIT_TRY(tacit_secret_read(cx, tacit_arg_text(&change->args, KEY), key));
    const tacit_status status = replace_columns(cx, &change->args, cols, key, t);
    tacit_wipe(key, sizeof key);
    return status;
}

/* ---- telling ---- */

static tacit_status tell_column(tacit_ctx *cx, const tacit_column *column, size_t length,
                                json_t *table)
{
    uint32_t distinct = 0;
    TACIT_TRY(tacit_values_count(cx, column, &distinct));
    const double v = distinct;
    const double collision = fmin(1.0, ldexp(v * (v - 1.0), -(int)(5 * length + 1)));
    if (collision >= LIKELY && v > 1.0)
        tacit_warn(cx,
                   "Pseudonyms of %zu characters are short for column '%s': two of its values "
                   "would share one with probability up to %.2g; 'length: 20' is enough.",
                   length, tacit_column_name(column), collision);
    return tacit_result_row(cx, table, "[s,I,f]", tacit_column_name(column), (json_int_t)distinct,
                            collision);
}

static tacit_status tell(tacit_ctx *cx, const tacit_job *job, const tacit_table *out)
{
    static const char *const heads[] = { "column", "distinct values",
                                         "probability of a collision" };
    const size_t length = (size_t)tacit_arg_integer(job->args, LENGTH);
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, job->told, "pseudonyms", "Columns with pseudonyms", 3, heads,
                                 &table));
    for (size_t c = 0; c < job->cols.n; c++)
        TACIT_TRY(tell_column(cx, tacit_table_column(out, job->cols.at[c]), length, table));
    return TACIT_OK;
}

/* Pseudonyms of blocks are not held against each other: they must be long enough. */
static bool looks(const tacit_args *args)
{
    return tacit_arg_integer(args, LENGTH) >= (int64_t)PARAMS[LENGTH].preset;
}

const tacit_method tacit_method_pseudonymise = {
    .about = { .name = "pseudonymise",
               .title = "Pseudonyms",
               .summary = "Replaces identifiers by keyed hashes that agree across files.",
               .source = "Aumasson, Neves, Wilcox-O'Hearn and Winnerlein (2013), BLAKE2: simpler, "
                         "smaller, fast as MD5; Article 29 Working Party (2014), Opinion 05/2014 "
                         "on anonymisation techniques",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_UNLINKS,
    .apply = apply,
    .tell = tell,
    .looks = looks,
};
