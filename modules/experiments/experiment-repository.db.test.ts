import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAnode } from '../../test/anode-command.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { countVariants, runningExperiments } from './experiment-repository.server.ts'

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

describe('anode experiment', () => {
  const anode = (...words: string[]) =>
    runAnode({ dataDir: '', databaseUrl: test.url }, ['experiment', ...words])
  const shown = (variant: string) => [{ experiment: 'cart-suggestions', variant }]
  const running = async () => (await runningExperiments(test.db, 'sv', new Date())).map(({ key }) => key)

  it('[EVENT-11] starts, counts without visitors, and stops an experiment; both are audited', async () => {
    const words = ['start', 'cart-suggestions', '--stores', 'sv,no', '--variants', 'two:1,four:1']
    expect(await anode(...words)).toMatchObject({ code: 0 })
    expect((await anode(...words)).err).toContain('Use another key')
    expect(await running()).toEqual(['cart-suggestions'])
    expect(JSON.parse((await anode('list', '--json')).out)).toContainEqual(
      expect.objectContaining({ key: 'cart-suggestions', stores: 'sv, no', running: true }),
    )
    const now = new Date()
    await countVariants(test.db, 'sv', 'view', shown('two'), now)
    await countVariants(test.db, 'sv', 'view', shown('four'), now)
    await countVariants(test.db, 'sv', 'view', shown('four'), now)
    await countVariants(test.db, 'sv', 'order', [...shown('four'), ...shown('four')], now)
    // Not a variant, not an experiment, not a store of it.
    await countVariants(test.db, 'sv', 'view', shown('five'), now)
    await countVariants(test.db, 'sv', 'view', [{ experiment: 'other', variant: 'two' }], now)
    await countVariants(test.db, 'de', 'view', shown('two'), now)
    const results = [
      { store: 'sv', variant: 'four', views: 2, orders: 1, percent: 50 },
      { store: 'sv', variant: 'two', views: 1, orders: 0, percent: 0 },
    ]
    expect(JSON.parse((await anode('results', 'cart-suggestions', '--json')).out)).toEqual(results)
    expect(await anode('stop', 'cart-suggestions')).toMatchObject({ code: 0 })
    expect((await anode('stop', 'cart-suggestions')).err).toContain(
      'No experiment cart-suggestions is running',
    )
    expect(await running()).toEqual([])
    await countVariants(test.db, 'sv', 'view', shown('two'), new Date())
    expect(JSON.parse((await anode('results', 'cart-suggestions', '--json')).out)).toEqual(results)
    const audited = await test.db
      .selectFrom('audit_entry')
      .select('action')
      .where('object_kind', '=', 'experiment')
      .orderBy('id')
      .execute()
    expect(audited).toEqual([{ action: 'experiment.start' }, { action: 'experiment.stop' }])
  })

  it('refuses stores, variants and keys that cannot be', async () => {
    for (const [key, stores, variants] of [
      ['Cart', 'sv', 'a:1,b:1'],
      ['cart', 'se', 'a:1,b:1'],
      ['cart', 'sv', 'a:1'],
      ['cart', 'sv', 'a:1,a:1'],
      ['cart', 'sv', 'a:0,b:1'],
    ] as const)
      expect(await anode('start', key, '--stores', stores, '--variants', variants)).toMatchObject({ code: 1 })
  })
})
