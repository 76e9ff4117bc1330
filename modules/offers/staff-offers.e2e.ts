/** Personal offers in the back office: a segment is filled, and gets an offer that its members see and that ends. */
import { randomUUID } from 'node:crypto'
import { barriersOf } from '../../test/accessibility.ts'
import { signInStaff } from '../../test/admin/admin-page.ts'
import { expect, test } from '../../test/browser-test.ts'
import { customersOfTest } from '../../test/customers.ts'
import { demo } from '../../test/shopper.ts'

const customers = customersOfTest(test)

test('staff fill a segment, offer it a product, and end the offer (ACCOUNT-03)', async ({ page: admin }) => {
  const customer = await customers().add()
  const segment = `verkstad-${randomUUID().slice(0, 8)}`
  const url = await signInStaff(admin, customers().db, 'manager')
  await admin.goto(`${url}/segments`)
  await admin.getByRole('link', { name: 'New segment' }).click()
  await admin.getByLabel('Name').fill(segment)
  await admin.getByLabel('Email addresses of customers').fill('nobody@example.com')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('One of the addresses has no account.')).toBeVisible()
  await admin.getByLabel('Email addresses of customers').fill(customer.email)
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: segment })).toBeVisible()
  await expect(admin.getByText(customer.email)).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])

  await admin.goto(`${url}/offers/new`)
  await admin.getByLabel('Store').last().selectOption('Sverige')
  await admin.getByLabel('Product').fill(demo.dear)
  await admin.getByLabel('Price each').fill('10')
  await admin.getByLabel('Quantity').fill('12')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Fill in either the email address of a customer or a segment.')).toBeVisible()
  await admin.getByLabel('Segment').fill(segment)
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: demo.dear })).toBeVisible()
  await expect(admin.getByText('SEK 10.00').first()).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'End' }).click()
  await expect(admin.getByText(`The offer for ${demo.dear} has ended`)).toBeVisible()

  await admin.goto(`${url}/offers?filter.status=removed`)
  await expect(admin.getByRole('row').filter({ hasText: segment })).toContainText('SEK 10.00')
  expect(await barriersOf(admin)).toEqual([])
})
