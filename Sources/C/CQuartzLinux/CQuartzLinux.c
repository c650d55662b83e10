// The parts of the Linux headers that Swift cannot import: control messages, sealed memfds, peer
// credentials.
// Licensed under the MIT license; see LICENSE.
#define _GNU_SOURCE
#include "CQuartzLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <malloc.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

// Room for one control message with as many descriptors as the kernel passes at once.
typedef union {
  struct cmsghdr align;
  char bytes[CMSG_SPACE(sizeof(int) * quartz_max_descriptors)];
} control_buffer;

ssize_t quartz_send(int socket, const void *bytes, size_t count, const int *descriptors,
                    int descriptor_count) {
  if (descriptor_count < 0 || descriptor_count > quartz_max_descriptors) {
    errno = EINVAL;
    return -1;
  }
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  control_buffer control;
  if (descriptor_count > 0) {
    size_t size = sizeof(int) * (size_t)descriptor_count;
    memset(&control, 0, CMSG_SPACE(size));
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(header), descriptors, size);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Receives bytes and the descriptors that came with them, -1 with errno if that fails.
static ssize_t receive(int socket, void *bytes, size_t count, int flags, int *descriptors,
                       int *descriptor_count, bool *truncated) {
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  control_buffer control;
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = sizeof control};
  *descriptor_count = 0;
  *truncated = false;
  ssize_t received = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC | flags);
  if (received < 0) return received;
  *truncated = (message.msg_flags & MSG_CTRUNC) != 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    int found = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    memcpy(descriptors + *descriptor_count, CMSG_DATA(header), sizeof(int) * (size_t)found);
    *descriptor_count += found;
  }
  return received;
}

ssize_t quartz_receive(int socket, void *bytes, size_t count, int *descriptors,
                       int *descriptor_count, bool *truncated, bool (*refuses)(void)) {
  // Descriptors that do not fit into the table are lost with the bytes that they came with. Peeking
  // reports that and leaves everything in the queue.
  ssize_t found =
      receive(socket, bytes, count, MSG_PEEK, descriptors, descriptor_count, truncated);
  int error = errno;
  for (int index = 0; index < *descriptor_count; ++index) close(descriptors[index]);
  bool is_refused = *descriptor_count > 0 && refuses && refuses();
  *descriptor_count = 0;
  errno = error;
  if (found <= 0) return found;
  if (*truncated || is_refused) {
    errno = EMFILE;
    return -1;
  }
  return receive(socket, bytes, count, 0, descriptors, descriptor_count, truncated);
}

int quartz_make_sealed_memory(const char *name, size_t size) {
  int memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  if (ftruncate(memory, (off_t)size) == 0 &&
      fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0)
    return memory;
  int error = errno;
  close(memory);
  errno = error;
  return -1;
}

bool quartz_is_sealed_memory(int descriptor, uint64_t *size) {
  const int needed = F_SEAL_SHRINK | F_SEAL_GROW;
  int seals = fcntl(descriptor, F_GET_SEALS);
  struct stat status;
  if (seals < 0 || (seals & needed) != needed || fstat(descriptor, &status) != 0) return false;
  if (!S_ISREG(status.st_mode) || status.st_size < 0) return false;
  *size = (uint64_t)status.st_size;
  return true;
}

bool quartz_is_device_memory(int descriptor, uint64_t *size) {
  struct statfs system;
  // <linux/magic.h> has it since Linux 5.1: "DMAB".
  const long dma_buf = 0x444d4142;
  if (fstatfs(descriptor, &system) != 0 || system.f_type != dma_buf) return false;
  off_t end = lseek(descriptor, 0, SEEK_END);
  if (end < 0) return false;
  *size = (uint64_t)end;
  return true;
}

bool quartz_peer_user(int socket, uid_t *user) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return false;
  *user = peer.uid;
  return true;
}

pid_t quartz_peer_process(int socket) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return 0;
  return peer.pid;
}

void quartz_wait_for_hang_up(int socket) {
  // Hang-ups and errors are reported for any event mask.
  struct pollfd entry = {.fd = socket, .events = POLLRDHUP};
  while (poll(&entry, 1, -1) < 0 && errno == EINTR) continue;
}

int quartz_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

void quartz_keep_heap(size_t bytes) {
  mallopt(M_TRIM_THRESHOLD, (int)bytes);
  mallopt(M_MMAP_THRESHOLD, (int)bytes);
}

void quartz_return_heap(void) { malloc_trim(0); }

int quartz_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

void quartz_sync_buffer(int buffer, bool begins) {
  struct dma_buf_sync sync = {0};
  sync.flags = DMA_BUF_SYNC_RW | (begins ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END);
  ioctl(buffer, DMA_BUF_IOCTL_SYNC, &sync);
}

bool quartz_await_buffer(int buffer, int milliseconds) {
  struct pollfd ready = {.fd = buffer, .events = POLLIN};
  int count;
  do {
    count = poll(&ready, 1, milliseconds);
  } while (count < 0 && errno == EINTR);
  if (count != 1 || !(ready.revents & POLLIN)) return false;
  // Nothing is waited for any more: the caches of the processor are made to read anew.
  struct dma_buf_sync sync = {.flags = DMA_BUF_SYNC_READ | DMA_BUF_SYNC_START};
  ioctl(buffer, DMA_BUF_IOCTL_SYNC, &sync);
  sync.flags = DMA_BUF_SYNC_READ | DMA_BUF_SYNC_END;
  ioctl(buffer, DMA_BUF_IOCTL_SYNC, &sync);
  return true;
}
