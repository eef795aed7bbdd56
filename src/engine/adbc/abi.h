/*
 * abi.h - the C interface of Arrow Database Connectivity, as far as it is used.
 *
 * The structures are those of the standard, version 1.1.0, in its order (Apache Arrow, "ADBC C
 * API"); of calls that are not used there is the place only.  Calls return 0 or a code of what went
 * wrong; any of them may be NULL.
 */
#ifndef TACIT_ENGINE_ADBC_ABI_H
#define TACIT_ENGINE_ADBC_ABI_H

#include <stddef.h>

#include "tacit_arrow.h"

struct AdbcDriver;

struct AdbcError {
    char *message;
    int32_t vendor_code;
    char sqlstate[5];
    void (*release)(struct AdbcError *error);
    void *private_data;
    struct AdbcDriver *private_driver;
};

struct AdbcDatabase {
    void *private_data;
    struct AdbcDriver *private_driver;
};

struct AdbcConnection {
    void *private_data;
    struct AdbcDriver *private_driver;
};

struct AdbcStatement {
    void *private_data;
    struct AdbcDriver *private_driver;
};

typedef uint8_t (*adbc_database_call)(struct AdbcDatabase *, struct AdbcError *);
typedef uint8_t (*adbc_connection_call)(struct AdbcConnection *, struct AdbcError *);
typedef uint8_t (*adbc_statement_call)(struct AdbcStatement *, struct AdbcError *);
typedef void (*adbc_unused)(void);

struct AdbcDriver {
    void *private_data, *private_manager;
    uint8_t (*release)(struct AdbcDriver *, struct AdbcError *);
    /* version 1.0.0 */
    adbc_database_call DatabaseInit, DatabaseNew;
    uint8_t (*DatabaseSetOption)(struct AdbcDatabase *, const char *key, const char *value,
                                 struct AdbcError *);
    adbc_database_call DatabaseRelease;
    adbc_connection_call ConnectionCommit;
    uint8_t (*ConnectionGetInfo)(struct AdbcConnection *, const uint32_t *codes, size_t n,
                                 struct ArrowArrayStream *, struct AdbcError *);
    adbc_unused ConnectionGetObjects, ConnectionGetTableSchema, ConnectionGetTableTypes;
    uint8_t (*ConnectionInit)(struct AdbcConnection *, struct AdbcDatabase *, struct AdbcError *);
    adbc_connection_call ConnectionNew;
    adbc_unused ConnectionSetOption, ConnectionReadPartition;
    adbc_connection_call ConnectionRelease;
    adbc_unused ConnectionRollback, StatementBind, StatementBindStream;
    uint8_t (*StatementExecuteQuery)(struct AdbcStatement *, struct ArrowArrayStream *,
                                     int64_t *affected, struct AdbcError *);
    adbc_unused StatementExecutePartitions, StatementGetParameterSchema;
    uint8_t (*StatementNew)(struct AdbcConnection *, struct AdbcStatement *, struct AdbcError *);
    adbc_unused StatementPrepare;
    adbc_statement_call StatementRelease;
    adbc_unused StatementSetOption;
    uint8_t (*StatementSetSqlQuery)(struct AdbcStatement *, const char *sql, struct AdbcError *);
    adbc_unused StatementSetSubstraitPlan;
    /* version 1.1.0 */
    adbc_unused ErrorGetDetailCount, ErrorGetDetail, ErrorFromArrayStream, DatabaseGetOption,
        DatabaseGetOptionBytes, DatabaseGetOptionDouble, DatabaseGetOptionInt,
        DatabaseSetOptionBytes, DatabaseSetOptionDouble, DatabaseSetOptionInt;
    adbc_connection_call ConnectionCancel;
    adbc_unused ConnectionGetOption, ConnectionGetOptionBytes, ConnectionGetOptionDouble,
        ConnectionGetOptionInt, ConnectionGetStatistics, ConnectionGetStatisticNames,
        ConnectionSetOptionBytes, ConnectionSetOptionDouble, ConnectionSetOptionInt;
    adbc_statement_call StatementCancel;
    adbc_unused StatementExecuteSchema, StatementGetOption, StatementGetOptionBytes,
        StatementGetOptionDouble, StatementGetOptionInt, StatementSetOptionBytes,
        StatementSetOptionDouble, StatementSetOptionInt;
};

/* What a driver's library offers. */
typedef uint8_t (*adbc_init)(int version, void *driver, struct AdbcError *);

enum {
    ADBC_VERSION_1_0_0 = 1000000,
    ADBC_VERSION_1_1_0 = 1001000,
    ADBC_NOT_IMPLEMENTED = 2,
    ADBC_CANCELLED = 11,
    ADBC_UNAUTHENTICATED = 13,
    ADBC_UNAUTHORIZED = 14,
    ADBC_VENDOR_NAME = 0
};

#endif
