/**
 * Row types of the index's statements are written beside them, where the compiler cannot compare them with the
 * tables. This compares them: every statement with a literal row type whose text is fixed is prepared on an empty
 * index, and its columns must be those of the type. Statements that are put together when they run, and named
 * row types, are not read.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { indexSchema, lateIndexes, storeSlots } from './index-schema.server.ts'

interface TypedStatement {
  sql: string
  /** Column → its type in TypeScript. */
  columns: Record<string, string>
}

const call = /\.(?:all|get|iterate)<\{([^{}]*)\}>\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g

function statementsOf(source: string): TypedStatement[] {
  return [...source.matchAll(call)].flatMap(([, type = '', single, double, template]) => {
    const sql = (single ?? double ?? template ?? '').replaceAll('${storeSlots}', String(storeSlots))
    if (sql.includes('${')) return []
    const columns = [...type.matchAll(/(\w+): ([^;\n]+)/g)].map(([, name, of = '']) => [name, of.trim()])
    return [{ sql, columns: Object.fromEntries(columns) as Record<string, string> }]
  })
}

const files = execFileSync('git', ['ls-files', 'read-model'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.server.ts'))
const statements = files.flatMap((file) => statementsOf(readFileSync(file, 'utf8')))

const index = new DatabaseSync(':memory:')
index.exec(indexSchema + lateIndexes)

const typeOf: Record<string, string> = { INTEGER: 'number', TEXT: 'string', BLOB: 'Uint8Array' }

it.each(statements)('$sql has the columns of its row type', ({ sql, columns }) => {
  const found = index.prepare(sql).columns()
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(columns).sort())
  for (const { name, type } of found) {
    // An expression has no declared type; null is a matter of the condition and the join.
    const declared = typeOf[type?.toUpperCase() ?? '']
    const asserted = columns[name]!.replace(' | null', '')
    if (declared !== undefined && ['number', 'string', 'Uint8Array'].includes(asserted))
      expect([name, asserted]).toEqual([name, declared])
  }
})

it('finds the statements', () => {
  expect(statements.length).toBeGreaterThan(30)
})
