#ifndef OCEAN_TEST_API_GALLERY_HPP
#define OCEAN_TEST_API_GALLERY_HPP
/// \file
/// \brief Products of default types that differ in what they ask of the stages.

#include <vector>

#include "product.hpp"

namespace Ocean::Testing {

/// \brief Columns of the products that are wider than any window in scratch.
struct GalleryWidths {
  count_type wide_cols = 300000;
  count_type long_row_cols = 60000;
};

/// \brief Shapes from short rows to rows longer than any table in scratch, compression ratios from 1 to 64.
inline std::vector<Case<>> make_gallery(const GalleryWidths& widths) {
  return {
      {"rectangular, unsorted, duplicates, empty rows",
       make_default({.num_rows = 300,
                     .num_cols = 250,
                     .mean_row_nnz = 6,
                     .seed = 1,
                     .empty_row_ratio = 0.2,
                     .duplicate_ratio = 0.2,
                     .unsorted = true}),
       make_default({.num_rows = 250,
                     .num_cols = 400,
                     .mean_row_nnz = 6,
                     .seed = 2,
                     .empty_row_ratio = 0.2,
                     .duplicate_ratio = 0.2,
                     .unsorted = true})},
      {"power law, full row of A, full column of B",
       make_default({.num_rows = 400,
                     .num_cols = 400,
                     .mean_row_nnz = 6,
                     .seed = 3,
                     .row_lengths = RowLengthLaw::power_law,
                     .full_row = 17}),
       make_default({.num_rows = 400,
                     .num_cols = 400,
                     .mean_row_nnz = 6,
                     .seed = 4,
                     .row_lengths = RowLengthLaw::power_law,
                     .full_column = 399})},
      {"full column of A, full row of B",
       make_default({.num_rows = 200, .num_cols = 150, .mean_row_nnz = 3, .seed = 5, .full_column = 7}),
       make_default({.num_rows = 150, .num_cols = 500, .mean_row_nnz = 3, .seed = 6, .full_row = 7})},
      {"banded", make_banded<int, int, double>(500, 500, 3, 2, 7), make_banded<int, int, double>(500, 500, 1, 4, 8)},
      {"blocks: compression ratio 40", make_block_diagonal<int, int, double>(6, 40, 9),
       make_block_diagonal<int, int, double>(6, 40, 10)},
      {"full 64 x 64", make_block_diagonal<int, int, double>(1, 64, 11),
       make_block_diagonal<int, int, double>(1, 64, 12)},
      {"half a nonzero per row", make_default({.num_rows = 1000, .num_cols = 1000, .mean_row_nnz = 0.5, .seed = 13}),
       make_default({.num_rows = 1000, .num_cols = 1000, .mean_row_nnz = 0.5, .seed = 14})},
      {"wide span",
       make_default(
           {.num_rows = 40, .num_cols = 200, .mean_row_nnz = 20, .seed = 15, .row_lengths = RowLengthLaw::power_law}),
       make_default({.num_rows = 200, .num_cols = widths.wide_cols, .mean_row_nnz = 12, .seed = 16, .unsorted = true})},
      {"one long row among short ones",
       make_default({.num_rows = 5, .num_cols = 1500, .mean_row_nnz = 2, .seed = 17, .full_row = 3}),
       make_default({.num_rows = 1500, .num_cols = widths.long_row_cols, .mean_row_nnz = 20, .seed = 18})},
      {"three unknowns of A's nodes, two of B's",
       expand_blocks(make_default({.num_rows = 60, .num_cols = 50, .mean_row_nnz = 8, .seed = 19}), 3, 3),
       expand_blocks(make_default({.num_rows = 75, .num_cols = 90, .mean_row_nnz = 12, .seed = 20}), 2, 2)},
  };
}

inline const std::vector<Case<>>& gallery() {
  static const std::vector<Case<>> cases = make_gallery({});
  return cases;
}

}  // namespace Ocean::Testing

#endif
