/** Redirects from the addresses of products in a former shop to their pages here. */
import { expect, it } from 'vitest'
import { openContent } from '../domain/content/content-store.server.ts'
import { addRedirect } from '../domain/redirects/redirect-repository.server.ts'
import { testActor } from '../test/test-actor.ts'
import { useImportShop } from './import-fixture.test-support.ts'

const shop = useImportShop()

const shopify = (...lines: string[]) =>
  [
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Price',
    ...lines,
    '',
  ].join('\n')
const stored = () => shop.rowsOf('select path, target from redirect order by path')

it('of Shopify lead to the first choice of each product, also below collections; an import again adds none', async () => {
  const file = shopify(
    'CR2032,Knappcell,Pack,2 st,C-2,,29.00',
    'CR2032,,,5 st,C-5,,59.00',
    'aa,Batteri AA,Title,Default Title,A-1,,49.00',
    'bad,Batteri C,Title,Default Title,B-1,,much',
  )
  expect(await shop.importBytes(file, 'sv', { dryRun: true, batchSize: 1 })).toMatchObject({ redirects: 2 })
  expect(await stored()).toEqual([])
  const result = await shop.importBytes(file, 'sv', { batchSize: 1 })
  expect(result).toMatchObject({ created: 3, refused: 1, redirects: 2 })
  const [{ slug }] = (await shop.rowsOf(
    "select slug from store_product s join product p on p.id = s.product_id where p.sku = 'C-2'",
  )) as [{ slug: string }]
  expect(await stored()).toEqual([
    { path: '/products/aa', target: expect.stringMatching(/^\/sv\/artiklar\/.*\.html$/) },
    { path: '/products/cr2032', target: `/sv/artiklar/${slug}.html` },
  ])
  const { content } = await openContent(shop.test.db)
  const page = `/sv/artiklar/${slug}.html`
  expect(content.redirect('sv', '/products/CR2032?variant=1')).toBe(page)
  expect(content.redirect('sv', '/collections/knappceller/products/cr2032')).toBe(page)
  expect(content.redirect('sv', '/products/bad')).toBeNull()
  expect(await shop.importBytes(file, 'sv')).toMatchObject({ created: 0, changed: 0, redirects: 0 })
  const entries = await shop.rowsOf(
    `select actor_kind, after from audit_entry where action = 'catalogue.import' and after ? 'redirects' order by id`,
  )
  expect(entries).toEqual(
    [1, 2].map(() => ({ actor_kind: testActor.kind, after: { created: 1, changed: 0, redirects: 1 } })),
  )
})

it('leave a redirect that exists as it is', async () => {
  const services = { db: shop.test.db, clock: Date.now, publicUrl: 'https://shop.example' }
  await addRedirect(services, testActor, { store: 'sv', from: '/products/aa', to: '/sv/about' })
  const file = shopify('aa,Batteri AA,Title,Default Title,A-1,,49.00')
  expect(await shop.importBytes(file, 'sv')).toMatchObject({ created: 1, redirects: 0 })
  expect(await stored()).toEqual([{ path: '/products/aa', target: '/sv/about' }])
})

it('are made for a product that an earlier import brought without them', async () => {
  const file = shopify('aa,Batteri AA,Title,Default Title,A-1,,49.00')
  await shop.importBytes(file, 'sv')
  await shop.rowsOf('delete from redirect')
  expect(await shop.importBytes(file, 'sv')).toMatchObject({ unchanged: 1, redirects: 1 })
})
