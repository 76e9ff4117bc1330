import { afterAll, beforeAll, expect, it } from 'vitest'
import { links } from '../../app/links.ts'
import type { ProductCard } from '../../contract/catalogue.ts'
import { addPhoto, removePhoto } from '../../domain/catalogue/product-photos.server.ts'
import { photo } from '../../domain/pictures/photo-fixture.test-support.ts'
import { pictureUrl } from '../../domain/pictures/picture-address.ts'
import { pictureKey } from '../../domain/pictures/picture-key.ts'
import { inspectPicture } from '../../domain/pictures/inspect-picture.server.ts'
import { originalSource } from '../../domain/pictures/picture-source.ts'
import { createDatabase, type Database } from '../../server/database/database.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/embedded-postgres/embedded-postgres.ts'
import { baseUrl, serverDataDir } from '../base-url.ts'
import { ask, someProduct } from './shop-client.ts'
import { testActor } from '../test-actor.ts'
import { toSku } from '../../domain/products/sku.ts'

let postgres: EmbeddedPostgres
let db: Database
let product: ProductCard
beforeAll(async () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  postgres = await startEmbeddedPostgres({ dataDir: serverDataDir(), log })
  db = createDatabase(postgres.url, { log, max: 2 })
  product = await someProduct(baseUrl(), 'da')
})
afterAll(async () => {
  await db.destroy()
  await postgres.stop()
})

const page = async (path: string) => (await ask(baseUrl(), path)).text

it('a photo replaces the drawing on the page, its card, og:image and structured data, until it is removed', async () => {
  const path = links.product('da', product.slug)
  const listing = links.category('da', product.categories.find(({ main }) => main)!.path)
  const bytes = await photo('#123456', { width: 300, height: 900 }).jpeg().toBuffer()
  const inspected = await inspectPicture(bytes)
  if (!inspected.ok) throw new Error(inspected.code)
  const key = pictureKey(originalSource(inspected.sha256))
  for (const address of [path, listing]) expect(await page(address)).not.toContain(key)
  const added = await addPhoto(db, testActor, bytes, {
    sku: toSku(product.sku),
    alt: { da: 'Et batteri forfra' },
  })
  expect(added).toMatchObject({ ok: true })
  await expect.poll(() => page(path), { timeout: 20_000, interval: 25 }).toContain(key)
  await expect.poll(() => page(listing), { timeout: 20_000, interval: 25 }).toContain(key)
  const shown = await page(path)
  const large = baseUrl() + pictureUrl(key, 800, 'webp')
  expect(shown).toContain(`<meta property="og:image" content="${large}"`)
  expect(shown).toContain(`"image":["${large}"]`)
  expect(shown).toContain('alt="Et batteri forfra"')
  const picture = await fetch(baseUrl() + pictureUrl(key, 320, 'avif'))
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/avif'])
  expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  await picture.arrayBuffer()
  await removePhoto(db, testActor, toSku(product.sku), 1)
  await expect.poll(() => page(path), { timeout: 20_000, interval: 25 }).not.toContain(key)
  expect(await page(path)).toContain(
    `<meta property="og:image" content="${baseUrl()}${pictureUrl(product.thumb!.key, 800, 'webp')}"`,
  )
})
