// Programs at the other end of a pipe.
// Licensed under the MIT license; see LICENSE.
#define _GNU_SOURCE
#include "QuartzProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

int quartz_make_pipe(int ends[2], int size) {
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  // It works with less.
  (void)fcntl(ends[1], F_SETPIPE_SZ, size);
  return 0;
}

int quartz_spawn(const char *path, char *const arguments[], int input, int output,
                 pid_t *process) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  posix_spawnattr_t attributes;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  // Threads of this program leave signals to one of them; the other program has no such thread.
  sigset_t none;
  sigemptyset(&none);
  error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
  if (!error)
    error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  if (!error) error = posix_spawn(process, path, &actions, &attributes, arguments, environ);
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
