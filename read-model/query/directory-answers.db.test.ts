import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { addProduct, smallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../catalogue-index.server.ts'
import { toProductId } from '../../domain/products/product-id.ts'

let test: TestDatabase
let ids: SmallCatalogue
let dataDir: string
let index: CatalogueIndex

beforeEach(async () => {
  test = await testDatabase()
  ids = await smallCatalogue(test.db)
  dataDir = await mkdtemp(join(tmpdir(), 'anode-directory-'))
  index = openCatalogueIndex({
    dataDir,
    databaseUrl: test.url,
    log: { info: () => {}, warn: () => {} },
  })
  await index.ready
})

afterEach(async () => {
  await index.close()
  await test.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The same query on the refreshed index and on a rebuilt one. */
async function both(ask: () => unknown): Promise<unknown> {
  await index.refresh()
  const refreshed = ask()
  await index.rebuild()
  expect(ask()).toEqual(refreshed)
  return refreshed
}

it('a deleted product is gone under its current and its former addresses, and leads to its category', async () => {
  const id = await addProduct(test.db, { sku: 'NEW-1', name: 'Knappcell', category: 'button' })
  await sql`insert into product_former_slug values ('sv', 'gammal-2032', ${id})`.execute(test.db)
  await index.refresh()
  const slug = index.catalogue.productsById('sv', [toProductId(id)])[0]!.slug
  expect(index.catalogue.goneProduct('sv', slug)).toBeNull()
  await sql`delete from product where id = ${id}`.execute(test.db)
  const gone = { sku: 'NEW-1', name: 'Knappcell', categoryPath: 'batterier/knappceller' }
  for (const address of [slug, 'gammal-2032']) {
    expect(await both(() => index.catalogue.goneProduct('sv', address))).toEqual(gone)
    expect(index.catalogue.product('sv', address)).toBeNull()
  }
  expect(index.catalogue.goneProduct('sv', 'never-sold')).toBeNull()
})

it('a product withdrawn from one store is gone in that store only', async () => {
  const id = ids['NC-AA4']!
  const { slug } = index.catalogue.productsById('no', [toProductId(id)])[0]!
  await sql`delete from store_product where product_id = ${id} and store = 'no'`.execute(test.db)
  expect(await both(() => index.catalogue.goneProduct('no', slug))).toMatchObject({ sku: 'NC-AA4' })
  expect(index.catalogue.goneProduct('de', slug)).toBeNull()
  expect(index.catalogue.productsById('sv', [toProductId(id)])).toHaveLength(1)
})

it('a product that takes over the address of a gone one is served under it', async () => {
  await sql`delete from product where id = ${ids['NC-OUT']!}`.execute(test.db)
  const id = await addProduct(test.db, { sku: 'NEW-1', name: 'Ny', category: 'cables' })
  await sql`update store_product set slug = 'nc-out' where product_id = ${id} and store = 'sv'`.execute(
    test.db,
  )
  await index.refresh()
  expect(index.catalogue.product('sv', 'nc-out')).toMatchObject({ product: { sku: 'NEW-1' } })
})

it('former addresses of categories, brands and tags lead to the current ones, however often they moved', async () => {
  const move = (path: string) =>
    sql`update category_text set slug = ${path}, path = ${path} where store = 'sv' and category_id = (select id from category where code = 'cables')`.execute(
      test.db,
    )
  await move('sladdar')
  await move('ledningar')
  await sql`update brand set slug = 'nord-cell' where slug = 'nordcell'`.execute(test.db)
  await sql`update tag_text set slug = 'nyheter' where store = 'sv'`.execute(test.db)
  const moved = await both(() => [
    index.catalogue.movedListing('sv', 'category', 'kablar'),
    index.catalogue.movedListing('sv', 'category', 'sladdar'),
    index.catalogue.movedListing('no', 'category', 'sladdar'),
    index.catalogue.movedListing('de', 'brand', 'nordcell'),
    index.catalogue.movedListing('sv', 'tag', 'ny'),
    index.catalogue.movedListing('no', 'tag', 'ny'),
  ])
  const to = (slug: string) => ({ gone: false, slug })
  expect(moved).toEqual([to('ledningar'), to('ledningar'), null, to('nord-cell'), to('nyheter'), null])
})

it('every product and every non-empty listing is returned with its addresses in all stores', async () => {
  expect(index.catalogue.productShards('sv')).toEqual([0])
  const all = index.catalogue.productAddresses({ fromId: 0, toId: 10_000, limit: 100 })
  expect(all.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    Object.values(ids).toSorted((a, b) => a - b),
  )
  expect(Object.keys(all[0]!.slugs)).toContain('de')
  expect(all[0]!.updatedAt).toBeGreaterThan(0)
  const next = index.catalogue.productAddresses({ fromId: all[0]!.id + 1, toId: 10_000, limit: 2 })
  expect(next.map(({ id }) => id)).toEqual(all.slice(1, 3).map(({ id }) => id))
  const { categories, brands, tags } = index.catalogue.listingAddresses('sv')
  expect(categories.map(({ sv, de }) => [sv, de])).toContainEqual([
    'batterier/knappceller',
    'batterien/knopfzellen',
  ])
  expect(brands).toContainEqual({ sv: 'nordcell', no: 'nordcell', de: 'nordcell', da: 'nordcell' })
  expect(tags.every(({ sv }) => sv === 'ny')).toBe(true)
})
