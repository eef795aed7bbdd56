/*
 * output.c - how a call of the program ends: what is written where, and its exit status.
 *
 * Standard output gets the result, all at once, or an output that `-` names and nothing else, and
 * standard error the result then; standard error gets warnings and the
 * message of a failure, each line after "tacit: ", with control characters replaced, so
 * that the name of a column cannot steer the terminal.
 */
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/result.h"
#include "run/failure.h"

const tacit_exit_help TACIT_EXITS[] = {
    { TACIT_EXIT_DONE, "done" },
    { TACIT_EXIT_INTERNAL, "internal error, or memory ran out" },
    { TACIT_EXIT_REQUEST, "the request is wrong: an option, a plan, a name" },
    { TACIT_EXIT_UNMET, "done, but a required guarantee does not hold, so nothing was released" },
    { TACIT_EXIT_DATA, "the data cannot satisfy the request" },
    { TACIT_EXIT_IO, "a file could not be read or written" },
    { TACIT_EXIT_STOPPED, "stopped by Ctrl-C or a signal; nothing was written" },
    { 0, NULL },
};

tacit_status tacit_output_json(tacit_ctx *cx, const json_t *value, tacit_buffer *out)
{
    TACIT_TRY(tacit_json_text(cx, value, JSON_INDENT(2), out));
    return tacit_buffer_text(cx, out, "\n");
}

/* Replace the output with what --json prints. */
static tacit_status fill_json(tacit_cli *cli, tacit_status status)
{
    tacit_ctx *cx = cli->cx;
    tacit_buffer_free(&cli->out);
    if (status == TACIT_OK && cli->record == NULL)
        cli->record = json_object();
    if (status == TACIT_OK && cli->command != NULL && cli->command->task == NULL) {
        TACIT_TRY(tacit_json_put(cx, cli->record, "ok", json_true()));
        TACIT_TRY(tacit_json_put(cx, cli->record, "status", json_integer(TACIT_EXIT_DONE)));
    }
    if (status == TACIT_OK)
        return tacit_output_json(cx, cli->record, &cli->out);
    json_t *object = NULL;
    TACIT_TRY(tacit_failure_record(cx, status, &object));
    const tacit_status filled = tacit_output_json(cx, object, &cli->out);
    json_decref(object);
    return filled;
}

/* Print `text` line by line after "tacit: " and `kind`. */
static void complain(const char *kind, const char *text)
{
    while (*text != '\0') {
        const size_t n = strcspn(text, "\n");
        fprintf(stderr, "tacit: %s", kind);
        for (size_t i = 0; i < n; i++)
            fputc((unsigned char)text[i] < 0x20 || text[i] == 0x7f ? '?' : text[i], stderr);
        fputc('\n', stderr);
        text += n + (text[n] == '\n');
    }
}

static void print_warnings(const tacit_cli *cli)
{
    if (cli->common != NULL && tacit_cli_option(cli, "quiet") != NULL)
        return;
    for (size_t i = 0; i < tacit_warning_count(cli->cx); i++)
        complain("warning: ", tacit_warning(cli->cx, i));
}

void tacit_output_words(void *user, const char *text)
{
    const tacit_cli *cli = user;
    FILE *to = cli->json || tacit_standard_gives(cli->standard) ? stderr : stdout;
    if (isatty(STDERR_FILENO))
        fputs("\r\x1b[K", stderr); /* a bar may be there */
    fputs(text, to);
    fflush(to);
}

/* Write all of `b`; gives 0 or the error's number. */
static int write_all(int to, const tacit_buffer *b)
{
    for (size_t done = 0; done < b->length;) {
        const ssize_t n = write(to, b->text + done, b->length - done);
        if (n < 0 && errno != EINTR)
            return errno;
        done += n > 0 ? (size_t)n : 0;
    }
    return 0;
}

int tacit_output_end(tacit_cli *cli, tacit_status status)
{
    const bool gives = tacit_standard_gives(cli->standard);
    if (status == TACIT_OK)
        status = tacit_standard_give(cli->cx, cli->standard);
    int code = status == TACIT_OK && cli->unmet ? TACIT_EXIT_UNMET : tacit_exit_of(status);
    print_warnings(cli);
    if (cli->json) {
        const tacit_status filled = fill_json(cli, status);
        status = filled != TACIT_OK ? filled : status;
        code = filled != TACIT_OK ? tacit_exit_of(filled) : code;
    }
    if (status != TACIT_OK)
        complain("", tacit_message(cli->cx));
    const int error = write_all(gives ? STDERR_FILENO : STDOUT_FILENO, &cli->out);
    if (error == 0 || error == EPIPE || gives)
        return code;
    fprintf(stderr, "tacit: Cannot write to standard output: %s.\n", strerror(error));
    return TACIT_EXIT_IO;
}

void tacit_output_stopped(bool json)
{
    tacit_cli cli = { .cx = tacit_ctx_new(), .json = json };
    if (cli.cx == NULL)
        return;
    if (isatty(STDERR_FILENO))
        fputs("\r\x1b[K", stderr); /* where the progress stands */
    (void)tacit_output_end(&cli, tacit_fail_stopped(cli.cx));
}

void tacit_output_guard(void)
{
    /* Opened for reading, a stand-in for standard output refuses to be written to. */
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDONLY) != fd)
            _exit(TACIT_EXIT_IO);
}
