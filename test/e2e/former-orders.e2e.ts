import { expect, test } from '../browser-test.ts'
import { customersOfTest, logIn } from '../customers.ts'
import { verifyEmail } from '../../domain/accounts/account-repository.server.ts'
import { saveFormerOrders } from '../../domain/former-orders/former-order-repository.server.ts'
import type { FormerOrder } from '../../domain/former-orders/former-order.ts'
import { minor } from '../../domain/money/money.ts'
import { demo, hydrated, shopperIn } from '../shopper.ts'
import { testActor } from '../test-actor.ts'

const customers = customersOfTest(test)

test('[ORDER-01] [ORDER-05] orders of a former shop are below the shop’s own, and what is still sold is bought again', async ({
  page,
}) => {
  const shopper = shopperIn(page)
  const product = await shopper.product(demo.dear)
  const customer = await customers().add({ firstName: 'Anna' })
  const { db } = customers()
  await verifyEmail(db, customer.id, Date.now())
  const order = (number: string, placedAt: string, more: Partial<FormerOrder> = {}): FormerOrder => ({
    number,
    placedAt: new Date(placedAt),
    email: customer.email,
    currency: 'SEK',
    totalMinor: minor(17_600),
    subtotalMinor: null,
    shippingMinor: minor(3_900),
    taxMinor: minor(3_520),
    discountMinor: minor(400),
    discountCode: 'SOMMAR',
    refundedMinor: null,
    payment: 'paid',
    fulfilment: 'fulfilled',
    isCancelled: false,
    lines: [
      {
        sku: product.sku.toLowerCase(),
        name: 'Lampan som den hette då',
        quantity: 2,
        unitMinor: minor(2_900),
      },
      { sku: 'GONE-1', name: 'En vara som inte finns kvar', quantity: 1, unitMinor: null },
    ],
    ...more,
  })
  // Numbers are the store's: another run of this test has its own.
  const [newer, older] = [`#N${customer.id}`, `#O${customer.id}`]
  const orders = [
    order(older, '2025-03-01T10:00:00Z', { payment: 'refunded' }),
    order(newer, '2025-10-26T00:30:00Z'),
  ]
  await saveFormerOrders(db, testActor, { store: 'sv', orders, now: new Date() })

  await logIn(page, customer)
  await page.goto('/sv/my-account')
  await page.getByRole('link', { name: 'Visa ordrarna' }).click()
  await hydrated(page)
  const part = page.getByRole('region', { name: 'Köpt i vår tidigare butik' })
  const entries = part.getByRole('group')
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText(newer)
  await expect(entries.first()).toContainText('26 okt. 2025')
  await expect(entries.first()).toContainText('Skickad')
  await expect(entries.first()).toContainText('176 kr')
  const amounts = await entries.first().locator('dl > div').allInnerTexts()
  // What the file does not say is not shown: here the goods after discounts, and refunds.
  expect(amounts.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    'Rabatt (SOMMAR) −4 kr',
    'Frakt 39 kr',
    'Totalt 176 kr',
    'Varav moms 35,20 kr',
  ])
  await expect(entries.first().getByRole('link')).toHaveText(['Lampan som den hette då'])
  await expect(entries.first()).toContainText('En vara som inte finns kvar')
  await expect(entries.last()).toContainText('Återbetald')
  await expect(entries.last().getByRole('listitem')).toHaveCount(0)
  await entries.last().getByText(older).click()
  await expect(entries.last().getByRole('listitem')).toHaveCount(2)

  await entries.first().getByRole('button', { name: 'Köp igen' }).click()
  await expect(shopper.cart).toContainText(product.name)
  await page.goto('/sv/my-account/orders')
  await part.getByRole('link', { name: 'Lampan som den hette då' }).first().click()
  await page.waitForURL(/artiklar\/.*\.html/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(product.name)
})

test('[ORDER-01] a customer whose address is not confirmed is led to the new password that shows orders of a former shop', async ({
  page,
}) => {
  const customer = await customers().add({ firstName: 'Bo' })
  const order: FormerOrder = {
    number: `#U${customer.id}`,
    placedAt: new Date('2025-03-01T10:00:00Z'),
    // Of somebody else: nothing depends on who has such orders.
    email: `former-${customer.id}@exempel.se`,
    currency: 'SEK',
    totalMinor: minor(17_600),
    subtotalMinor: null,
    shippingMinor: null,
    taxMinor: null,
    discountMinor: null,
    discountCode: null,
    refundedMinor: null,
    payment: 'paid',
    fulfilment: 'fulfilled',
    isCancelled: false,
    lines: [],
  }
  await saveFormerOrders(customers().db, testActor, { store: 'sv', orders: [order], now: new Date() })
  await logIn(page, customer)
  await page.goto('/sv/my-account/orders')
  await expect(page.getByRole('heading', { name: 'Har du handlat i vår tidigare butik?' })).toBeVisible()
  await expect(page.getByText('Du har inte beställt något')).toHaveCount(0)
  await page.getByRole('button', { name: 'Bekräfta adressen' }).click()
  await expect(page.getByRole('heading', { name: 'Nytt lösenord' })).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('E-post')).toHaveValue(customer.email)
})
