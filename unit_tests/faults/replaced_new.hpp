#ifndef OCEAN_TEST_FAULTS_REPLACED_NEW_HPP
#define OCEAN_TEST_FAULTS_REPLACED_NEW_HPP
/// \file
/// \brief The global operator new, which fails on order: the library's lists, work memory on hosts and Kokkos' views
/// come from it. To be included by one source of a program.

#include <cstdlib>
#include <new>

#include "failing_allocations.hpp"

namespace Ocean::Testing {

inline void* take_block(std::size_t bytes, std::size_t alignment) noexcept {
  if (Allocations::must_fail()) return nullptr;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* const block = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (block != nullptr) Allocations::note_taken();
  return block;
}
inline void* take_block_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const block = take_block(bytes, alignment);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
inline void give_block(void* block) noexcept {
  if (block == nullptr) return;
  Allocations::note_given();
  std::free(block);
}

}  // namespace Ocean::Testing

using Ocean::Testing::give_block;
using Ocean::Testing::take_block;
using Ocean::Testing::take_block_or_throw;

void* operator new(std::size_t bytes) { return take_block_or_throw(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new[](std::size_t bytes) { return take_block_or_throw(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return take_block(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return take_block(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return take_block_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return take_block_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return take_block(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return take_block(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept { give_block(block); }
void operator delete[](void* block) noexcept { give_block(block); }
void operator delete(void* block, std::size_t) noexcept { give_block(block); }
void operator delete[](void* block, std::size_t) noexcept { give_block(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { give_block(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { give_block(block); }
void operator delete(void* block, std::align_val_t) noexcept { give_block(block); }
void operator delete[](void* block, std::align_val_t) noexcept { give_block(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { give_block(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { give_block(block); }
void operator delete(void* block, std::align_val_t, const std::nothrow_t&) noexcept { give_block(block); }
void operator delete[](void* block, std::align_val_t, const std::nothrow_t&) noexcept { give_block(block); }

#endif
