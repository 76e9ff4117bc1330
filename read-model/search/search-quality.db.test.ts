import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { judgedQueries } from '../../bench/judged-queries.ts'
import { plainSearch } from '../../bench/plain-search.ts'
import { askCatalogue, judgeByRules, measureQuality } from '../../bench/search-judgement.ts'
import { ownQuestions, readSearchQuestions, wrongAnswers } from '../../bench/search-questions.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../catalogue-index.server.ts'
import { loadDemoCatalogue } from '../../demo/load-demo-catalogue.server.ts'
import { testActor } from '../../test/test-actor.ts'

let test: TestDatabase
let dataDir: string
let index: CatalogueIndex

beforeAll(async () => {
  test = await testDatabase()
  await loadDemoCatalogue(test.db, testActor, new Date())
  dataDir = await mkdtemp(join(tmpdir(), 'anode-quality-'))
  index = openCatalogueIndex({
    dataDir,
    databaseUrl: test.url,
    log: { info: () => {}, warn: () => {} },
  })
  await index.ready
}, 120_000)

afterAll(async () => {
  await index?.close()
  await test?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

it('the judged queries over the demo catalogue keep their quality', async () => {
  const queries = judgedQueries.filter((each) => each.catalogue === 'demo')
  expect(queries.length).toBeGreaterThanOrEqual(80)
  const judgements = await judgeByRules(test.db, queries)
  const qualities = await measureQuality(askCatalogue(index.catalogue), judgements)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  expect(mean(qualities.map((each) => each.ndcg))).toBeGreaterThan(0.93)
  const plain = await measureQuality(await plainSearch(test.db, false), judgements)
  expect(mean(qualities.map((each) => each.ndcg))).toBeGreaterThan(mean(plain.map((each) => each.ndcg)) * 1.2)
  const numbers = qualities.filter((each) => each.isIdentifier)
  expect(mean(numbers.map((each) => each.reciprocalRank))).toBeGreaterThan(0.95)
  expect(qualities.filter((each) => each.total === 0).map((each) => each.query)).toEqual([])
})

it('[SEARCH-08] the common questions of the trade have the right product first', async () => {
  const questions = readSearchQuestions(ownQuestions)!
  expect(new Set(questions.map(({ store }) => store)).size).toBe(4)
  expect(await wrongAnswers(askCatalogue(index.catalogue), questions)).toEqual([])
})

it('[SEARCH-08] a suggested word is never a misspelling', async () => {
  const search = (store: 'sv' | 'no', query: string) =>
    index.catalogue.search(store, { query, sort: 'relevance', page: 1, facets: {} })
  const mistyped = await search('sv', 'bateri till kylskåpp')
  expect(mistyped.suggestions.queries.length).toBeGreaterThan(0)
  for (const word of mistyped.suggestions.queries) expect(word).not.toMatch(/bateri|kylskåpp/)
  const hearing = await search('no', 'bateri høreapparat')
  expect(hearing.suggestions).toMatchObject({
    shownFor: 'batteri høreapparat',
    queries: ['batteri høreapparat'],
  })
  // A word that is the beginning of others is none of its own.
  const beginning = await search('sv', 'knappcel ssddff')
  expect(beginning.suggestions.queries).not.toContain('knappcel')
})
