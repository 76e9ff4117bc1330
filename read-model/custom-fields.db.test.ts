import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  addField,
  archiveField,
  changeField,
  type FieldDefinition,
} from '../domain/custom-fields/field-repository.server.ts'
import { setFieldValues, type FieldValueChange } from '../domain/custom-fields/field-values.server.ts'
import { readPicture } from '../domain/custom-fields/custom-field.ts'
import { pictureKey } from '../domain/pictures/picture-key.ts'
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
  refersTo: null,
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
/** The originals of pictures are none of the index. */
const storeOriginals = async (values: FieldValueChange) => {
  for (const scoped of Object.values(values))
    for (const value of Object.values(scoped)) {
      const picture = readPicture(value)
      if (picture)
        await sql`insert into picture_original (sha256, format, width, height, bytes)
          values (decode(${picture.source.slice(8)}, 'hex'), 'png', 1, 1, 'x')`.execute(test.db)
    }
}
const set = async (sku: string, values: FieldValueChange) => {
  await storeOriginals(values)
  const owner = { object: 'product', id: ids[sku]!, name: sku, store: null } as const
  expect(await setFieldValues(test.db, testActor, { owner, values, now: new Date() })).toEqual({ ok: true })
}
function productOf(slug: string, store: 'sv' | 'de' = 'sv') {
  const found = index.catalogue.product(store, slug)
  if (found === null || 'moved' in found) throw new Error(`${store} has no product ${slug}`)
  return found.product
}
function factsOf(slug: string, store: 'sv' | 'de' = 'sv') {
  return productOf(slug, store)
    .facts.filter(({ code }) => code.startsWith('field.'))
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
  await define('wood', { kind: 'choice', options: wood, isFacet: true, scope: 'store' })
  // As it was stored before a filter had to be shown.
  await define('room', { isFacet: true })
  await sql`update custom_field_definition set is_shown = false where key = 'room'`.execute(test.db)
  await set('NC-AA4', { wood: { sv: 'oak', de: 'ash' }, room: { '': 'hylla 4' } })
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
  expect(listing({}).facets.some(({ code }) => code === 'field.room')).toBe(false)
  expect(listing({ 'field.wood': ['oak'] }).products.map(({ sku }) => sku)).toEqual(['NC-AA4'])
  expect(factsOf('nc-aa4')).toEqual(['wood: Ek'])
  await archiveField(test.db, testActor, { object: 'product', key: 'wood' }, new Date())
  await index.refresh()
  expect(listing({}).facets.some(({ code }) => code === 'field.wood')).toBe(false)
})

it('rich texts are sections of the page, sanitised, and are found as descriptions are', async () => {
  await define('story', { kind: 'rich_text', names: { sv: 'Historia' }, scope: 'language', position: 1 })
  await define('memo', { kind: 'rich_text', isShown: false })
  await set('NC-AA4', {
    story: {
      sv: '<p onclick="x()">Från <b>Krackelbo</b></p><script>alert(1)</script><ul><li>ett</li></ul>',
      de: '<p>Aus Berlin</p>',
    },
    memo: { '': '<p>Inköpt av Zebulon</p>' },
  })
  await index.refresh()
  expect(productOf('nc-aa4').sections).toEqual([
    {
      code: 'field.story',
      name: 'Historia',
      html: '<p>Från <b>Krackelbo</b></p><ul><li>ett</li></ul>',
      text: 'Från Krackelbo\n\n- ett',
      picture: null,
    },
  ])
  expect(productOf('nc-aa4', 'de').sections).toMatchObject([{ html: '<p>Aus Berlin</p>' }])
  expect(JSON.stringify(productOf('nc-aa4'))).not.toContain('Zebulon')
  const found = async (query: string) =>
    (await index.catalogue.search('sv', { query, page: 1, sort: 'relevance', facets: {} })).products.map(
      ({ sku }) => sku,
    )
  expect(await found('krackelbo')).toEqual(['NC-AA4'])
  expect(await found('zebulon')).not.toContain('NC-AA4')
  await changeField(
    test.db,
    testActor,
    { object: 'product', key: 'story' },
    field('story', { isShown: false }),
  )
  await index.refresh()
  expect(productOf('nc-aa4').sections).toEqual([])
})

it('a picture is a section with its text, or described by its field and product', async () => {
  await define('drawing', { kind: 'picture', names: { sv: 'Måttskiss' }, scope: 'language' })
  await define('shelf', { kind: 'picture', isShown: false })
  const [front, side, own] = ['a', 'b', 'c'].map((digit) => `picture:${digit.repeat(64)}`) as [
    string,
    string,
    string,
  ]
  await set('NC-AA4', { drawing: { sv: front, de: `${side} Von der Seite` }, shelf: { '': own } })
  await index.refresh()
  const [section] = productOf('nc-aa4').sections
  expect(section).toMatchObject({
    code: 'field.drawing',
    name: 'Måttskiss',
    html: '',
    picture: { key: pictureKey(front), alt: `Måttskiss, ${productOf('nc-aa4').name}` },
  })
  expect(productOf('nc-aa4').sections).toHaveLength(1)
  expect(productOf('nc-aa4', 'de').sections).toMatchObject([
    { text: 'Von der Seite', picture: { key: pictureKey(side), alt: 'Von der Seite' } },
  ])
  // Staff see the hidden one, too.
  for (const source of [front, side, own])
    expect(index.catalogue.pictureSource(pictureKey(source))).toBe(source)
  expect(factsOf('nc-aa4')).toEqual([])
})

it('a reference is a fact with the product it names, in the stores that sell that one', async () => {
  await define('charger', { kind: 'reference', refersTo: 'product', names: { sv: 'Laddare' } })
  await set('NC-AA4', { charger: { '': 'NC-AA10' } })
  await index.refresh()
  const name = productOf('nc-aa10').name
  expect(productOf('nc-aa4').facts).toContainEqual({
    code: 'field.charger',
    name: 'Laddare',
    value: name,
    product: { id: ids['NC-AA10'], sku: 'NC-AA10', slug: 'nc-aa10' },
  })
  await sql`delete from store_product where product_id = ${ids['NC-AA10']} and store = 'sv'`.execute(test.db)
  await index.refresh()
  expect(factsOf('nc-aa4')).toEqual([])
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
