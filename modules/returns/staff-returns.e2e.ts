/** Returns and withdrawals in the back office, from the buyer's request to the money or the reason. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { moveOrder } from '../../domain/orders/move-order.server.ts'
import { stores } from '../../domain/stores/stores.ts'
import { barriersOf } from '../../test/accessibility.ts'
import { signInStaff } from '../../test/admin/admin-page.ts'
import { expect, test } from '../../test/browser-test.ts'
import { invoiceProviders } from '../../test/composition.ts'
import { customersOfTest } from '../../test/customers.ts'
import { demo, invoiceOrder } from '../../test/shopper.ts'
import { testActor } from '../../test/test-actor.ts'

const customers = customersOfTest(test)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Calls the shop's API as the browser's customer. */
async function call<Answer>(page: Page, path: string, data: object, token?: string): Promise<Answer> {
  const answer = await page.request.post(`/api/${path}?locale=sv&sid=${stores.sv.storeId}`, {
    data,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** A delivered order of three units of one product. */
async function delivered(page: Page) {
  const email = `kund-${randomUUID()}@exempel.se`
  const number = await invoiceOrder(page, [{ sku: demo.dear, quantity: 3 }], { email })
  const { db } = customers()
  const clock = Date.now
  const services = {
    db,
    clock,
    providers: invoiceProviders({ db, clock }),
    jobs: { enqueue: async () => {} },
  }
  await shipOrder(services, testActor, { number, trackingNumber: `BACK-${number}` })
  await moveOrder(services, testActor, number, 'delivered')
  return { number, email }
}

/** Registers a return of units of a delivered order, as its buyer does. */
async function returned(page: Page, units: number): Promise<string> {
  const { number, email } = await delivered(page)
  const login = { order_id: number, email }
  const { access_token: token } = await call<{ access_token: string }>(page, 'order-auth/login', login)
  const items = [{ sku: demo.dear, quantity: units, reason: 'changed_mind' }]
  const body = { items, comment: 'För stor' }
  return (await call<{ id: string }>(page, `orders/${number}/returns`, body, token)).id
}

test('a return is received, inspected and partly refunded, and another one is rejected with a reason', async ({
  page: admin,
}) => {
  const id = await returned(admin, 2)
  const lost = await returned(admin, 1)
  const url = await signInStaff(admin, customers().db, 'owner')
  await admin.goto(`${url}/returns?q=${id.split('-')[0]}`)
  await expect(heading(admin, 'Returns')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('rowheader').getByRole('link', { name: id }).click()
  await expect(heading(admin, id)).toBeVisible()
  await expect(admin.getByText('För stor')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])

  const step = async (name: string, status: string) => {
    await admin.getByRole('button', { name, exact: true }).click()
    const dialog = admin.getByRole('dialog', { name: `${name}: ${id}` })
    expect(await barriersOf(admin)).toEqual([])
    await dialog.getByRole('button', { name, exact: true }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(admin.getByRole('main').getByText(status, { exact: true }).first()).toBeVisible()
  }
  await step('Receive', 'Received')
  await step('Inspect', 'Inspected')

  // Two of three units are refunded; the delivery is refunded with them when staff say so.
  await admin.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = admin.getByRole('dialog', { name: `Refund: ${id}` })
  const preview = refund.getByRole('status')
  // The invoice of the order is not paid.
  await expect(preview).toHaveText(/is taken off the unpaid invoice; it is not paid out\.$/)
  const withoutDelivery = await preview.innerText()
  await refund.getByRole('checkbox', { name: 'Refund the delivery too' }).check()
  await expect(preview).not.toHaveText(withoutDelivery)
  expect(await barriersOf(admin)).toEqual([])
  await refund.getByRole('checkbox', { name: 'Refund the delivery too' }).uncheck()
  await expect(preview).toHaveText(withoutDelivery)
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(refund).toBeHidden()
  await expect(admin.getByText('Return refunded')).toBeVisible()
  await expect(admin.getByText('Return received')).toBeVisible()
  await admin.getByRole('link', { name: id.split('-')[0]! }).click()
  await expect(admin.getByText(`Return ${id}`).first()).toBeVisible()

  await admin.goto(`${url}/returns/${lost}`)
  await admin.getByRole('button', { name: 'Reject', exact: true }).click()
  const reject = admin.getByRole('dialog', { name: `Reject: ${lost}` })
  await reject.getByLabel('Reason').fill('Paketet kom aldrig fram.')
  expect(await barriersOf(admin)).toEqual([])
  await reject.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(reject).toBeHidden()
  await expect(admin.getByText('Paketet kom aldrig fram.').first()).toBeVisible()
  await expect(admin.getByText('Return rejected')).toBeVisible()
})

test('a withdrawal is refunded and closed, and another one is found its order and rejected', async ({
  page: admin,
}) => {
  const order = await delivered(admin)
  const other = await delivered(admin)
  const declare = (orderNumber: string, email: string) =>
    call(admin, 'withdrawals', {
      key: randomUUID(),
      order_number: orderNumber,
      name: 'Anna Åberg',
      email,
      items: [{ sku: demo.dear, quantity: 1 }],
    })
  await declare(order.number, order.email)
  await declare(`${other.number}7`, other.email)
  const url = await signInStaff(admin, customers().db, 'owner')
  await admin.goto(`${url}/withdrawals?q=${order.email}&filter.open=yes`)
  await expect(heading(admin, 'Withdrawals')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])

  const close = admin.getByRole('dialog', { name: 'Close', exact: true })
  const dialogButton = (name: string) => ({ name, exact: true })
  const choose = async (name: string) => {
    await admin.getByRole('button', { name: 'More actions' }).press('Enter')
    await admin.getByRole('menuitem', dialogButton(name)).press('Enter')
  }
  await choose('Goods are back')
  await expect(admin.getByText('The withdrawal is updated')).toBeVisible()
  await choose('Close')
  await close.locator('form').getByRole('button', dialogButton('Close')).click()
  await expect(close.getByRole('alert')).toContainText('Nothing has been refunded for it.')
  await expect(close.getByLabel('Why it is closed without a refund')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.keyboard.press('Escape')
  await admin.getByRole('link', { name: 'Refund', exact: true }).click()
  const refund = admin.getByRole('dialog', { name: 'Refund', exact: true })
  await expect(refund.getByRole('spinbutton', { name: /^Units, / })).toHaveValue('1')
  await expect(refund.getByLabel('Reason')).toHaveValue('withdrawal')
  expect(await barriersOf(admin)).toEqual([])
  await refund.getByRole('button', { name: /^Refund SEK/ }).click()
  // The refund ends the withdrawal that it pays.
  await expect(heading(admin, 'Withdrawals')).toBeVisible()
  await expect(admin.getByText('Nothing matches')).toBeVisible()

  await admin.goto(`${url}/withdrawals?q=${other.email}`)
  await expect(admin.getByText(`Not found: ${other.number}7`)).toBeVisible()
  await admin.getByRole('button', dialogButton('Find the order')).click()
  const match = admin.getByRole('dialog', { name: 'Find the order' })
  await match.getByLabel('Order number').fill(other.number)
  expect(await barriersOf(admin)).toEqual([])
  await match.getByLabel('Order number').press('Enter')
  await expect(match).toBeHidden()
  await expect(admin.getByRole('link', { name: other.number })).toBeVisible()
  await choose('Reject')
  const reject = admin.getByRole('dialog', { name: 'Reject', exact: true })
  await reject.getByLabel('Reason').fill('Plomben är bruten.')
  expect(await barriersOf(admin)).toEqual([])
  await reject.getByRole('button', dialogButton('Reject')).click()
  await expect(reject).toBeHidden()
  await admin.goto(`${url}/orders/${other.number}`)
  await expect(admin.getByText('Rejected: Plomben är bruten.')).toBeVisible()
})

test('To do counts in the store that is chosen', async ({ page: admin }) => {
  const { email } = await delivered(admin)
  await call(admin, 'withdrawals', { key: randomUUID(), order_number: 'S0', name: 'Anna Åberg', email })
  const url = await signInStaff(admin, customers().db, 'owner')
  await admin.goto(url)
  const tasks = admin.getByRole('region', { name: 'Returns and withdrawals' })
  await expect(tasks.getByRole('link', { name: /^Open withdrawals/ })).toBeVisible()
  await admin.getByRole('button', { name: /^Store:/ }).click()
  await admin.getByRole('menuitemradio', { name: 'Sverige' }).click()
  await expect(admin).toHaveURL(/[?]filter[.]store=sv$/)
  await expect(tasks.getByRole('link', { name: /^Open withdrawals/ })).toHaveAttribute(
    'href',
    /filter.store=sv/,
  )
  expect(await barriersOf(admin)).toEqual([])
})
