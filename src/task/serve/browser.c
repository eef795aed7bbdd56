/*
 * browser.c - opening the workbench in the browser of whoever sits before it.
 *
 * A process that is locked out of files hands its lock to whatever it starts, and a browser could
 * not work so.  Hence a helper is begun before, which waits for the address.  It puts the address
 * into a page that its owner alone can read, and has that opened: as an argument the token would be
 * seen in the list of processes.  The page is gone some seconds later.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "task/serve/own.h"

/* Bytes of an address and of a path, and seconds for the browser to read the page. */
enum { LONGEST = 256, LONGEST_PATH = 4096, READING = 10 };

#define BEGIN                                                                                      \
    "<!doctype html><meta charset=utf-8><meta name=referrer content=no-referrer>"                  \
    "<meta http-equiv=refresh content=\"0; url="
#define END "\"><title>tacit</title>\n"

static const char *first_of(const char *const *names)
{
    for (; *names != NULL; names++) {
        const char *value = getenv(*names);
        if (value != NULL && value[0] != '\0')
            return value;
    }
    return NULL;
}

/* Whether somebody is at a terminal of this machine that has a display. */
static bool has_display(void)
{
    static const char *const DISPLAYS[] = { "WAYLAND_DISPLAY", "DISPLAY", NULL };
    return first_of(DISPLAYS) != NULL && isatty(STDERR_FILENO) != 0;
}

static bool write_whole(int fd, const char *text, size_t n)
{
    size_t done = 0;
    while (done < n) {
        const ssize_t step = write(fd, text + done, n - done);
        if (step <= 0)
            return false;
        done += (size_t)step;
    }
    return true;
}

/* Make the page that leads to `address`; its name in `path`. */
static bool make_page(const char *address, char path[LONGEST_PATH])
{
    static const char *const FOLDERS[] = { "XDG_RUNTIME_DIR", "TMPDIR", NULL };
    const char *folder = first_of(FOLDERS);
    const int n =
        snprintf(path, LONGEST_PATH, "%s/tacit-XXXXXX.html", folder != NULL ? folder : "/tmp");
    const int fd = n > 0 && n < LONGEST_PATH ? mkstemps(path, 5) : -1;
    const bool good = fd >= 0 && write_whole(fd, BEGIN, sizeof BEGIN - 1) &&
                      write_whole(fd, address, strlen(address)) &&
                      write_whole(fd, END, sizeof END - 1);
    return fd >= 0 && close(fd) == 0 && good;
}

/* The helper: read the address, open it, and clear up. */
static void help(int fd)
{
    char address[LONGEST + 1], path[LONGEST_PATH];
    size_t n = 0;
    for (ssize_t step = 1; n < LONGEST && step > 0; n += step > 0 ? (size_t)step : 0)
        step = read(fd, address + n, LONGEST - n);
    address[n] = '\0';
    if (n == 0 || !make_page(address, path))
        return;
    const pid_t opener = fork();
    if (opener == 0) {
        (void)execlp("xdg-open", "xdg-open", path, (char *)NULL);
        _exit(127);
    }
    (void)sleep(READING);
    (void)unlink(path);
}

tacit_serve_browser tacit_serve_browser_begin(void)
{
    const tacit_serve_browser none = { .door = -1 };
    int ends[2];
    if (!has_display() || pipe(ends) != 0)
        return none;
    const pid_t child = fork();
    if (child == 0) {
        (void)close(ends[1]);
        /* Two steps away, so that nobody has to wait for it, and out of reach of Ctrl-C. */
        if (fork() == 0) {
            (void)setsid();
            help(ends[0]);
        }
        _exit(0);
    }
    (void)close(ends[0]);
    if (child > 0) {
        (void)waitpid(child, NULL, 0);
        return (tacit_serve_browser){ .door = ends[1] };
    }
    (void)close(ends[1]);
    return none;
}

bool tacit_serve_browser_open(tacit_serve_browser *b, const char *address)
{
    if (b->door < 0)
        return false;
    const bool told = address == NULL || write_whole(b->door, address, strlen(address));
    (void)close(b->door);
    b->door = -1;
    return told && address != NULL;
}
