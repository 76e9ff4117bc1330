/** Output of commands: a table for people, or the same data as JSON with `--json`. */

/** Column title → value of a row. */
export type Line = Record<string, string | number | boolean | null>

/** Prints one JSON document on stdout. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** Prints rows under their titles, numbers right-aligned; the same rows as a JSON list when `json` is set. */
export function printTable(
  rows: readonly Line[],
  options: { json?: boolean | undefined; empty?: string } = {},
): void {
  if (options.json) return printJson(rows)
  const [first] = rows
  if (!first) {
    process.stdout.write(`${options.empty ?? 'Nothing.'}\n`)
    return
  }
  const titles = Object.keys(first)
  const cells = rows.map((row) => titles.map((title) => cellText(row[title])))
  const widths = titles.map((title, index) =>
    Math.max(title.length, ...cells.map((row) => row[index]?.length ?? 0)),
  )
  const numeric = titles.map((title) => rows.every((row) => typeof row[title] === 'number'))
  const lineOf = (texts: readonly string[]) =>
    texts
      .map((text, index) =>
        numeric[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd()
  process.stdout.write([lineOf(titles), ...cells.map(lineOf), ''].join('\n'))
}

/** Prints names and values of one object, one per line; the object itself with `json`. */
export function printFacts(facts: Line, options: { json?: boolean | undefined } = {}): void {
  if (options.json) return printJson(facts)
  const width = Math.max(...Object.keys(facts).map((name) => name.length))
  const lines = Object.entries(facts).map(([name, value]) => `${name.padEnd(width)}  ${cellText(value)}\n`)
  process.stdout.write(lines.join(''))
}

function cellText(value: Line[string] | undefined): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'number' ? value.toLocaleString('en') : printable(String(value))
}

/** Text from the catalogue must not contain terminal control sequences. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
}
