/**
 * `npm run requirements`: which rows of docs/requirements.md have a test. `--check` compares with the committed
 * list of covered rows and ends with 1 where they differ; `--update` writes that list.
 */
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { citedRows } from './cited-rows.ts'

const root = join(import.meta.dirname, '..')
const listFile = join(root, 'docs', 'requirements-covered.txt')
const outside = ['node_modules', 'build', '.data', '.react-router']

const rows = await readRows()
const proofs = await readProofs()
const covered = rows.filter((row) => proofs.has(row)).sort()

if (process.argv.includes('--update')) await writeFile(listFile, covered.map((row) => `${row}\n`).join(''))
if (process.argv.includes('--check')) await check()
else report()

/** Every row of the document, in its order. */
async function readRows(): Promise<string[]> {
  const text = await readFile(join(root, 'docs', 'requirements.md'), 'utf8')
  return [...text.matchAll(/^\| ([A-Z]+-\d{2,}) \|/gm)].map(([, row]) => row as string)
}

/** Row → the test files that cite it. */
async function readProofs(): Promise<Map<string, string[]>> {
  const files = globSync('**/*.{test.ts,test.tsx,e2e.ts}', {
    cwd: root,
    exclude: (path) => outside.includes(path),
  })
  const found = new Map<string, string[]>()
  for (const file of files.sort()) {
    for (const row of citedRows(file, await readFile(join(root, file), 'utf8')))
      found.set(row, [...(found.get(row) ?? []), file])
  }
  return found
}

async function check(): Promise<void> {
  const text = await readFile(listFile, 'utf8').catch(() => '')
  const listed = text.split('\n').filter((line) => line !== '')
  const complaints = [
    ...listed
      .filter((row) => !covered.includes(row))
      .map((row) => `${row} is listed, but no test proves it.`),
    ...[...proofs]
      .filter(([row]) => !rows.includes(row))
      .map(([row, files]) => `${row} is cited in ${files.join(', ')}, but there is no such row.`),
    ...covered
      .filter((row) => !listed.includes(row))
      .map((row) => `${row} is proven and not listed: npm run requirements -- --update`),
  ]
  for (const complaint of complaints) console.log(complaint)
  console.log(`${covered.length} of ${rows.length} rows have a test`)
  if (complaints.length > 0) process.exitCode = 1
}

function report(): void {
  const areas = Map.groupBy(rows, (row) => row.slice(0, row.lastIndexOf('-')))
  for (const [area, all] of areas) {
    const missing = all.filter((row) => !proofs.has(row)).map((row) => row.slice(area.length + 1))
    const figure = `${String(all.length - missing.length).padStart(3)} of ${String(all.length).padStart(3)}`
    console.log(`${area.padEnd(9)}${figure}${missing.length > 0 ? `   missing: ${missing.join(' ')}` : ''}`)
  }
  console.log(
    `\n${covered.length} of ${rows.length} rows have a test, ${rows.length - covered.length} have none`,
  )
}
