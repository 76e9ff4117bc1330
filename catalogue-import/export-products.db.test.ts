import { describe, expect, it } from 'vitest'
import { link, mixed, tsv, useImportShop } from './import-fixture.test-support.ts'
import { loadDemoCatalogue } from '../demo/load-demo-catalogue.server.ts'
import { testActor } from '../test/test-actor.ts'

const shop = useImportShop()

describe('exporting', () => {
  it('writes a feed that recreates the catalogue, and is identical the second time', async () => {
    await shop.importBytes(tsv(mixed), 'sv')
    const first = await shop.exported({ format: 'tsv', store: 'sv', productLink: link })
    const before = await shop.contents()
    await shop.moveToEmptyShop()
    expect(await shop.importBytes(first, 'sv')).toMatchObject({ created: 5, refused: 0 })
    expect(await shop.contents()).toEqual(before)
    expect(await shop.exported({ format: 'tsv', store: 'sv', productLink: link })).toBe(first)
  })

  it('writes NDJSON of everything in all stores', async () => {
    await loadDemoCatalogue(shop.test.db, testActor, new Date('2026-11-20T10:00:00Z'))
    await shop.importBytes(tsv(mixed), 'sv')
    const first = await shop.exported({ format: 'ndjson' })
    for (const store of ['sv', 'no', 'de', 'da'] as const) {
      const feed = await shop.exported({ format: 'tsv', store, productLink: link })
      expect(await shop.importBytes(feed, store), store).toMatchObject({ created: 0, changed: 0, refused: 0 })
    }
    await shop.moveToEmptyShop()
    expect(await shop.importBytes(first)).toMatchObject({ refused: 0, repaired: 0, changed: 0 })
    expect(await shop.exported({ format: 'ndjson' })).toBe(first)
  }, 120_000)
})
