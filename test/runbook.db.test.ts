/** The queries of docs/operations.md, against a database of the shop. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { projectRoot } from '../server/project-root.ts'
import { testDatabase } from './database.ts'

const page = readFileSync(join(projectRoot, 'docs', 'operations.md'), 'utf8')
const queries = [...page.matchAll(/--command="(select [^"]+)"/g)].map(([, text = '']) => text)

it('every query of the runbook runs', async () => {
  expect(queries.length).toBeGreaterThanOrEqual(5)
  const { db, drop } = await testDatabase()
  try {
    for (const query of queries) await sql.raw(query).execute(db)
  } finally {
    await drop()
  }
})
