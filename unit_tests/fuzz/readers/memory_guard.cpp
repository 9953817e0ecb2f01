#include "memory_guard.hpp"

#include <malloc.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
thread_local std::int64_t live_bytes = 0;
thread_local std::int64_t limit_of_thread = unlimited;

void* allocate(std::size_t bytes) noexcept {
  if (limit_of_thread != unlimited && live_bytes + static_cast<std::int64_t>(bytes) > limit_of_thread) {
    const std::int64_t limit = limit_of_thread;
    limit_of_thread = unlimited;
    std::fprintf(stderr, "memory_guard: %zu bytes beside %lld (need at most %lld)\n", bytes,
                 static_cast<long long>(live_bytes), static_cast<long long>(limit));
    std::abort();
  }
  void* const data = std::malloc(bytes > 0 ? bytes : 1);
  if (data != nullptr) live_bytes += static_cast<std::int64_t>(malloc_usable_size(data));
  return data;
}

void* allocate_or_throw(std::size_t bytes) {
  void* const data = allocate(bytes);
  if (data == nullptr) throw std::bad_alloc();
  return data;
}

void release(void* data) noexcept {
  if (data == nullptr) return;
  live_bytes -= static_cast<std::int64_t>(malloc_usable_size(data));
  std::free(data);
}

}  // namespace

// All forms without alignment: a sanitizer has its own of those that are left out, which do not go with these.
void* operator new(std::size_t bytes) { return allocate_or_throw(bytes); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes); }
void operator delete(void* data) noexcept { release(data); }
void operator delete[](void* data) noexcept { release(data); }
void operator delete(void* data, std::size_t) noexcept { release(data); }
void operator delete[](void* data, std::size_t) noexcept { release(data); }
void operator delete(void* data, const std::nothrow_t&) noexcept { release(data); }
void operator delete[](void* data, const std::nothrow_t&) noexcept { release(data); }

/// Read by the address sanitizer: freed memory is soon used again, or new pages take most of the time.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "quarantine_size_mb=1:thread_local_quarantine_size_kb=64"; }

namespace Ocean::Testing {

MemoryGuard::MemoryGuard(std::size_t limit_bytes) {
  live_bytes = 0;
  limit_of_thread = static_cast<std::int64_t>(limit_bytes);
}

MemoryGuard::~MemoryGuard() { limit_of_thread = unlimited; }

}  // namespace Ocean::Testing
