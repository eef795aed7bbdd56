/*
 * calls.c - seccomp: calls that a server that listens already does not need fail with EPERM.
 *
 * A list of what is forbidden, not of what is allowed: what is left must run the C library, OpenMP,
 * SQLite and GnuTLS of any later version.  A new process is one that clone() makes without
 * CLONE_THREAD; clone3(), whose flags a filter cannot see, is said not to exist (ENOSYS), and the C
 * library then uses clone().  io_uring is forbidden because what goes through it is not filtered.
 * Calls of another architecture's numbering are forbidden altogether.
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "server/lock/lock.h"

#if defined(__x86_64__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef OWN_ARCH

static const unsigned FORBIDDEN[] = {
    /* programs, other processes */
    SYS_execve,
    SYS_execveat,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_pidfd_open,
    SYS_pidfd_getfd,
    SYS_kcmp,
    SYS_process_madvise,
#ifdef SYS_fork
    SYS_fork,
    SYS_vfork,
#endif
    /* sockets: accept4 stays */
    SYS_socketpair,
    SYS_bind,
    SYS_listen,
    /* the kernel and its keys */
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_syslog,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_acct,
    SYS_quotactl,
    SYS_swapon,
    SYS_swapoff,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_setdomainname,
#ifdef SYS_iopl
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
#endif
    /* another view of files */
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_setns,
    SYS_unshare,
    SYS_open_tree,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsmount,
    SYS_open_by_handle_at,
    SYS_name_to_handle_at,
    SYS_personality,
    SYS_memfd_create,
    SYS_setuid,
    SYS_setgid,
    SYS_setreuid,
    SYS_setregid,
    SYS_setresuid,
    SYS_setresgid,
    SYS_capset,
    /* unless it is a client too; the last of all */
    SYS_socket,
    SYS_connect,
};

enum { ALL = sizeof FORBIDDEN / sizeof *FORBIDDEN, OF_CLIENTS = 2, HEAD = 10, TAIL = 2 };

#define LOAD(field)                                                                                \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, field))
#define IF_EQUAL(k, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (k), (yes), (no))
#define GIVE(what) BPF_STMT(BPF_RET | BPF_K, (what))
#define REFUSE (SECCOMP_RET_ERRNO | EPERM)

/* The numbers from which those of x32, a second numbering on x86-64, begin. */
#define X32 0x40000000U

bool tacit_lock_calls(tacit_lock_net net)
{
    const unsigned n = net == TACIT_LOCK_NET_CLIENT ? ALL - OF_CLIENTS : ALL;
    /* Jumps count from the next line. */
    struct sock_filter filter[HEAD + ALL + TAIL] = {
        LOAD(arch),
        IF_EQUAL(OWN_ARCH, 1, 0),
        GIVE(REFUSE),
        LOAD(nr),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32, (unsigned char)(n + 6), 0),
        IF_EQUAL(SYS_clone3, 0, 1),
        GIVE(SECCOMP_RET_ERRNO | ENOSYS),
        IF_EQUAL(SYS_clone, 0, 2),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, (unsigned char)n,
                 (unsigned char)(n + 1)),
    };
    for (unsigned i = 0; i < n; i++)
        filter[HEAD + i] = (struct sock_filter)IF_EQUAL(FORBIDDEN[i], (unsigned char)(n - i), 0);
    filter[HEAD + n] = (struct sock_filter)GIVE(SECCOMP_RET_ALLOW);
    filter[HEAD + n + 1] = (struct sock_filter)GIVE(REFUSE);
    const struct sock_fprog program = { .len = (unsigned short)(HEAD + n + 2), .filter = filter };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

#else

bool tacit_lock_calls(tacit_lock_net net)
{
    (void)net;
    return false;
}

#endif
