import { afterAll, beforeAll, expect, it } from 'vitest'
import { readVitals, tidyVitals } from './vitals-repository.server.ts'
import { runAnode } from '../../test/anode-command.ts'
import { testApp, testServices } from '../../test/composition.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'

let test: TestDatabase
let clock = Date.now
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

async function send(...visits: { store?: string; body: object }[]): Promise<number[]> {
  const app = await testApp(testServices({ db: test.db, clock }))
  const codes = []
  for (const { store = 'locale=sv&sid=7', body } of visits)
    codes.push((await app.inject({ method: 'POST', url: `/api/vitals?${store}`, payload: body })).statusCode)
  await app.close()
  return codes
}
const anode = async (...words: string[]) =>
  JSON.parse(
    (await runAnode({ dataDir: '', databaseUrl: test.url }, ['vitals', ...words, '--json'])).out,
  ) as object[]

it('web vitals are kept as counts per day, store and type of page, and judged by the 75th percentile', async () => {
  const product = (value: number) => ({ body: { page: 'product', metrics: [{ name: 'LCP', value }] } })
  const de = { store: 'locale=de&sid=9', body: { page: 'home', metrics: [{ name: 'CLS', value: 0.02 }] } }
  expect(await send(product(1000), product(1000), product(1000), product(9000), de)).toEqual(
    Array(5).fill(204),
  )
  expect(await send(product(1000))).toEqual([204])
  const stored = await readVitals(test.db, { since: '2020-01-01' })
  expect(stored.map(({ store, visits }) => [store, visits])).toEqual(
    expect.arrayContaining([
      ['sv', 4],
      ['sv', 1],
      ['de', 1],
    ]),
  )
  const [judged] = await anode('--store', 'sv')
  expect(judged).toMatchObject({ store: 'sv', page: 'product', metric: 'LCP', rating: 'good', visits: 5 })
  expect((judged as { p75: number }).p75).toBeLessThan(1101)
  expect(await anode('--store', 'de')).toMatchObject([{ page: 'home', metric: 'CLS', p75: 0.02 }])
  expect(await anode('--store', 'no')).toEqual([])
})

it('what is no measurement is refused', async () => {
  const lcp = { name: 'LCP', value: 1 }
  const wrong = [
    { page: 'secret', metrics: [lcp] },
    { page: 'home', metrics: [] },
    { page: 'home', metrics: [{ name: 'LCP', value: -1 }] },
    { page: 'home', metrics: [{ name: 'FID', value: 1 }] },
    { page: 'home', metrics: [lcp, lcp, lcp, lcp, lcp] },
  ]
  expect(await send(...wrong.map((body) => ({ body })))).toEqual(Array(5).fill(422))
})

it('counts are kept for 400 days', async () => {
  clock = () => Date.now() - 401 * 86_400_000
  await send({ body: { page: 'search', metrics: [{ name: 'INP', value: 90 }] } })
  clock = Date.now
  const pages = async () => (await readVitals(test.db, { since: '2020-01-01' })).map(({ page }) => page)
  expect(await pages()).toContain('search')
  await tidyVitals(test.db)
  expect(await pages()).not.toContain('search')
})
