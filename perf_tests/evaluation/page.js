// Sorts a table by the column whose title is pressed, first upwards, then downwards; filters the table of matrices.
for (const table of document.querySelectorAll("table")) {
  const titles = [...table.tHead.rows[0].cells];
  titles.forEach((title, column) => title.firstChild.addEventListener("click", () => {
    const down = title.getAttribute("aria-sort") === "ascending";
    titles.forEach((other) => other.removeAttribute("aria-sort"));
    title.setAttribute("aria-sort", down ? "descending" : "ascending");
    const value = (row) => row.cells[column].dataset.order ?? row.cells[column].textContent;
    const compare = (left, right) => {
      const [x, y] = [value(left), value(right)];
      const both = x !== "" && y !== "" && !isNaN(x) && !isNaN(y);
      return both ? x - y : isNaN(x) - isNaN(y) || String(x).localeCompare(y);
    };
    const rows = [...table.tBodies[0].rows].sort(compare);
    table.tBodies[0].append(...(down ? rows.reverse() : rows));
  }));
}
const filter = document.getElementById("filter");
filter?.addEventListener("input", () => {
  for (const row of document.getElementById("matrices-table").tBodies[0].rows)
    row.hidden = !row.textContent.toLowerCase().includes(filter.value.toLowerCase());
});
