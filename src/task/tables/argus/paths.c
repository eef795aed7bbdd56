/*
 * paths.c - where the files of a batch are.
 */
#include <dirent.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "task/tables/argus/own.h"

/* The name of a file in a path of any machine. */
static const char *name_of(const char *path)
{
    const char *name = path;
    for (const char *c = path; *c != '\0'; c++)
        if (*c == '/' || *c == '\\' || *c == ':')
            name = c + 1;
    return name;
}

static bool is_foreign(const char *path)
{
    return strchr(path, '\\') != NULL || strchr(path, ':') != NULL;
}

/* `path` as it stands beside the batch. */
static tacit_status beside(const tacit_batch_reading *b, const char *path, const char **out)
{
    char *whole = NULL;
    TACIT_TRY(tacit_scratch_format(b->cx, &whole, "%s%s", path[0] == '/' ? "" : b->folder, path));
    *out = whole;
    return TACIT_OK;
}

/* A file of the folder whose name differs only in the case of its letters; NULL if there is none.
 */
static tacit_status find_alike(const tacit_batch_reading *b, const char *name, const char **out)
{
    DIR *folder = opendir(b->folder[0] != '\0' ? b->folder : ".");
    tacit_status status = TACIT_OK;
    *out = NULL;
    for (const struct dirent *e = folder != NULL ? readdir(folder) : NULL;
         e != NULL && *out == NULL && status == TACIT_OK; e = readdir(folder))
        if (strcasecmp(e->d_name, name) == 0)
            status = beside(b, e->d_name, out);
    if (folder != NULL)
        (void)closedir(folder);
    return status;
}

tacit_status tacit_batch_input(const tacit_batch_reading *b, const char *name, const char **out)
{
    const char *alike = NULL;
    TACIT_TRY(beside(b, is_foreign(name) ? name_of(name) : name, out));
    if (access(*out, F_OK) == 0)
        return TACIT_OK;
    TACIT_TRY(find_alike(b, name_of(name), &alike));
    *out = alike != NULL ? alike : *out;
    return TACIT_OK;
}

tacit_status tacit_batch_output(const tacit_batch_reading *b, const char *name, const char **out)
{
    return beside(b, is_foreign(name) ? name_of(name) : name, out);
}
