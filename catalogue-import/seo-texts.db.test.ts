/** Titles and descriptions for search engines, from a file to the head of the page and back. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { toSku } from '../domain/products/sku.ts'
import { openCatalogueIndex } from '../read-model/catalogue-index.server.ts'
import { testActor } from '../test/test-actor.ts'
import { productEditor } from './edit-product.server.ts'
import { link, rowOf, tsv, useImportShop } from './import-fixture.test-support.ts'

const shop = useImportShop()

const seo = { seo_title: 'Köp batterier – Voltara', seo_description: 'Fri frakt över 299 kr.' }

const stored = () =>
  shop.rowsOf(`select p.sku, s.seo_title, s.seo_description
    from store_product s join product p on p.id = s.product_id order by p.sku`)

/** What the heads of pages say in Sweden, by the skus of the products. */
async function heads(...skus: string[]): Promise<unknown[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'anode-heads-'))
  const index = openCatalogueIndex({
    dataDir,
    databaseUrl: shop.test.url,
    log: { info: () => {}, warn: () => {} },
    onChange: () => {},
  })
  try {
    await index.ready
    return skus.map((sku) => {
      const [card] = index.catalogue.productsBySku('sv', [toSku(sku)])
      const answer = index.catalogue.product('sv', card!.slug)
      return answer && 'head' in answer ? answer.head : answer
    })
  } finally {
    await index.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

it('are in the head of the page, come out as a feed and as NDJSON, and go in again as they were', async () => {
  await shop.importBytes(tsv([rowOf(seo), rowOf({ id: 'A-2', title: 'Batteri AAA' })]), 'sv')
  const rows = [
    { sku: 'A-1', ...seo },
    { sku: 'A-2', seo_title: null, seo_description: null },
  ]
  expect(await stored()).toEqual(rows)
  expect(await heads('A-1', 'A-2')).toEqual([{ title: seo.seo_title, description: seo.seo_description }, {}])
  const feed = await shop.exported({ format: 'tsv', store: 'sv', productLink: link })
  const records = await shop.exported({ format: 'ndjson' })
  for (const [file, store] of [[feed, 'sv'] as const, [records, undefined] as const]) {
    expect(await shop.importBytes(file, store)).toMatchObject({ changed: 0, created: 0, refused: 0 })
    await shop.moveToEmptyShop()
    expect(await shop.importBytes(file, store)).toMatchObject({ refused: 0 })
    expect(await stored()).toEqual(rows)
  }
  const publicFeed = await shop.exported({
    format: 'merchant',
    store: 'sv',
    productLink: link,
    pictureLink: (source) => source,
    offers: () => new Map(),
  })
  expect(publicFeed).not.toMatch(/seo_|Köp batterier/)
})

it('stay where a file has no column for them, and go where its cell is empty', async () => {
  await shop.importBytes(tsv([rowOf(seo)]), 'sv')
  const plain = 'id\ttitle\tprice\tavailability\nA-1\tBatteri AA\t49.00 SEK\tin_stock\n'
  await shop.importBytes(plain, 'sv')
  expect(await stored()).toEqual([{ sku: 'A-1', ...seo }])
  const result = await shop.importBytes(tsv([rowOf({ seo_title: seo.seo_title })]), 'sv')
  expect(result.changes).toMatchObject([
    { row: 2, column: 'seo_description', before: seo.seo_description, after: '' },
  ])
  expect(await stored()).toEqual([{ sku: 'A-1', ...seo, seo_description: null }])
})

it('of a product with choices are on its own page; those of its choices have the titles by which they differ', async () => {
  const choice = (id: string, size: string) =>
    rowOf({ id, item_group_id: 'glove', title: 'Handskar', size, ...seo })
  await shop.importBytes(tsv([choice('v-1', 'S'), choice('v-2', 'M')]), 'sv')
  const description = seo.seo_description
  expect(await heads('glove', 'v-1')).toEqual([{ title: seo.seo_title, description }, { description }])
  const parent = await productEditor.read(shop.test.db, toSku('glove'))
  const record = {
    ...parent!,
    stores: { sv: { ...parent!.stores.sv!, seoTitle: 'Handskar | Alla storlekar' } },
  }
  const saved = await productEditor.save(shop.test.db, testActor, {
    record,
    expected: { ...parent! },
    may: () => true,
  })
  expect(saved).toMatchObject({ ok: true, outcome: 'changed' })
  expect(await heads('glove', 'v-1')).toEqual([
    { title: 'Handskar | Alla storlekar', description },
    { title: seo.seo_title, description },
  ])
})
