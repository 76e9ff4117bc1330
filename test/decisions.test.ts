/** The decision records and their index, every place that names one, and the files that documents name. */
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

const numbers = records.map((name) => Number(name.slice(0, 4)))

/** A path in backticks. One whose file name is in capitals, such as `NAME.md`, is a placeholder. */
const path = /`((?:[\w.-]+\/)+[\w.-]+\.(?:[cm]?[jt]sx?|sql|md|json|css|ya?ml|sh|csv|ndjson))`/g
/** Files of the example in docs/stores.md. */
const examples = new Set(['domain/stores/fi.ts'])

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: projectRoot, encoding: 'utf8' })
  .split('\0')
  .filter((name) => name !== '' && existsSync(join(projectRoot, name)))

const index = readFileSync(join(folder, 'README.md'), 'utf8')
/** The line of the index that lists the numbers of removed records: `16 → [148](…)`. */
const removed = [...index.matchAll(/(\d+) → \[(\d+)\]/g)].map(([, former, successor]) => ({
  former: Number(former),
  successor: Number(successor),
}))

it('a number belongs to one decision record or is listed as removed, with a record that supersedes it', () => {
  const all = [...numbers, ...removed.map(({ former }) => former)].toSorted((one, other) => one - other)
  expect(all).toEqual(all.map((_, place) => place + 1))
  expect(removed.filter(({ successor }) => !numbers.includes(successor))).toEqual([])
})

it('a decision record begins with its number and title, and its file is named after both', () => {
  const wrong = records.filter((name) => {
    const [, number = '', title = ''] =
      /^# (\d+)\. (.+)\n/.exec(readFileSync(join(folder, name), 'utf8')) ?? []
    const words =
      title
        .toLowerCase()
        .replaceAll("'", '')
        .match(/[a-z0-9]+/g) ?? []
    return name !== `${[number.padStart(4, '0'), ...words].join('-')}.md`
  })
  expect(wrong).toEqual([])
})

it('the index of the decision records lists each one once, by its title', () => {
  const listed = [...index.matchAll(/^- (\d+)\. \[(.+)\]\((.+)\)$/gm)].map(
    ([, number, title, file]) => `${file}: # ${number}. ${title}`,
  )
  const titles = records.map(
    (name) => `${name}: ${readFileSync(join(folder, name), 'utf8').split('\n', 1)[0]}`,
  )
  expect(listed.toSorted()).toEqual(titles)
})

it('code and documents name only decision records that exist', () => {
  const known = new Set(numbers)
  const naming = tracked
    // Migrations are never edited: docs/decisions/README.md has the records whose earlier numbers they name. The schema
    // has their comments.
    .filter((name) => !name.startsWith('db/migrations/') && name !== 'db/schema.sql')
    .filter((name) => /\.(?:[cm]?[jt]sx?|sql|md|ya?ml|sh|css)$/.test(name))
  const unknown = naming.flatMap((name) => {
    const text = readFileSync(join(projectRoot, name), 'utf8')
    const named = [...text.matchAll(mention)].flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
    return named.filter((number) => !known.has(Number(number))).map((number) => `${name}: decision ${number}`)
  })
  expect(unknown).toEqual([])
})

it('documents name only files that exist', () => {
  const files = new Set(tracked)
  // Other first folders are of the data directory or of a build; NAME and NOUN stand for any name.
  const folders = new Set(tracked.map((name) => name.slice(0, name.indexOf('/'))))
  const missing = tracked
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const named = [...readFileSync(join(projectRoot, name), 'utf8').matchAll(path)].map(
        ([, file = '']) => file,
      )
      return named
        .filter(
          (file) =>
            folders.has(file.slice(0, file.indexOf('/'))) && !/(?:NAME|NOUN|NNNN|FAMILY)\b/.test(file),
        )
        .filter((file) => !files.has(file) && !examples.has(file))
        .map((file) => `${name}: ${file}`)
    })
  expect(missing).toEqual([])
})
