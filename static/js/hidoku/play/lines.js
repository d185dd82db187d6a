// The lines without numbers that are on the page, cell by cell.

const pairs = () => {
  const found = document.querySelector("#ribbon .pencil")?.dataset.pairs.split(" ") ?? [];
  return found.map((pair) => pair.split("-"));
};

// The line that ends in a cell, from its other end on; none where no line ends there.
export function lineThrough(end) {
  const beside = new Map();
  for (const [one, other] of pairs()) {
    beside.set(one, [...(beside.get(one) ?? []), other]);
    beside.set(other, [...(beside.get(other) ?? []), one]);
  }
  const line = [];
  for (let next = [end]; next.length === 1; next = beside.get(line.at(-1))?.filter((value) => !line.includes(value)) ?? []) {
    line.push(next[0]);
  }
  return line.length > 1 && beside.get(end).length === 1 ? line.toReversed() : [];
}
