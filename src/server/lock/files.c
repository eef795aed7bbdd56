/*
 * files.c - Landlock: a list of files and folders that can be opened, and nothing else.
 *
 * The C library has no functions for it.  Rights that the kernel's version does not know yet are
 * left out of what is handled, as landlock(7) says.
 */
#define _GNU_SOURCE /* O_PATH */
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "server/lock/lock.h"

/* Rights by the version that brought them; headers may be older than the kernel. */
enum {
    RIGHT_REFER = 1 << 13,    /* version 2 */
    RIGHT_TRUNCATE = 1 << 14, /* version 3 */
    RIGHT_DEVICES = 1 << 15   /* version 5 */
};

enum {
    READING = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    WRITING = LANDLOCK_ACCESS_FS_WRITE_FILE | RIGHT_TRUNCATE,
    MAKING = LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE |
             LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR | RIGHT_REFER,
    OF_FILES = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | RIGHT_TRUNCATE |
               LANDLOCK_ACCESS_FS_EXECUTE,
};

/* All rights that version `v` knows. */
static uint64_t known_rights(long v)
{
    uint64_t all = (1 << 13) - 1;
    all |= v >= 2 ? RIGHT_REFER : 0;
    all |= v >= 3 ? RIGHT_TRUNCATE : 0;
    all |= v >= 5 ? RIGHT_DEVICES : 0;
    return all;
}

static uint64_t rights_of(unsigned rights)
{
    uint64_t all = 0;
    all |= (rights & TACIT_LOCK_READ) != 0 ? READING : 0;
    all |= (rights & TACIT_LOCK_WRITE) != 0 ? WRITING : 0;
    all |= (rights & TACIT_LOCK_MAKE) != 0 ? MAKING | WRITING : 0;
    all |= (rights & TACIT_LOCK_RUN) != 0 ? LANDLOCK_ACCESS_FS_EXECUTE : 0;
    return all;
}

static bool add_rule(int set, const tacit_lock_rule *rule, uint64_t known)
{
    struct stat st;
    const int fd = open(rule->path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return true;
    struct landlock_path_beneath_attr attr = { .parent_fd = fd,
                                               .allowed_access = rights_of(rule->rights) & known };
    bool good = fstat(fd, &st) == 0;
    if (good && !S_ISDIR(st.st_mode))
        attr.allowed_access &= OF_FILES;
    good = good && syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &attr, 0) == 0;
    (void)close(fd);
    return good;
}

bool tacit_lock_files(const tacit_lock_rule *rule, size_t n)
{
    const long version =
        syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return false;
    const uint64_t known = known_rights(version);
    const struct landlock_ruleset_attr attr = { .handled_access_fs = known };
    const int set = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
    bool good = set >= 0;
    for (size_t i = 0; good && i < n; i++)
        good = add_rule(set, &rule[i], known);
    good = good && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_landlock_restrict_self, set, 0) == 0;
    if (set >= 0)
        (void)close(set);
    return good;
}
