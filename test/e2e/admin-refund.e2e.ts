/** A refund above the limit of the store takes two people. */
import { sql } from 'kysely'
import { signInStaff } from '../admin/admin-page.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest } from '../customers.ts'
import { demo, invoiceOrder } from '../shopper.ts'

const customers = customersOfTest(test)

test('one person asks for a refund above the limit of the store, and another one approves it', async ({
  page: admin,
}) => {
  const number = await invoiceOrder(admin, [{ sku: demo.dear, quantity: 20 }])
  const url = await signInStaff(admin, customers().db, 'manager')
  await admin.goto(`${url}/orders/${number}/ship`)
  const ship = admin.getByRole('dialog', { name: 'Ship', exact: true })
  await ship.getByLabel('Tracking number').fill(`DEAR-${number}`)
  await ship.getByRole('button', { name: 'Ship everything that is left' }).click()
  await expect(ship).toBeHidden()
  await expect(admin.getByText(`DEAR-${number}`).first()).toBeVisible()

  await admin.goto(`${url}/orders/${number}/refund`)
  const refund = admin.getByRole('dialog', { name: 'Refund', exact: true })
  await refund.getByLabel('Everything that is left').check()
  await expect(refund.getByText('This is more than one person may refund.')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await refund.getByRole('button', { name: /^Ask for approval of / }).click()
  await expect(refund).toBeHidden()
  await expect(admin.getByText('You asked for it: another person has to approve it.')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Approve and refund' })).toHaveCount(0)

  await signInStaff(admin, customers().db, 'service')
  await admin.goto(`${url}/orders?filter.refund_requested=yes&q=${number}`)
  await admin.getByRole('table').getByRole('link', { name: number }).click()
  await expect(admin.getByRole('button', { name: 'Approve and refund' })).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Approve and refund' }).click()
  await expect(admin.getByText('The refund is booked')).toBeVisible()
  await expect(admin.getByText(/^Approved by /)).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Approve and refund' })).toHaveCount(0)
  const { rows } = await sql<{ refunded: number; total: number }>`
    select a.refunded_minor as refunded, a.captured_minor as total
    from payment_attempt a join orders o on o.id = a.order_id where o.number = ${number}`.execute(
    customers().db,
  )
  expect(rows[0]!.refunded).toBeGreaterThan(500_000)
  expect(rows[0]!.refunded).toBe(rows[0]!.total)
})

test('the dialogs offer the units that are left: what was not shipped is cancelled, and nothing else is shipped', async ({
  page: admin,
}) => {
  const number = await invoiceOrder(admin, [{ sku: demo.dear, quantity: 4 }])
  const url = await signInStaff(admin, customers().db, 'manager')
  const open = async (action: 'ship' | 'refund', name: string) => {
    await admin.goto(`${url}/orders/${number}/${action}`)
    return admin.getByRole('dialog', { name, exact: true })
  }
  const first = await open('ship', 'Ship')
  await first.getByRole('spinbutton').fill('1')
  await first.getByLabel('Tracking number').fill(`PART-${number}`)
  await first.getByRole('button', { name: 'Ship a part' }).click()
  await expect(first).toBeHidden()

  const refund = await open('refund', 'Refund')
  const units = refund.getByRole('spinbutton', { name: /^Units, / })
  // A goodwill refund does not say which units are meant.
  await refund.getByLabel('Reason').selectOption({ label: 'Goodwill' })
  await expect(units).toBeDisabled()
  await refund.getByLabel('Reason').selectOption({ label: 'Complaint' })
  await expect(units).toHaveAttribute('max', '1')
  await refund.getByLabel('Reason').selectOption({ label: 'Not delivered' })
  await expect(refund.getByLabel('Which units')).toHaveValue('open')
  await expect(units).toHaveAttribute('max', '3')
  await units.fill('2')
  await expect(refund.getByText('Not charged')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await refund.getByRole('button', { name: /^Refund / }).click()
  await expect(refund).toBeHidden()
  await expect(admin.getByText('1 to ship')).toBeVisible()
  await expect(admin.getByText('2 cancelled')).toBeVisible()
  // The page says that no money was paid out.
  await expect(admin.getByText(/^Not charged: SEK\s598\.00$/)).toBeVisible()

  const rest = await open('ship', 'Ship')
  await expect(rest.getByRole('spinbutton')).toHaveAttribute('max', '1')
})
