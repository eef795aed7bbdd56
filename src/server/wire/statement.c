/*
 * statement.c - a text taken apart into statements, and what each of them is about.
 *
 * PostgreSQL's parser says what a statement is.  A SELECT is about the catalog if all that it
 * reads is there, or if it reads nothing; every other is a question about the data, and whether it
 * may be asked is the grammar's to say.
 */
#include <ctype.h>
#include <string.h>

#include "query/grammar/tree.h"
#include "server/wire/own.h"

/* What nodes of the tree other than SELECT are. */
static const struct known {
    const char *node;
    tacit_wire_kind kind;
} KNOWN[] = {
    { "ExplainStmt", TACIT_WIRE_EXPLAIN }, { "TransactionStmt", TACIT_WIRE_TRANSACTION },
    { "VariableSetStmt", TACIT_WIRE_SET }, { "VariableShowStmt", TACIT_WIRE_SHOW },
    { "DiscardStmt", TACIT_WIRE_DISCARD }, { "DeallocateStmt", TACIT_WIRE_DEALLOCATE },
};

/* What a tree reads: something of the catalog, something else. */
typedef struct sources {
    bool catalog, other;
    size_t parameters;
} sources;

/* Look at a node and all in it.  As deep as the tree, which jansson bounds. */
static void look(const json_t *node, sources *found)
{
    const char *key = NULL;
    json_t *value = NULL;
    size_t i = 0;
    if (json_is_array(node)) {
        json_array_foreach((json_t *)(uintptr_t)node, i, value) look(value, found);
        return;
    }
    json_object_foreach((json_t *)(uintptr_t)node, key, value)
    {
        if (strcmp(key, "RangeVar") == 0) {
            const bool is = tacit_pg_has_table(value);
            found->catalog = found->catalog || is;
            found->other = found->other || !is;
        }
        if (strcmp(key, "ParamRef") == 0) {
            const json_int_t number = json_integer_value(json_object_get(value, "number"));
            if (number > 0 && (size_t)number > found->parameters)
                found->parameters = (size_t)number;
        }
        look(value, found);
    }
}

static tacit_wire_kind kind_of(const json_t *node, const sources *found)
{
    const char *name = tacit_sql_kind(node);
    const json_t *select = tacit_sql_is(node, "SelectStmt");
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
        if (strcmp(KNOWN[i].node, name) == 0)
            return KNOWN[i].kind;
    if (select == NULL || json_object_get(select, "intoClause") != NULL)
        return TACIT_WIRE_REFUSED;
    return found->other ? TACIT_WIRE_QUESTION : TACIT_WIRE_CATALOG;
}

/* The part of the text that is a statement, behind as many blanks as stand before it, so that
 * places stay what they are; line ends stay too. */
static tacit_status cut(tacit_ctx *cx, const char *text, const json_t *raw, char **out)
{
    const size_t all = strlen(text);
    const size_t from = (size_t)json_integer_value(json_object_get(raw, "stmt_location"));
    const size_t given = (size_t)json_integer_value(json_object_get(raw, "stmt_len"));
    const size_t n = from > all ? 0 : given == 0 || given > all - from ? all - from : given;
    TACIT_TRY(tacit_scratch(cx, from + n + 1, 1, out));
    for (size_t i = 0; i < from + n; i++)
        (*out)[i] = i >= from || text[i] == '\n' ? text[i] : ' ';
    return TACIT_OK;
}

/* Leave of EXPLAIN SELECT ... the question. */
static void blank_explain(char *text)
{
    char *at = text;
    while (*at != '\0' && strncasecmp(at, "explain", 7) != 0)
        at++;
    for (size_t i = 0; i < 7 && at[i] != '\0'; i++)
        at[i] = ' ';
}

static tacit_status read_statement(tacit_wire_session *s, tacit_ctx *cx, const char *text,
                                   const json_t *raw, tacit_wire_script *out)
{
    tacit_wire_statement *st = &out->statement[out->n++];
    sources found = { 0 };
    char *part = NULL;
    st->node = json_object_get(raw, "stmt");
    look(st->node, &found);
    st->kind = kind_of(st->node, &found);
    if (found.parameters > out->parameters)
        out->parameters = found.parameters;
    if (out->parameters > TACIT_WIRE_PARAMETERS)
        return tacit_wire_refuse(s, cx, "54000", "A statement has %d parameters at most.",
                                 TACIT_WIRE_PARAMETERS);
    TACIT_TRY(cut(cx, text, raw, &part));
    if (st->kind == TACIT_WIRE_EXPLAIN)
        blank_explain(part);
    st->text = part;
    return TACIT_OK;
}

tacit_status tacit_wire_script_read(tacit_wire_session *s, tacit_ctx *cx, const char *text,
                                    tacit_wire_script *out)
{
    *out = (tacit_wire_script){ 0 };
    TACIT_TRY(tacit_sql_tree(cx, text, &out->tree));
    const json_t *all = json_object_get(out->tree, "stmts");
    const size_t n = json_array_size(all);
    tacit_status status = tacit_scratch(cx, n + 1, sizeof *out->statement, &out->statement);
    for (size_t i = 0; status == TACIT_OK && i < n; i++)
        status = read_statement(s, cx, text, json_array_get(all, i), out);
    if (status != TACIT_OK)
        tacit_wire_script_end(out);
    return status;
}

void tacit_wire_script_end(tacit_wire_script *script)
{
    json_decref(script->tree);
    script->tree = NULL;
}
