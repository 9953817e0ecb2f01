#ifndef OCEAN_TUNING_ESC_SHAPES_HPP
#define OCEAN_TUNING_ESC_SHAPES_HPP
/// \file
/// \brief The sizes of rows that are expanded, sorted and compressed.

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace Ocean::Impl {

/// Threads of a team whose groups own esc rows; source: [LG26] section 4.3
inline constexpr int esc_team_size = 64;
/// Scratch of the warps of a team that owns an esc row, for what they tell each other. source: WarpExchange, in whole
/// 16 bytes
inline constexpr std::size_t esc_exchange_bytes = 64;

/// \brief Lanes of an esc row, products that each of them sorts, and teams that a processor should hold: this bounds
/// their registers. As many lanes as a team has threads are a team, which owns one row.
struct EscShape {
  int width;
  int items;
  int teams_per_unit;
  KOKKOS_FUNCTION constexpr int products_max() const { return width * items; }
  constexpr int team_size() const { return width > esc_team_size ? width : esc_team_size; }
  /// \brief Whether a team owns the row.
  KOKKOS_FUNCTION constexpr bool of_team() const { return width >= esc_team_size; }
  /// \brief Scratch of a row: a word and a value for each product, a value for each lane; no values when counting. A
  /// team marks whose each product is, and its warps tell each other what they have.
  KOKKOS_FUNCTION constexpr std::size_t row_bytes(std::size_t value_bytes) const {
    return products_max() * sizeof(std::uint32_t) + (products_max() + width) * value_bytes +
           (of_team() ? products_max() + esc_exchange_bytes : 0);
  }
};
/// 16 to 4096 products. measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv (20 teams);
/// perf_tests/results/nvidia_h100_2026-11-27_sorted_rows.csv (more than 128 products) and
/// nvidia_h100_2026-11-28_sorted_teams.csv (more than 1024; source of their teams: as many as leave room for the
/// registers)
inline constexpr EscShape esc_shapes[] = {{8, 2, 20},   {16, 2, 20},  {32, 2, 18},  {32, 4, 18},  {32, 6, 16},
                                          {32, 8, 16},  {32, 12, 14}, {32, 16, 12}, {32, 24, 10}, {32, 32, 8},
                                          {64, 24, 10}, {64, 32, 8},  {128, 24, 5}, {128, 32, 4}};
inline constexpr int num_esc_shapes = 14;
/// Those that a group owns count rows, too.
inline constexpr int num_counted_esc_shapes = 10;
/// The first of them are for rows of so few products that sorting is preferred to everything else. measured:
/// perf_tests/results/nvidia_h200_2026-11-27_sorted_rows_variants.csv (sorted rows of up to 512 products that would
/// have had bitmaps or words: up to 1.6 times as long)
inline constexpr int num_short_esc_shapes = 4;

}  // namespace Ocean::Impl

#endif
