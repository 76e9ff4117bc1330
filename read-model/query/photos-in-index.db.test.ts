import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { smallCatalogue } from '../../test/small-catalogue.ts'
import { createPictureOriginals } from '../../domain/pictures/picture-originals.server.ts'
import type { Database } from '../../server/database/database.ts'
import { openCatalogueIndex } from '../catalogue-index.server.ts'
import { toSku } from '../../domain/products/sku.ts'

/** A small catalogue in a database and an index of its own; `tags` are what changed. */
async function smallIndex(cleanup: AsyncDisposableStack) {
  const test = await testDatabase()
  const ids = await smallCatalogue(test.db)
  const dataDir = await mkdtemp(join(tmpdir(), 'anode-photos-'))
  const tags: string[] = []
  const index = openCatalogueIndex({
    dataDir,
    databaseUrl: test.url,
    log: { info: () => {}, warn: () => {} },
    onChange: (changed) => tags.push(...changed),
  })
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }))
  cleanup.defer(() => test.drop())
  cleanup.defer(() => index.close())
  await index.ready
  const card = (sku: string) => index.catalogue.productsBySku('sv', [toSku(sku)])[0]
  return { test, ids, index, tags, card }
}

const variantsOf = async (db: Database, parent: number) =>
  (
    await sql<{
      id: number
      sku: string
    }>`select id, sku from product where variant_of = ${parent} order by id`.execute(db)
  ).rows

it('a product shows its drawing until a photo is stored, and then shows its photos', async () => {
  await using cleanup = new AsyncDisposableStack()
  const { test, ids, index, tags, card } = await smallIndex(cleanup)
  const drawn = card('NC-AA4')!.thumb!.key
  const source = 'https://pictures.example/aa.jpg'
  await sql`insert into product_image values (${ids['NC-AA4']!}, 5, 1, ${source}, '{"sv":"Fyra batterier"}'),
    (${ids['NC-AA4']!}, 5, 2, ${`${source}?side`}, '{}')`.execute(test.db)
  await index.refresh()
  expect(card('NC-AA4')!.thumb!.key).toBe(drawn)
  tags.length = 0
  const originals = createPictureOriginals(test.db)
  for (const [suffix, digit] of [
    ['', 'a'],
    ['?side', 'b'],
  ] as const) {
    const sha256 = digit.repeat(64)
    await originals.write({
      ok: true,
      sha256,
      format: 'jpeg',
      width: 9,
      height: 9,
      bytes: Buffer.from(digit),
    })
    await sql`update picture_source set sha256 = ${Buffer.from(sha256, 'hex')} where source = ${source + suffix}`.execute(
      test.db,
    )
  }
  await index.refresh()
  expect(tags).toContain(`product:${ids['NC-AA4']}`)
  const { thumb, hover_thumb } = card('NC-AA4')!
  expect(thumb!.alt).toBe('Fyra batterier')
  expect(index.catalogue.pictureSource(thumb!.key)).toBe(`picture:${'a'.repeat(64)}`)
  expect(index.catalogue.pictureSource(hover_thumb!.key)).toBe(`picture:${'b'.repeat(64)}`)
  const answer = index.catalogue.product('sv', 'nc-aa4')
  if (!answer || !('product' in answer)) throw new Error('no product')
  expect(answer.product.images[4]!.map(({ key, alt }) => [key, alt])).toEqual([
    [thumb!.key, 'Fyra batterier'],
    [hover_thumb!.key, 'Ängsbatteri AA 4-pack'],
  ])
  expect(answer.product.images[3]!.map(({ key }) => key)).toEqual([thumb!.key])
})

it('a product with choices shows the pictures of its first variant that has some, until it has its own', async () => {
  await using cleanup = new AsyncDisposableStack()
  const { test, ids, index, card } = await smallIndex(cleanup)
  const [bare, pictured] = await variantsOf(test.db, ids['KV-CABLE']!)
  await sql`delete from product_image where product_id in (${ids['KV-CABLE']!}, ${bare!.id})`.execute(test.db)
  await index.refresh()
  const shown = card(pictured!.sku)!.thumb!.key
  expect(card('KV-CABLE')!.thumb!.key).toBe(shown)
  expect(card(bare!.sku)!.thumb).toBeNull()
  const answer = index.catalogue.product('sv', 'kv-cable')
  if (!answer || !('product' in answer)) throw new Error('no product')
  expect(answer.product.images[3]!.map(({ key }) => key)).toEqual([shown])
  await sql`insert into product_image values (${ids['KV-CABLE']!}, 3, 1, 'drawing:cell?sku=own', '{}')`.execute(
    test.db,
  )
  await index.refresh()
  expect(index.catalogue.pictureSource(card('KV-CABLE')!.thumb!.key)).toBe('drawing:cell?sku=own')
})
