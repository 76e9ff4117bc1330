/**
 * Cells of a feed that a spreadsheet would run as formulas: they are written with an apostrophe in front and read
 * without it, so that importing an export changes nothing. Pure.
 */

/** The signs that begin a formula, also the wide ones of East Asian keyboards, after quotation marks. */
const formula = /^'*"*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

/** The text as a cell that no spreadsheet runs. */
export const harmlessCell = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** The text of a cell that `harmlessCell` wrote. */
export const textOfCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
