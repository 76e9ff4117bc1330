/**
 * Row types of the index's statements are written beside them, where the compiler cannot compare them with the
 * tables. This prepares every statement on an empty index and compares.
 */
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeCodes } from '../../domain/stores/stores.ts'
import { indexContradictions, readIndexStatements, type IndexStatement } from '../../test/index-statements.ts'
import { openProject, type OpenProject } from '../../test/row-types.ts'
import { indexSchema, lateIndexes } from './index-schema.server.ts'

/** Files with a statement whose text the source does not fix; each answers one column, `key`. */
const unreadable = [
  // Table and order come from one entry of `sortedPlacements`.
  'read-model/query/listing-answers.server.ts',
  'read-model/query/narrowed-listing.server.ts',
]

const index = new DatabaseSync(':memory:')
let opened: OpenProject
let statements: IndexStatement[]

beforeAll(() => {
  index.exec(indexSchema + lateIndexes)
  // A build creates these while it counts the words.
  for (const store of storeCodes)
    index.exec(`create virtual table temp.terms_${store} using fts5vocab('main', 'words_${store}', 'row')`)
  opened = openProject()
  statements = readIndexStatements(opened.project, ['read-model', 'test/row-types-fixture.ts'])
  // The compiler reads the whole project.
}, 120_000)
afterAll(() => {
  opened.close()
  index.close()
})

const isFixture = ({ file }: IndexStatement) => file.startsWith('test/')

/** `file: contradiction` of the statements, each once. */
function contradictionsIn(read: readonly IndexStatement[]): string[] {
  const found = read.flatMap((statement) =>
    statement.texts.flatMap((text) =>
      indexContradictions(opened.project.checker, index, statement, text).map(
        (each) => `${statement.file}: ${each}`,
      ),
    ),
  )
  return [...new Set(found)].sort()
}

it("the row types of the index's statements are those of its tables", () => {
  const own = statements.filter((statement) => !isFixture(statement))
  expect(contradictionsIn(own)).toEqual([])
  expect(own.length).toBeGreaterThan(70)
})

it('every statement of the index can be read from the source', () => {
  const files = statements.flatMap((each) => (each.unreadable === undefined ? [] : [each.file]))
  expect([...new Set(files)]).toEqual(unreadable)
})

it('a wrong row type is found', () => {
  const wrong = contradictionsIn(statements.filter(isFixture))
  expect(wrong.map((each) => each.replace('test/row-types-fixture.ts: ', ''))).toEqual([
    '2 columns for 1 values',
    'answers several columns',
    'body is number and its column is TEXT',
    'facets is answered and has no type',
    'key is string and its column is INTEGER',
    'name is not answered',
    'no row type is asserted',
  ])
})
