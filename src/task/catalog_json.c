/*
 * catalog_json.c - everything that can be asked, as JSON: for forms, bindings and completion.
 *
 *   { "tacit", "families": [ { "family", "title", "entries": [...] } ],
 *     "tasks": [ { entry, "chooses": family, "arguments", "details" } ] }
 */
#include "base/result.h"
#include "task/tasks.h"

static tacit_status add_entries(tacit_ctx *cx, const tacit_catalog *c, json_t *list)
{
    for (size_t i = 0; i < c->n; i++) {
        json_t *entry = NULL;
        TACIT_TRY(tacit_entry_json(cx, c->entry[i], &entry));
        TACIT_TRY(tacit_json_add(cx, list, entry));
    }
    return TACIT_OK;
}

static tacit_status add_families(tacit_ctx *cx, json_t *families)
{
    for (const tacit_catalog *const *c = tacit_catalogs(); *c != NULL; c++) {
        json_t *family =
            json_pack("{s:s, s:s, s:[]}", "family", (*c)->family, "title", (*c)->title, "entries");
        TACIT_TRY(tacit_json_add(cx, families, family));
        TACIT_TRY(add_entries(cx, *c, json_object_get(family, "entries")));
    }
    return TACIT_OK;
}

static tacit_status add_tasks(tacit_ctx *cx, json_t *tasks)
{
    TACIT_TRY(add_entries(cx, &tacit_task_catalog, tasks));
    for (size_t i = 0; i < tacit_task_catalog.n; i++) {
        const tacit_task *t = (const void *)tacit_task_catalog.entry[i];
        json_t *task = json_array_get(tasks, i);
        TACIT_TRY(tacit_json_put(cx, task, "arguments", json_string(t->arguments)));
        TACIT_TRY(tacit_json_put(cx, task, "details", json_string(t->details)));
        if (t->section.chooses != NULL)
            TACIT_TRY(tacit_json_put(cx, task, "chooses", json_string(t->section.chooses->family)));
    }
    return TACIT_OK;
}

tacit_status tacit_catalogs_json(tacit_ctx *cx, json_t **out)
{
    json_t *all = json_pack("{s:s, s:[], s:[]}", "tacit", tacit_version(), "families", "tasks");
    if (all == NULL)
        return tacit_fail_memory(cx);
    tacit_status status = add_families(cx, json_object_get(all, "families"));
    if (status == TACIT_OK)
        status = add_tasks(cx, json_object_get(all, "tasks"));
    if (status == TACIT_OK)
        *out = all;
    else
        json_decref(all);
    return status;
}
