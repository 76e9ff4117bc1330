import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { runningExperiments } from './experiment-repository.server.ts'

let test: TestDatabase
const at = (day: string) => new Date(`2026-${day}T00:00:00Z`)

beforeAll(async () => {
  test = await testDatabase()
  await test.db
    .insertInto('experiment')
    .values([
      { key: 'card-order', stores: ['sv', 'no'], starts_at: at('03-01'), ends_at: at('04-01') },
      { key: 'empty', stores: ['sv'], starts_at: at('03-01'), ends_at: at('04-01') },
    ])
    .execute()
  await test.db
    .insertInto('experiment_variant')
    .values([
      { experiment_key: 'card-order', key: 'price-first', weight: 1 },
      { experiment_key: 'card-order', key: 'as-it-is', weight: 3 },
    ])
    .execute()
})

afterAll(() => test.drop())

it('[EVENT-11] an experiment runs in its stores, from its start up to its end', async () => {
  const running = {
    key: 'card-order',
    variants: [
      { key: 'as-it-is', weight: 3 },
      { key: 'price-first', weight: 1 },
    ],
  }
  expect(await runningExperiments(test.db, 'sv', at('03-01'))).toEqual([running])
  expect(await runningExperiments(test.db, 'no', at('03-31'))).toEqual([running])
  expect(await runningExperiments(test.db, 'de', at('03-15'))).toEqual([])
  expect(await runningExperiments(test.db, 'sv', at('04-01'))).toEqual([])
  expect(await runningExperiments(test.db, 'sv', new Date(at('03-01').getTime() - 1))).toEqual([])
})
