/** Addresses that staff leave empty, where names and skus of several products make the same one. */
import { expect, it } from 'vitest'
import type { ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import { toSku } from '../domain/products/sku.ts'
import { testActor } from '../test/test-actor.ts'
import { productEditor } from './edit-product.server.ts'
import { useImportShop } from './import-fixture.test-support.ts'

const shop = useImportShop()

async function save(sku: string, name: string, slug = '') {
  const record: ProductRecord = {
    record: 'product',
    sku,
    type: 'standard',
    categories: [],
    stores: {
      sv: {
        name,
        slug,
        description: name,
        vatPercent: 25,
        prices: [{ q: 1, p: 49 }],
        stock: { available: 1 },
      },
    },
  }
  const current = await productEditor.read(shop.test.db, toSku(sku))
  return productEditor.save(shop.test.db, testActor, {
    record: { ...record },
    expected: current && { ...current },
    may: () => true,
  })
}

const addresses = async () =>
  (await shop.rowsOf('select slug from store_product order by product_id')).map(({ slug }) => slug)

it('repeats the name where another product has the short address', async () => {
  expect(await save('ROD', 'Lampa')).toMatchObject({ ok: true })
  expect(await save('lampa-rod', 'Lampa röd')).toMatchObject({ ok: true })
  expect(await addresses()).toEqual(['lampa-rod', 'lampa-rod-lampa-rod'])
  expect(await save('ROD', 'Lampa')).toMatchObject({ ok: true, outcome: 'unchanged' })
})

it('adds letters that depend on the sku where there is no other form; a given address stays refused', async () => {
  await save('lampa-rod', 'Lampa röd')
  expect(await save('ROD', 'Lampa', 'lampa-rod')).toMatchObject({
    ok: false,
    problems: [{ field: 'slug', code: 'slug_taken' }],
  })
  expect(await save('ROD', 'Lampa')).toMatchObject({ ok: true, outcome: 'created' })
  expect(await addresses()).toEqual(['lampa-rod', expect.stringMatching(/^lampa-rod-[0-9a-f]{8}$/)])
})
