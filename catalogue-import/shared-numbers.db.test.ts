/** Variants of a product that share a number keep theirs, whatever else a later file holds. */
import { expect, it } from 'vitest'
import { useImportShop } from './import-fixture.test-support.ts'

const shop = useImportShop()

const shopify = (...lines: string[]) =>
  [
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Price',
    ...lines,
    '',
  ].join('\n')
const skus = async () =>
  ((await shop.rowsOf('select sku from product order by sku')) as { sku: string }[]).map(({ sku }) => sku)

it('a variant that is left of those that shared a number is the same product', async () => {
  await shop.importBytes(shopify('sko,Sko,Storlek,36,S-1,,100', 'sko,,,37,S-1,,100'), 'sv')
  const before = await skus()
  expect(before).toEqual(expect.arrayContaining(['S-1-36', 'S-1-37']))
  const reordered = shopify('sko,Sko,Storlek,37,S-1,,100', 'sko,,,36,S-1,,100')
  expect(await shop.importBytes(reordered, 'sv')).toMatchObject({ created: 0 })
  const left = shopify('sko,Sko,Storlek,37,s-1,,120')
  expect(await shop.importBytes(left, 'sv')).toMatchObject({ created: 0, changed: 1, refused: 0 })
  expect(await skus()).toEqual(before)
})

it('a variant with a number of its own has it, also where another product has the number with its choice', async () => {
  await shop.importBytes(
    shopify('a,A,Title,Default Title,S-1,,100', 'b,B,Title,Default Title,S-1-36,,100'),
    'sv',
  )
  await shop.importBytes(shopify('a,A,Storlek,36,S-1,,120'), 'sv')
  expect(
    await shop.rowsOf(
      'select sku, price_minor from price_tier t join product p on p.id = t.product_id order by sku',
    ),
  ).toMatchObject([
    { sku: 'S-1', price_minor: 12000 },
    { sku: 'S-1-36', price_minor: 10000 },
  ])
})
