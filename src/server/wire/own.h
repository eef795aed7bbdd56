/*
 * own.h - a session with one client; for the files of this room.
 */
#ifndef TACIT_SERVER_WIRE_OWN_H
#define TACIT_SERVER_WIRE_OWN_H

#include <pthread.h>
#include <jansson.h>

#include "base/text.h"
#include "server/wire/message.h"
#include "server/wire/pg/pg.h"
#include "server/wire/scram.h"
#include "server/wire/wire.h"

enum {
    TACIT_WIRE_EARLY = 4096,     /* bytes of a message before the login */
    TACIT_WIRE_LATE = 65536,     /* and after it */
    TACIT_WIRE_NAME = 64,        /* of users, statements and portals, with its final NUL */
    TACIT_WIRE_STATEMENTS = 256, /* prepared at the same time */
    TACIT_WIRE_PORTALS = 32,     /* open at the same time */
    TACIT_WIRE_PARAMETERS = 256  /* of a statement */
};

/* ---- settings (settings.c) ---- */

enum tacit_wire_setting {
    TACIT_WIRE_APPLICATION,
    TACIT_WIRE_ENCODING,
    TACIT_WIRE_DATE_STYLE,
    TACIT_WIRE_MESSAGES,
    TACIT_WIRE_ERROR,
    TACIT_WIRE_EPSILON,
    TACIT_WIRE_TIMEOUT,
    TACIT_WIRE_SETTINGS = 32 /* at most */
};

/* ---- results (rows.c) ---- */

/* A result: rows of texts, NULL where a value is null; and the words that end it. */
typedef struct tacit_wire_result {
    bool has_rows;
    tacit_pg_rows rows;
    char tag[40];
} tacit_wire_result;

/* ---- statements (statement.c) ---- */

typedef enum tacit_wire_kind {
    TACIT_WIRE_EMPTY = 0,
    TACIT_WIRE_QUESTION,
    TACIT_WIRE_CATALOG,
    TACIT_WIRE_EXPLAIN,
    TACIT_WIRE_TRANSACTION,
    TACIT_WIRE_SET,
    TACIT_WIRE_SHOW,
    TACIT_WIRE_DISCARD,
    TACIT_WIRE_DEALLOCATE,
    TACIT_WIRE_REFUSED
} tacit_wire_kind;

/* One statement of a text: the node of the tree, and its own part of the text, blanks before it so
 * that places are those of the whole. */
typedef struct tacit_wire_statement {
    tacit_wire_kind kind;
    const json_t *node;
    const char *text;
} tacit_wire_statement;

/* A text that was taken apart.  The tree is its own. */
typedef struct tacit_wire_script {
    json_t *tree;
    size_t n;
    tacit_wire_statement *statement;
    size_t parameters; /* the highest $n */
} tacit_wire_script;

/* ---- what is kept under a name (named.c) ---- */

/* A prepared statement: its text and the types of its parameters. */
typedef struct tacit_wire_prepared {
    char name[TACIT_WIRE_NAME];
    tacit_ctx *cx; /* whose memory this is in; NULL: the place is free */
    const char *text;
    size_t n;
    uint32_t *type; /* 0: not said */
} tacit_wire_prepared;

/* A prepared statement with values for its parameters, and its result once it was run. */
typedef struct tacit_wire_portal {
    char name[TACIT_WIRE_NAME];
    tacit_ctx *cx;
    const char *text;
    tacit_sql_values values;
    size_t n_formats;
    uint16_t *format; /* of each column, or one of all: 1 is binary */
    bool ranges;      /* the answer has low and high, as was set when it was bound */
    bool done;        /* the result is there */
    tacit_wire_result result;
    size_t next; /* the row that is sent next */
} tacit_wire_portal;

/* ---- the session ---- */

typedef struct tacit_wire_session {
    tacit_desk *desk;
    const tacit_wire_spec *spec;
    const tacit_wire_link *link;
    tacit_ctx *cx;
    bool secure;                        /* TLS is on */
    const tacit_scram_channel *channel; /* of TLS; NULL: a client cannot bind to it */
    bool broken;                        /* nothing more can be sent, or was agreed on: end it */
    char user[TACIT_WIRE_NAME], database[TACIT_WIRE_NAME]; /* who wants to log in, and where */
    tacit_caller caller;                                   /* who has */
    uint32_t number, secret;                               /* by which a question is cancelled */
    unsigned char *in; /* TACIT_WIRE_EARLY or TACIT_WIRE_LATE bytes */
    tacit_buffer out;
    size_t begun;      /* where the message in the making begins */
    char transaction;  /* 'I' none, 'T' in one, 'E' in one that failed */
    bool skips;        /* after a failure, until the client synchronises */
    char state[6];     /* SQLSTATE of a failure that knows its own; "" if it does not */
    bool setting_told; /* the client knows its settings, and hears of changes */
    const char *setting[TACIT_WIRE_SETTINGS]; /* as set by the client; NULL: as it is by default */
    tacit_wire_prepared *prepared;
    tacit_wire_portal *portal;
    tacit_pg_catalog *catalog; /* NULL until it is asked */
    pthread_mutex_t lock;      /* held while `active` is looked at from another thread */
    tacit_ctx *active;         /* under which a question is being answered; or NULL */
    uint64_t late;             /* when that takes too long, by tacit_desk_now(); 0: never */
    /* Cancel what session `number` is at, if it has this secret; or NULL. */
    void (*cancel)(void *user, uint32_t number, uint32_t secret);
    void (*entered)(void *user); /* told when the client has logged in; or NULL */
    void *cancel_user;           /* of both */
} tacit_wire_session;

/* Write a message: begin, its parts, end.  Whether that works shows in `broken`. */
void tacit_wire_begin(tacit_wire_session *s, char type);
void tacit_wire_put32(tacit_wire_session *s, uint32_t x);
void tacit_wire_put16(tacit_wire_session *s, uint16_t x);
void tacit_wire_put_byte(tacit_wire_session *s, char x);
void tacit_wire_put_text(tacit_wire_session *s, const char *text);
void tacit_wire_put_bytes(tacit_wire_session *s, const void *bytes, size_t n);
void tacit_wire_end(tacit_wire_session *s);

/* Send what was written. */
void tacit_wire_flush(tacit_wire_session *s);

/* Read the next message of at most `most` bytes; `typed` if it begins with its type.  False if the
 * session is at its end. */
bool tacit_wire_read(tacit_wire_session *s, tacit_wire_in *m, size_t most, bool typed,
                     int64_t until);

/* Refuse what is asked under `cx`, with the SQLSTATE and one sentence (error.c). */
tacit_status tacit_wire_refuse(tacit_wire_session *s, tacit_ctx *cx, const char *state,
                               const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* Tell the client of the failure that `cx` holds; `text` is the SQL that it is about, or NULL. */
void tacit_wire_send_error(tacit_wire_session *s, const tacit_ctx *cx, tacit_status status,
                           const char *text);

/* Tell the client that the session ends. */
void tacit_wire_send_fatal(tacit_wire_session *s, const char *state, const char *message);

/* Tell the client something besides; `detail` may be NULL. */
void tacit_wire_send_notice(tacit_wire_session *s, const char *message, const char *detail);

/* Log in (login.c); false if the session ends. */
bool tacit_wire_login(tacit_wire_session *s);

/* Take a text apart; in memory of `cx` besides the tree, which ends with tacit_wire_script_end().
 */
tacit_status tacit_wire_script_read(tacit_wire_session *s, tacit_ctx *cx, const char *text,
                                    tacit_wire_script *out);
void tacit_wire_script_end(tacit_wire_script *script);

/* What a statement is to be run with. */
typedef struct tacit_wire_call {
    const tacit_wire_statement *statement;
    const tacit_sql_values *values; /* NULL: there are none */
    bool ranges;
} tacit_wire_call;

/* Run a statement (execute.c), and which columns its result would have, without running it.  In
 * memory of `cx`. */
tacit_status tacit_wire_execute(tacit_wire_session *s, tacit_ctx *cx, const tacit_wire_call *call,
                                tacit_wire_result *out);
tacit_status tacit_wire_describe(tacit_wire_session *s, tacit_ctx *cx, const tacit_wire_call *call,
                                 tacit_wire_result *out);

/* Questions about the data (question.c). */
tacit_status tacit_wire_question(tacit_wire_session *s, tacit_ctx *cx, const tacit_wire_call *call,
                                 tacit_wire_result *out);
tacit_status tacit_wire_question_shape(tacit_wire_session *s, tacit_ctx *cx,
                                       const tacit_wire_call *call, tacit_wire_result *out);
tacit_status tacit_wire_explain(tacit_wire_session *s, tacit_ctx *cx, const tacit_wire_call *call,
                                tacit_wire_result *out);

/* Whether a SELECT asks for the columns of a table and no row; those of a data set (heading.c). */
bool tacit_wire_is_heading(const tacit_wire_statement *st);
tacit_status tacit_wire_heading(tacit_ctx *cx, const tacit_query_schema *schema,
                                tacit_wire_result *out);

/* How many nanoseconds an answer may take, 0: any; the value of a setting, or NULL; set one; the
 * name that a SET or SHOW is about; what a client is told at the login (settings.c). */
uint64_t tacit_wire_timeout(const tacit_wire_session *s);
const char *tacit_wire_setting(const tacit_wire_session *s, const char *name);
tacit_status tacit_wire_set(tacit_wire_session *s, tacit_ctx *cx, const char *name,
                            const char *value);
tacit_status tacit_wire_run_set(tacit_wire_session *s, tacit_ctx *cx, const json_t *node,
                                tacit_wire_result *out);
void tacit_wire_reset(tacit_wire_session *s);
void tacit_wire_send_settings(tacit_wire_session *s);
bool tacit_wire_is_on(const tacit_wire_session *s, enum tacit_wire_setting i);

/* Send the columns of a result, and rows of it from `from` to before `to`; formats as in a portal
 * (rows.c). */
void tacit_wire_send_columns(tacit_wire_session *s, const tacit_wire_result *r,
                             const uint16_t *format, size_t n_formats);
tacit_status tacit_wire_send_rows(tacit_wire_session *s, tacit_ctx *cx, const tacit_wire_portal *p,
                                  size_t from, size_t to);
void tacit_wire_send_complete(tacit_wire_session *s, const char *tag);

/* The value of a parameter that came with its type and format (value.c); in memory of `cx`. */
tacit_status tacit_wire_value(tacit_wire_session *s, tacit_ctx *cx, uint32_t type, uint16_t format,
                              tacit_wire_in *m, tacit_sql_constant *out);

/* What is kept under a name (named.c): find, make anew, forget. */
tacit_wire_prepared *tacit_wire_prepared_find(tacit_wire_session *s, const char *name);
tacit_status tacit_wire_prepared_new(tacit_wire_session *s, const char *name,
                                     tacit_wire_prepared **out);
void tacit_wire_prepared_free(tacit_wire_prepared *p);
tacit_wire_portal *tacit_wire_portal_find(tacit_wire_session *s, const char *name);
tacit_status tacit_wire_portal_new(tacit_wire_session *s, const char *name,
                                   tacit_wire_portal **out);
void tacit_wire_portal_free(tacit_wire_portal *p);
void tacit_wire_forget_portals(tacit_wire_session *s);
void tacit_wire_forget_prepared(tacit_wire_session *s);

/* The messages of an extended query (extended.c). */
tacit_status tacit_wire_parse(tacit_wire_session *s, tacit_wire_in *m);
tacit_status tacit_wire_bind(tacit_wire_session *s, tacit_wire_in *m);
tacit_status tacit_wire_describe_named(tacit_wire_session *s, tacit_wire_in *m);
tacit_status tacit_wire_execute_portal(tacit_wire_session *s, tacit_wire_in *m);
tacit_status tacit_wire_close_named(tacit_wire_session *s, tacit_wire_in *m);

/* Talk to a client until it ends (session.c): log in, then answer its messages.  `s` has its desk,
 * settings, link, numbers and lock; the rest is zero. */
void tacit_wire_talk(tacit_wire_session *s);

#endif
