/** The numbers of the decision records, and every place that names one. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../server/project-root.ts'

const folder = join(projectRoot, 'docs', 'decisions')
const records = readdirSync(folder)
  .filter((name) => /^\d{4}-/.test(name))
  .toSorted()

/** "decision 12", "decisions 12 and 14", also where a comment breaks the line between word and number. */
const mention = /\bdecisions?(?:\s|\n\s*(?:\*|\/\/|--))+(\d+(?:(?:,\s*|,?\s+and\s+|\s+to\s+|\s+or\s+)\d+)*)/gi

it('the decision records are numbered without gaps, and each begins with its number', () => {
  const numbered = records.map((_, index) => String(index + 1).padStart(4, '0'))
  expect(records.map((name) => name.slice(0, 4))).toEqual(numbered)
  const wrong = records.filter(
    (name) => !readFileSync(join(folder, name), 'utf8').startsWith(`# ${Number(name.slice(0, 4))}. `),
  )
  expect(wrong).toEqual([])
})

it('code and documents name only decision records that exist', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: projectRoot, encoding: 'utf8' })
    .split('\0')
    // Migrations are never edited: docs/decisions/README.md has the records whose former numbers they name.
    .filter((name) => !name.startsWith('db/migrations/'))
    .filter(
      (name) => /\.(?:[cm]?[jt]sx?|sql|md|ya?ml|sh|css)$/.test(name) && existsSync(join(projectRoot, name)),
    )
  const unknown = tracked.flatMap((name) => {
    const text = readFileSync(join(projectRoot, name), 'utf8')
    const numbers = [...text.matchAll(mention)].flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
    return numbers
      .filter((number) => Number(number) < 1 || Number(number) > records.length)
      .map((number) => `${name}: decision ${number}`)
  })
  expect(unknown).toEqual([])
})
