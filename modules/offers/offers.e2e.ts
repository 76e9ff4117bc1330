import { barriersOf } from '../../test/accessibility.ts'
import { expect, test } from '../../test/browser-test.ts'
import { minor } from '../../domain/money/money.ts'
import { createOffer } from './offer-repository.server.ts'
import { toSku } from '../../domain/products/sku.ts'
import { customersOfTest, logIn } from '../../test/customers.ts'
import { demo, shopperIn } from '../../test/shopper.ts'
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
