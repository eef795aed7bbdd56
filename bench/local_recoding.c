/*
 * local_recoding.c - local recoding of a loaded table.
 *
 *   local_recoding DATA PREFIX WAY MODELS KEY... [!SENSITIVE]
 *
 * The hierarchy of KEY is the file PREFIX KEY .csv, if there is one.  WAY is mondrian,
 * relaxed, iterative or refine, with a + behind it if ranges may be used, ,N if N records
 * may be suppressed and ,N,S if it may take S seconds.  MODELS is a list such as
 * k_anonymity,k=5:t_closeness,t=0.2.  Prints processor seconds of the recoding alone (cells
 * counted already) and of all after loading.  Goals: Adult with 9 keys, k = 5: granularity
 * above 0.9409 with nothing suppressed in at most 0.5 processor seconds; ten million rows
 * with 6 keys in under a minute.
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/pool.h"
#include "base/text.h"
#include "clock.h"

#include "engine/engine.h"
#include "micro/search/recoding.h"

enum { MOST = 64, MOST_VALUES = 32 };

/* What the command line asks for. */
typedef struct asked {
    tacit_table *table;
    size_t key[MOST], sensitive[MOST], keys, sensitives;
    tacit_hierarchy_spec hierarchy[MOST];
    tacit_value path[MOST];
    size_t hierarchies;
    tacit_requirement require[MOST];
    tacit_args args[MOST];
    tacit_value value[MOST][MOST_VALUES];
    size_t models;
    tacit_local_spec spec;
} asked;

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

static void read_way(asked *q, const char *text)
{
    const size_t n = strcspn(text, "+,");
    const char *most = strchr(text, ',');
    size_t way = 0;
    while (TACIT_LOCAL_WAYS[way] != NULL && strncmp(TACIT_LOCAL_WAYS[way], text, n) != 0)
        way++;
    q->spec.way = (tacit_local_way)way;
    q->spec.ordered = text[n] == '+';
    const char *seconds = most != NULL ? strchr(most + 1, ',') : NULL;
    q->spec.most_suppressed = most != NULL ? strtoull(most + 1, NULL, 10) : 0;
    if (seconds != NULL && !tacit_parse_real(seconds + 1, &q->spec.seconds))
        exit(2);
}

/* Set `name=value` of a model; a value that is no number is a choice. */
static void read_argument(tacit_args *args, char *text)
{
    char *value = strchr(text, '=');
    if (value == NULL)
        exit(2);
    *value++ = '\0';
    const size_t i = tacit_param_find(args->params, text);
    if (i == args->n)
        exit(2);
    if (!tacit_parse_real(value, &args->at[i].number))
        for (size_t c = 0; args->params[i].choices[c] != NULL; c++)
            if (strcmp(args->params[i].choices[c], value) == 0)
                args->at[i].number = (double)c;
    args->at[i].given = true;
}

static void read_models(asked *q, char *text)
{
    char *outer = NULL, *inner = NULL;
    for (char *m = strtok_r(text, ":", &outer); m != NULL; m = strtok_r(NULL, ":", &outer)) {
        const char *name = strtok_r(m, ",", &inner);
        const tacit_model *model = tacit_model_find(name);
        if (model == NULL)
            exit(2);
        const size_t i = q->models++;
        tacit_args_preset(model->measure.about.params, q->value[i], &q->args[i]);
        for (char *a = strtok_r(NULL, ",", &inner); a != NULL; a = strtok_r(NULL, ",", &inner))
            read_argument(&q->args[i], a);
        q->require[i] = (tacit_requirement){ model, &q->args[i] };
    }
}

static void read_columns(tacit_ctx *cx, asked *q, const char *uri, char **name, size_t n)
{
    size_t at[MOST];
    tacit_data *data = NULL;
    must(cx, tacit_data_open(cx, &(tacit_source){ .uri = uri }, &data));
    for (size_t i = 0; i < n; i++)
        at[i] = tacit_data_find(data, name[i] + (name[i][0] == '!'));
    must(cx, tacit_data_load(cx, data, &(tacit_select){ .n = n, .at = at }, &q->table));
    for (size_t j = 0; j < n; j++) {
        const bool sensitive = name[j][0] == '!';
        tacit_table_set_roles(q->table, j, sensitive ? TACIT_ROLE_SENSITIVE : TACIT_ROLE_KEY);
        if (sensitive)
            q->sensitive[q->sensitives++] = j;
        else
            q->key[q->keys++] = j;
    }
}

static void find_hierarchies(tacit_ctx *cx, asked *q, const char *prefix)
{
    const tacit_hierarchy_builder *file = tacit_hierarchy_builder_find("file");
    for (size_t i = 0; i < q->keys; i++) {
        const char *name = tacit_column_name(tacit_table_column(q->table, q->key[i]));
        const size_t h = q->hierarchies;
        char *path = NULL;
        must(cx, tacit_scratch_format(cx, &path, "%s%s.csv", prefix, name));
        if (access(path, R_OK) != 0)
            continue;
        q->path[h] = (tacit_value){ .given = true, .text = path };
        q->hierarchy[h] = (tacit_hierarchy_spec){ .column = name,
                                                  .builder = file,
                                                  .args = { file->about.params, 1, &q->path[h] } };
        q->hierarchies++;
    }
}

static void report(const asked *q, const tacit_search_space *s, const tacit_recoding *r)
{
    printf("local_recoding %s%s: %zu rows, %zu keys, %zu cells, granularity %.6f, %llu "
           "suppressed, %zu classes, %zu parts",
           TACIT_LOCAL_WAYS[q->spec.way], q->spec.ordered ? " with ranges" : "",
           tacit_table_rows(q->table), q->keys, s->cells.n, 1.0 - r->loss,
           (unsigned long long)r->suppressed, r->n, r->n_parts);
}

int main(int argc, char **argv)
{
    tacit_ctx *cx = tacit_ctx_new();
    asked *q = calloc(1, sizeof *q);
    tacit_search_space *s = NULL;
    tacit_subject *subject = NULL;
    tacit_judge *judge = NULL;
    tacit_recoding *r = NULL;
    if (argc < 6 || argc > MOST || q == NULL)
        return 2;
    read_way(q, argv[3]);
    read_models(q, argv[4]);
    read_columns(cx, q, argv[1], &argv[5], (size_t)argc - 5);
    find_hierarchies(cx, q, argv[2]);
    const bench_time start = bench_now();
    const tacit_search_space_spec spec = { .table = q->table,
                                           .keys = { .n = q->keys, .at = q->key },
                                           .sensitive = { .n = q->sensitives, .at = q->sensitive },
                                           .hierarchies = q->hierarchy,
                                           .n_hierarchies = q->hierarchies };
    must(cx, tacit_space_new(cx, &spec, &s));
    must(cx, tacit_subject_new(cx, q->table, &subject));
    must(cx, tacit_judge_new(cx, subject, q->require, q->models, &judge));
    const bench_time counted = bench_now();
    must(cx, tacit_recode_locally(cx, s, judge, &q->spec, &r));
    const bench_time used = bench_since(counted), all = bench_since(start);
    report(q, s, r);
    printf(": %.3f s processor, with counting %.3f s wall, %.3f s processor, %ld MB\n", used.cpu,
           all.wall, all.cpu, bench_memory("VmHWM:") / 1024);
    return 0;
}
