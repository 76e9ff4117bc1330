/** Rows from `first` up to, but without, `last`. */
export interface RowRange {
  first: number
  last: number
}

/** Rows that one frame adds: their layout and painting fit into a frame of a slow computer. */
const rowsPerFrame = 4

/**
 * The rows to render in the next frame, on the way from those that are rendered to those that are wanted. Rows that are
 * not wanted are left out at once. After a jump the first row wanted comes first.
 */
export function nextRows(rendered: RowRange, wanted: RowRange): RowRange {
  const first = Math.max(rendered.first, wanted.first)
  const last = Math.min(rendered.last, wanted.last)
  if (first >= last) return { first: wanted.first, last: Math.min(wanted.last, wanted.first + rowsPerFrame) }
  const below = Math.min(rowsPerFrame, wanted.last - last)
  const above = Math.min(rowsPerFrame - below, first - wanted.first)
  return { first: first - above, last: last + below }
}

/** Whether the row is one of the range. */
export const isIn = ({ first, last }: RowRange, row: number) => row >= first && row < last

/** Whether both are the same rows. */
export const sameRows = (one: RowRange, other: RowRange) =>
  one.first === other.first && one.last === other.last
