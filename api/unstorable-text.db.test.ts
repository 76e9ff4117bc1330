import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import { isUnstorableText } from './unstorable-text.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

it.each(['a\u0000', '\ud800', 'a\udc00'])(
  'a text that cannot be stored is the fault of its request: %j',
  async (text) => {
    const inJson = sql`select ${JSON.stringify({ text })}::jsonb`.execute(test.db)
    expect(isUnstorableText(await inJson.catch((error: unknown) => error))).toBe(true)
  },
)

it('broken JSON is a fault of the shop', async () => {
  const broken = sql`select ${'{'}::jsonb`.execute(test.db)
  expect(isUnstorableText(await broken.catch((error: unknown) => error))).toBe(false)
})
