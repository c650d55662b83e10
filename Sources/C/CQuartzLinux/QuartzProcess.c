// Programs at the other end of a pipe.
// Licensed under the MIT license; see LICENSE.
#define _GNU_SOURCE
#include "QuartzProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int quartz_make_pipe(int ends[2], int size) {
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  // It works with less.
  (void)fcntl(ends[1], F_SETPIPE_SZ, size);
  return 0;
}

ssize_t quartz_lend_pages(int pipe, const struct iovec *pieces, size_t count) {
  return vmsplice(pipe, pieces, count < quartz_most_pieces ? count : quartz_most_pieces, 0);
}

int quartz_spawn(char *const arguments[], char *const environment[], const int *descriptors,
                 int count, pid_t *process) {
  if (count < 0 || count > quartz_most_inherited) return EINVAL;
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  posix_spawnattr_t attributes;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  // First above all targets, so that none is overwritten before it is copied.
  int copies[quartz_most_inherited];
  int copied = 0;
  for (; !error && copied < count; ++copied) {
    copies[copied] = fcntl(descriptors[copied], F_DUPFD_CLOEXEC, count);
    if (copies[copied] < 0) {
      error = errno;
      break;
    }
    error = posix_spawn_file_actions_adddup2(&actions, copies[copied], copied);
  }
  // Threads of this program leave signals to one of them; the other program has no such thread.
  sigset_t none;
  sigemptyset(&none);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
  if (!error)
    error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  if (!error)
    error = posix_spawnp(process, arguments[0], &actions, &attributes, arguments,
                         environment ? environment : environ);
  while (copied > 0) close(copies[--copied]);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int quartz_wait_for_end(pid_t process, bool *was_signal) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno == EINTR) continue;
    // Somebody else has waited for it, or nobody may.
    *was_signal = false;
    return 0;
  }
  *was_signal = WIFSIGNALED(status);
  return *was_signal ? WTERMSIG(status) : WEXITSTATUS(status);
}

int quartz_wait_for_end_within(pid_t process, int milliseconds, bool *was_signal) {
  int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
  if (descriptor >= 0) {
    struct pollfd wait = {.fd = descriptor, .events = POLLIN};
    int ready;
    // An interrupted wait begins anew: signals are rare here.
    do ready = poll(&wait, 1, milliseconds);
    while (ready < 0 && errno == EINTR);
    close(descriptor);
    if (ready == 0) return -1;
  } else {
    // No descriptor is free: look from time to time.
    for (int waited = 0; waited < milliseconds; ++waited) {
      siginfo_t found = {0};
      if (waitid(P_PID, (id_t)process, &found, WEXITED | WNOHANG | WNOWAIT) != 0) break;
      if (found.si_pid != 0) break;
      if (waited + 1 == milliseconds) return -1;
      poll(NULL, 0, 1);
    }
  }
  return quartz_wait_for_end(process, was_signal);
}

static int bound(int resource, uint64_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return errno;
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < value) value = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = value;
  return setrlimit(resource, &limit) == 0 ? 0 : errno;
}

int quartz_bound_process(quartz_bounds bounds) {
  int error = bound(RLIMIT_CORE, 0);
  if (!error && bounds.memory) error = bound(RLIMIT_AS, bounds.memory);
  if (!error && bounds.files) error = bound(RLIMIT_NOFILE, bounds.files);
  if (!error && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) error = errno;
  return error;
}

// In the new process: nothing but calls of the system.
static int become(char *const arguments[], char *const environment[], const int *descriptors,
                  int count, pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
  // The parent may have ended before that.
  if (getppid() != parent) return ESRCH;
  if (setpgid(0, 0) != 0) return errno;
  int error = bound(RLIMIT_FSIZE, 0);
  if (error) return error;
  // First above all targets, so that none is overwritten before it is copied.
  int copies[quartz_most_inherited];
  for (int index = 0; index < count; ++index) {
    copies[index] = fcntl(descriptors[index], F_DUPFD_CLOEXEC, count + 2);
    if (copies[index] < 0) return errno;
  }
  for (int index = 0; index < count; ++index)
    if (dup2(copies[index], index) < 0) return errno;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  execvpe(arguments[0], arguments, environment ? environment : environ);
  return errno;
}

int quartz_spawn_bound(char *const arguments[], char *const environment[], const int *descriptors,
                       int count, pid_t *process) {
  if (count < 0 || count > quartz_most_inherited) return EINVAL;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child < 0) {
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    return error;
  }
  if (child == 0) {
    // The pipe must not be in the way of the descriptors.
    int report = fcntl(ends[1], F_DUPFD_CLOEXEC, count + 32);
    int error = report < 0 ? errno : become(arguments, environment, descriptors, count, parent);
    ssize_t written = write(report < 0 ? ends[1] : report, &error, sizeof error);
    _exit(written == sizeof error ? 126 : 125);
  }
  close(ends[1]);
  int error = 0;
  ssize_t got;
  do got = read(ends[0], &error, sizeof error);
  while (got < 0 && errno == EINTR);
  close(ends[0]);
  if (got == sizeof error) {
    bool was_signal;
    quartz_wait_for_end(child, &was_signal);
    return error;
  }
  *process = child;
  return 0;
}
