import type { Page } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import { customersOfTest, loginPanel, logIn } from '../customers.ts'
import { deliverOrder } from '../delivered-order.ts'
import { hydrated, demo, field, invoiceOrder, people, shopperIn } from '../shopper.ts'

const customers = customersOfTest(test)

/** A product that alone reaches the minimum order, with its discount category and price. */
async function dearProduct(page: Page) {
  const product = await shopperIn(page).product(demo.dear)
  return { ...product, category: product.discount_category!, price: product.prices.n[0]!.p }
}

test('[COUPON-19] [ROLE-05] [ORDER-01] [ORDER-02] a customer discount is on the card, in the cart and on the order', async ({
  page,
}) => {
  const product = await dearProduct(page)
  const customer = await customers().add({ discounts: { [product.category]: 1000 }, firstName: 'Anna' })
  const lessTen = Math.round(product.price * 0.9)
  await logIn(page, customer)
  await page.goto(`/sv/sokresultat.html?query=${encodeURIComponent(product.name)}`)
  await hydrated(page)
  const card = page.locator(`article[data-sku="${product.sku}"]`)
  await expect(card).toContainText(`${lessTen} kr`)
  await expect(card).toContainText('−10 %')
  const shopper = shopperIn(page)
  await shopper.buy(product.sku)
  await expect(shopper.cart).toContainText('Din kundrabatt −10 %')
  await expect(shopper.cart).toContainText(`${lessTen} kr`)
  await shopper.goToCheckout()
  await expect(field(page, 'email')).toHaveValue(customer.email)
  await expect(field(page, 'firstName')).toHaveValue('Anna')
  await shopper.fillCheckout()
  await shopper.placeOrder()
  const number = await page.locator('[data-order-number]').getAttribute('data-order-number')

  await page.goto('/sv/my-account/orders')
  const entry = page.getByRole('main').getByRole('link', { name: new RegExp(number!) })
  await expect(entry).toContainText('Mottagen')
  const last = page.getByRole('region', { name: 'Senaste ordern' })
  await expect(last.getByRole('link', { name: 'Spåra ordern' })).toHaveAttribute(
    'href',
    `/sv/track-order/${number}`,
  )
  const later = 'Du kan registrera en retur när ordern är levererad, och i 30 dagar efter det.'
  await expect(last.getByRole('link', { name: 'Returnera något' })).toHaveCount(0)
  await expect(last).toContainText(later)
  await expect(last.getByRole('button', { name: 'Köp igen' })).toBeVisible()
  await entry.click()
  await page.waitForURL(`**/sv/my-order/${number}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`)
  const lines = main.getByRole('listitem').filter({ has: page.getByRole('link', { name: product.name }) })
  await expect(lines).toContainText(`1 × ${product.price} kr`)
  await expect(lines).toContainText(`Din kundrabatt −10 %: −${product.price - lessTen} kr${lessTen} kr`)
  for (const text of ['moms', 'Frakt', people.sv.address, 'Faktura', 'Totalt', 'Mottagen'])
    await expect(main).toContainText(text)
  await expect(main.getByRole('link', { name: 'Spåra ordern' })).toHaveAttribute(
    'href',
    `/sv/track-order/${number}`,
  )
  await expect(main.getByRole('link', { name: 'Returnera något' })).toHaveCount(0)
  await expect(main).toContainText(later)

  // Once it is delivered.
  await deliverOrder(customers().db, number!)
  const returnPage = `/sv/my-account/orders/return/${number}`
  for (const [path, part] of [
    [`/sv/my-order/${number}`, main],
    ['/sv/my-account/orders', last],
  ] as const) {
    await page.goto(path)
    await expect(part.getByRole('link', { name: 'Returnera något' })).toHaveAttribute('href', returnPage)
    await expect(part).not.toContainText(later)
  }
})

test('[COUPON-19] [ROLE-05] a customer discount is on every variant of a product, and labelled as the customer’s own', async ({
  page,
}) => {
  await logIn(page, await customers().add({ discounts: { A1: 1000 } }))
  await page.goto('/sv/artiklar/voltara-aa-batteri-power-plus-alkaliskt.html')
  await hydrated(page)
  const main = page.getByRole('main')
  await expect(main.getByText('Din kundrabatt −10 %').first()).toBeVisible()
  await page.mouse.move(10, 10)
  const four = main.getByRole('listitem').getByRole('link', { name: /^4-pack\s?4[49] kr$/ })
  // 49 kr less 10 %.
  await expect(four).toContainText('44 kr')
  // The price per piece is of the price beside it: 49 kr less 10 %, for four.
  await four.click()
  await expect(main.getByText('11,03 kr/st').first()).toBeVisible()
})

test('[AUTH-06] [AUTH-09] [ROLE-06] [ROUTE-11] [ORDER-03] [ORDER-04] [CHROME-05] the login of an order opens that order alone', async ({
  page,
}) => {
  const product = await dearProduct(page)
  const mine = await invoiceOrder(page, [{ sku: product.sku, quantity: 1 }])
  const other = await invoiceOrder(page, [{ sku: product.sku, quantity: 1 }])
  const main = page.getByRole('main')

  expect((await page.goto('/sv/my-order'))?.status()).toBe(200)
  await hydrated(page)
  await main.getByLabel('Ordernummer').fill(mine.toLowerCase())
  await main.getByLabel('E-post').fill('annan@exempel.se')
  await main.getByRole('button', { name: 'Visa ordern' }).click()
  await expect(main.getByRole('alert')).toContainText('hör inte ihop')
  await main.getByLabel('E-post').fill(people.sv.email)
  const info = page.waitForRequest((request) => request.url().includes('/api/order-auth/info'))
  await main.getByRole('button', { name: 'Visa ordern' }).click()
  await info
  await page.waitForURL(`**/sv/my-order/${mine}`)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Order ${mine}`)
  await expect(main).toContainText(product.name)
  const memory = await shopperIn(page).stored()
  expect(memory.auth).toEqual({
    strategy: 'order',
    user: { scope: 'my-order', order_id: mine, discount: {} },
  })

  expect((await page.goto(`/sv/my-order/${other}`))?.status()).toBe(403)
  await expect(main.getByRole('alert')).toHaveText('Du har inte tillgång till den ordern')
  await expect(main).not.toContainText(product.name)
  expect(await page.content()).not.toContain(people.sv.address)

  await page.goto('/sv')
  await hydrated(page)
  await page.getByRole('banner').getByRole('link', { name: 'Mitt konto' }).click()
  await page.waitForURL(`**/sv/my-order/${mine}`)
  await page.goto('/sv/my-order')
  await page.waitForURL(`**/sv/my-order/${mine}`)
  await page.goto('/sv/my-account/orders')
  await page.waitForURL(/\/sv(?:\?login=|$)/)
  await expect(loginPanel(page)).toBeVisible()
})

test('an open checkout is assigned to the customer who logs in there', async ({ page }) => {
  const product = await dearProduct(page)
  const customer = await customers().add({ discounts: { [product.category]: 1000 }, city: 'Luleå' })
  const shopper = shopperIn(page)
  await shopper.startInCheckoutWith(product.sku)
  await page
    .getByRole('main')
    .getByRole('link', { name: /logga in/i })
    .click()
  const panel = loginPanel(page)
  await panel.getByLabel('E-post').fill(customer.email)
  await panel.getByLabel('Lösenord').fill('rätt häst batteri')
  await Promise.all([page.waitForEvent('load'), panel.getByRole('button', { name: 'Logga in' }).click()])
  await expect(field(page, 'city')).toHaveValue('Luleå')
  await expect(page.getByRole('main')).toContainText('Din kundrabatt −10 %')
})
