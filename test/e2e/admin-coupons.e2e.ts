/** Coupons in the back office: made in a form, simulated through the pricing engine, stopped, and undone. */
import { randomUUID } from 'node:crypto'
import { signInStaff } from '../admin/admin-page.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest } from '../customers.ts'
import { demo } from '../shopper.ts'

const customers = customersOfTest(test)

test('a coupon is made in a form, simulated with its price trace, and undone (COUPON-21)', async ({
  page: admin,
}) => {
  const code = `E2E-${randomUUID().slice(0, 8).toUpperCase()}`
  const url = await signInStaff(admin, customers().db, 'manager')
  await admin.goto(`${url}/coupons`)
  expect(await barriersOf(admin)).toEqual([])
  await admin.keyboard.press('n')
  await admin.getByRole('textbox', { name: 'Code', exact: true }).fill(code)
  await admin.getByRole('combobox', { name: 'Discount' }).selectOption('Buy some, get some')
  await expect(admin.getByText('The cheapest ones are chosen.')).toBeVisible()
  await admin.getByLabel('Units to buy').fill('2')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('A whole number from 1')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByLabel('Units reduced').fill('1')
  await admin.getByLabel('These units are free of charge').check()
  await admin.getByLabel('Bought: these products').fill(demo.dear)
  await admin.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(admin.getByRole('heading', { level: 1, name: code })).toBeVisible()
  await expect(admin.getByText('Coupon created')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])

  await admin.getByRole('link', { name: 'Coupon simulator' }).click()
  await admin.getByLabel('Item number, line 1').fill(demo.dear)
  await admin.getByLabel('Quantity, line 1').fill('2')
  await admin.getByRole('button', { name: 'Calculate' }).click()
  await expect(
    admin.getByText('It does not apply to these goods.').or(admin.getByText('Applied')),
  ).toBeVisible()
  await admin.getByLabel('Quantity, line 1').fill('3')
  await admin.getByRole('button', { name: 'Calculate' }).click()
  await expect(admin.getByText('Applied')).toBeVisible()
  await expect(admin.getByText(`Coupon ${code}`)).toBeVisible()
  await expect(admin.getByText('Sum, VAT included')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])

  await admin.goBack()
  await admin.getByRole('button', { name: 'Stop' }).click()
  await expect(admin.getByText('Stopped', { exact: true })).toBeVisible()
  await admin.getByRole('button', { name: 'Undo' }).first().click()
  await expect(admin.getByText('Valid', { exact: true })).toBeVisible()
  await admin.getByRole('link', { name: 'Coupons' }).first().click()
  await expect(admin.getByRole('rowheader', { name: code })).toBeVisible()
})
