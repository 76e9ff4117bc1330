import type { Page } from '@playwright/test'
import { expect, test } from '../../test/browser-test.ts'
import { hydrated } from '../../test/shopper.ts'

test('[CARD-11] an e-mail address for a back-in-stock notice is sent with the sku and confirmed', async ({
  page,
}) => {
  const { slug, sku } = await someNotifyable(page)
  const posts: unknown[] = []
  page.on(
    'request',
    (request) =>
      void (request.url().includes('/api/stock-notifications') && posts.push(request.postDataJSON())),
  )
  await page.goto(`/sv/artiklar/${slug}.html`)
  await hydrated(page)
  await page.mouse.move(10, 10)
  const main = page.getByRole('main')
  await main
    .getByRole('button', { name: /^Bevaka (?!priset)/ })
    .first()
    .click()
  await main.getByLabel('E-postadress').fill('ada@example.com')
  await main.getByLabel('E-postadress').press('Enter')
  await expect(main.getByRole('group', { name: 'mejl' })).toBeFocused()
  expect(posts).toEqual([{ sku, email: 'ada@example.com' }])
})

/** A product without variants that is out of stock and will be restocked. */
async function someNotifyable(page: Page): Promise<{ slug: string; sku: string }> {
  const query = 'locale=sv&sid=7'
  const tree = await page.request.get(`/api/product-categories?${query}&v=2&main_menu=true`)
  for (const { path } of (await tree.json()) as { path: string }[]) {
    for (let number = 1; number < 8; number++) {
      const answer = await page.request.get(`/api/products?${query}&category=${path}&page=${number}`)
      const { products } = (await answer.json()) as {
        products: { slug: string; sku: string; notifyable: boolean; variations: unknown[] }[]
      }
      const found = products.find(({ notifyable, variations }) => notifyable && variations.length === 0)
      if (found) return found
      if (products.length < 24) break
    }
  }
  throw new Error('every product can be bought')
}
