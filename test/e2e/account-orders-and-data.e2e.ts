import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest, logIn, password } from '../customers.ts'
import { callsTo, demo, hydrated, invoiceOrder, shopperIn } from '../shopper.ts'

const customers = customersOfTest(test)

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
