import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  addField,
  archiveField,
  type FieldDefinition,
} from '../domain/custom-fields/field-repository.server.ts'
import { setFieldValues, type FieldValueChange } from '../domain/custom-fields/field-values.server.ts'
import { testActor } from '../test/test-actor.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import { smallCatalogue, type SmallCatalogue } from '../test/small-catalogue.ts'
import { openCatalogueIndex, type CatalogueIndex } from './catalogue-index.server.ts'

let test: TestDatabase
let ids: SmallCatalogue
let dataDir: string
let index: CatalogueIndex

beforeEach(async () => {
  test = await testDatabase()
  ids = await smallCatalogue(test.db)
  dataDir = await mkdtemp(join(tmpdir(), 'anode-index-'))
  index = openCatalogueIndex({
    dataDir,
    databaseUrl: test.url,
    log: { info: () => {}, warn: () => {} },
    onChange: () => {},
    now: () => Date.now(),
    pollMs: 300,
  })
  await index.ready
})
afterEach(async () => {
  await index.close()
  await test.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const field = (key: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  object: 'product',
  key,
  kind: 'text',
  scope: 'shared',
  unit: null,
  names: { sv: key },
  options: [],
  isShown: true,
  isFacet: false,
  isInFeed: false,
  isRequired: false,
  position: 0,
  ...more,
})
const define = (...given: Parameters<typeof field>) => addField(test.db, testActor, field(...given))
const set = async (sku: string, values: FieldValueChange) => {
  const owner = { object: 'product', id: ids[sku]!, name: sku, store: null } as const
  expect(await setFieldValues(test.db, testActor, { owner, values, now: new Date() })).toEqual({ ok: true })
}
function factsOf(slug: string, store: 'sv' | 'de' = 'sv') {
  const found = index.catalogue.product(store, slug)
  if (found === null || 'moved' in found) throw new Error(`${store} has no product ${slug}`)
  return found.product.facts
    .filter(({ code }) => code.startsWith('field.'))
    .map(({ name, value }) => `${name}: ${value}`)
}
const listing = (facets: Record<string, string[]>) =>
  index.catalogue.listing('sv', {
    scope: { kind: 'category', path: 'batterier' },
    sort: 'relevance',
    page: 1,
    facets,
  })!

it('shown values are facts of the product, by type, store and language', async () => {
  await define('note')
  await define('length', { kind: 'number', unit: 'mm', names: { sv: 'Längd', de: 'Länge' }, position: 1 })
  const wood = [{ code: 'oak', names: { sv: 'Ek', de: 'Eiche' } }]
  await define('wood', { kind: 'choice', options: wood, position: 2 })
  await define('fair', { kind: 'flag', position: 3 })
  await define('since', { kind: 'date', position: 4 })
  await define('tip', { scope: 'language', position: 5 })
  await define('inner', { isShown: false })
  await set('NC-AA4', {
    note: { '': 'Ny' },
    length: { '': 12.5 },
    wood: { '': 'oak' },
    fair: { '': true },
    since: { '': '2026-11-29' },
    tip: { de: 'Tipp' },
    inner: { '': 'hylla 4' },
  })
  await index.refresh()
  expect(factsOf('nc-aa4')).toEqual([
    'note: Ny',
    'Längd: 12,5\u00A0mm',
    'wood: Ek',
    'fair: Ja',
    'since: 29 november 2026',
  ])
  expect(factsOf('nc-aa4', 'de')).toEqual([
    'note: Ny',
    'Länge: 12,5\u00A0mm',
    'wood: Eiche',
    'fair: Ja',
    'since: 29. November 2026',
    'tip: Tipp',
  ])
  await archiveField(test.db, testActor, { object: 'product', key: 'note' }, new Date())
  await set('NC-AA4', { fair: { '': false } })
  await index.refresh()
  expect(factsOf('nc-aa4')).toEqual(['Längd: 12,5\u00A0mm', 'wood: Ek', 'since: 29 november 2026'])
})

it('listings are filtered by a field that is a facet, of those values that their store has', async () => {
  const wood = [
    { code: 'oak', names: { sv: 'Ek' } },
    { code: 'ash', names: { sv: 'Ask' } },
  ]
  await set('NC-AA4', {})
  await define('wood', { kind: 'choice', options: wood, isFacet: true, isShown: false, scope: 'store' })
  await set('NC-AA4', { wood: { sv: 'oak', de: 'ash' } })
  await set('NC-AA10', { wood: { sv: 'ash' } })
  await index.refresh()
  const facet = listing({}).facets.find(({ code }) => code === 'field.wood')
  expect(facet).toMatchObject({
    name: 'wood',
    values: [
      { name: 'Ek', count: 1 },
      { name: 'Ask', count: 1 },
    ],
  })
  expect(listing({ 'field.wood': ['oak'] }).products.map(({ sku }) => sku)).toEqual(['NC-AA4'])
  expect(factsOf('nc-aa4')).toEqual([])
  await archiveField(test.db, testActor, { object: 'product', key: 'wood' }, new Date())
  await index.refresh()
  expect(listing({}).facets.some(({ code }) => code === 'field.wood')).toBe(false)
})

it('a shown text finds its product, a hidden one does not', async () => {
  await define('finish')
  await define('shelf', { isShown: false })
  await set('NC-AA4', { finish: { '': 'Krackelerad' }, shelf: { '': 'Bortersta' } })
  await index.refresh()
  const found = async (query: string) =>
    (await index.catalogue.search('sv', { query, page: 1, sort: 'relevance', facets: {} })).products.map(
      ({ sku }) => sku,
    )
  expect(await found('krackelerad')).toEqual(['NC-AA4'])
  expect(await found('bortersta')).not.toContain('NC-AA4')
})
