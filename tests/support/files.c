/*
 * files.c - a folder of its own for each test, and small files in it.
 */
#include "support/files.h"

int make_place(void **state)
{
    const char *base = getenv("TMPDIR");
    place *p = calloc(1, sizeof *p);
    if (p == NULL)
        return 1;
    snprintf(p->folder, sizeof p->folder, "%s/tacit-test-XXXXXX", base == NULL ? "/tmp" : base);
    p->cx = tacit_ctx_new();
    *state = p;
    return mkdtemp(p->folder) == NULL || p->cx == NULL;
}

const char *path_of(const place *p, const char *name, char out[PATH_BYTES])
{
    snprintf(out, PATH_BYTES, "%s/%s", p->folder, name);
    return out;
}

size_t count_files(const place *p)
{
    size_t n = 0;
    DIR *d = opendir(p->folder);
    assert_non_null(d);
    for (const struct dirent *e = readdir(d); e != NULL; e = readdir(d))
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(d);
    return n;
}

int remove_place(void **state)
{
    place *p = *state;
    DIR *d = opendir(p->folder);
    for (const struct dirent *e = d == NULL ? NULL : readdir(d); e != NULL; e = readdir(d)) {
        char path[2 * PATH_BYTES];
        snprintf(path, sizeof path, "%s/%s", p->folder, e->d_name);
        if (unlink(path) != 0)
            (void)rmdir(path);
    }
    if (d != NULL)
        closedir(d);
    (void)rmdir(p->folder);
    tacit_ctx_free(p->cx);
    free(p);
    return 0;
}

void put_bytes(const place *p, const char *name, const char *bytes, size_t n)
{
    char path[PATH_BYTES];
    FILE *f = fopen(path_of(p, name, path), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

void put_text(const place *p, const char *name, const char *text)
{
    put_bytes(p, name, text, strlen(text));
}

const char *get_text(const place *p, const char *name, char *out, size_t room)
{
    char path[PATH_BYTES];
    FILE *f = fopen(path_of(p, name, path), "rb");
    assert_non_null(f);
    out[fread(out, 1, room - 1, f)] = '\0';
    fclose(f);
    return out;
}
