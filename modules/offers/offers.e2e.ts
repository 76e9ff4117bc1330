import { barriersOf } from '../../test/accessibility.ts'
import { expect, test } from '../../test/browser-test.ts'
import { minor } from '../../domain/money/money.ts'
import { createOffer } from './offer-repository.server.ts'
import { toSku } from '../../domain/products/sku.ts'
import { customersOfTest, logIn, password } from '../../test/customers.ts'
import { callsTo, demo, hydrated, invoiceOrder, shopperIn } from '../../test/shopper.ts'
import { testActor } from '../../test/test-actor.ts'

const customers = customersOfTest(test)

test('[ACCOUNT-03] [ACCOUNT-04] [ROUTE-05] a personal offer goes into the cart at its price, its quantity locked', async ({
  page,
}) => {
  const shopper = shopperIn(page)
  const customer = await customers().add()
  const { id: productId } = await customers()
    .db.selectFrom('product')
    .select('id')
    .where('sku', '=', toSku(demo.dear))
    .executeTakeFirstOrThrow()
  const to = { accountId: customer.id }
  const terms = { store: 'sv', productId, priceMinor: minor(10_00), quantity: 12, expiresAt: null } as const
  const created = await createOffer(customers().db, testActor, { ...terms, to })
  const id = created.ok ? created.id : 0
  await logIn(page, customer)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/offers?*', async (route) => {
    await held
    await route.fulfill({ status: 500, json: {} })
  })
  await page.goto('/sv/my-account/offers')
  const main = page.getByRole('main')
  await expect(main.getByRole('status')).toContainText('Hämtar')
  release()
  await expect(main.getByRole('alert')).toContainText('Listan kunde inte hämtas')
  await page.unroute('**/api/offers?*')
  await main.getByRole('button', { name: 'Försök igen' }).click()
  await expect(main.getByText('12 st à 10 kr')).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  await main.getByRole('button', { name: /Lägg i varukorgen/ }).click()
  await expect(shopper.cart).toBeVisible()
  await expect(shopper.cart.getByText('Ditt personliga pris')).toBeVisible()
  await expect(shopper.cart.getByRole('textbox').first()).toBeDisabled()
  const { items } = (await shopper.stored()).cart
  expect(items).toEqual([expect.objectContaining({ offer_item_id: id, price: 10, quantity: 12 })])
})

test('[ORDER-05] buying an order again adds what can be had and names the rest', async ({ page }) => {
  const shopper = shopperIn(page)
  await logIn(page, await customers().add())
  const number = await invoiceOrder(page, [
    { sku: demo.dear, quantity: 1 },
    { sku: demo.cheap, quantity: 20 },
    { sku: demo.withUpselling, quantity: 2 },
  ])
  await page.route('**/api/sync-cart?*', async (route) => {
    const response = await route.fetch()
    const lines = (await response.json()) as { sku: string }[]
    // The shop does not sell one of them any more.
    await route.fulfill({ response, json: lines.filter(({ sku }) => sku !== demo.dear) })
  })
  await page.goto(`/sv/my-order/${number}`)
  await hydrated(page)
  const syncs = callsTo(page, 'sync-cart')
  await page.getByRole('button', { name: 'Köp igen' }).click()
  await expect(page.getByText('2 varor ligger i varukorgen')).toBeAttached()
  await expect(page.getByText(/Går inte att köpa just nu: .+/)).toBeAttached()
  const bought = async () => (await shopper.stored()).cart.items.map(({ sku }) => sku).toSorted()
  await expect.poll(bought).toEqual([demo.cheap, demo.withUpselling].toSorted())
  expect(syncs.length).toBeGreaterThan(0)
})

test('a customer sees and downloads their data and deletes the account', async ({ page }) => {
  const customer = await customers().add({ firstName: 'Anna', lastName: 'Berg' })
  await logIn(page, customer)
  await page.goto('/sv/my-account/data')
  await hydrated(page)
  await expect(page.getByText(customer.email)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Ladda ner allt (JSON)' }).click()
  expect((await downloading).suggestedFilename()).toBe('personal-data.json')
  await expect(page.getByText('Ordrar sparas i 7 år')).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  await page.getByLabel('Nuvarande lösenord').fill('fel')
  await page.getByRole('button', { name: 'Ta bort kontot för alltid' }).click()
  await expect(page.getByRole('alert')).toContainText('stämmer inte')
  await page.getByLabel('Nuvarande lösenord').fill(password)
  await page.getByRole('button', { name: 'Ta bort kontot för alltid' }).click()
  await page.waitForURL(/\/(?:sv|no|de|da)$/, { waitUntil: 'commit' })
})
