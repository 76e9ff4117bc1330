/** Coupons in the back office: made in a form, simulated through the pricing engine, stopped, and undone. */
import { randomUUID } from 'node:crypto'
import { changeMeanwhile, signInStaff } from '../admin/admin-page.ts'
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
  const codeField = admin.getByRole('textbox', { name: 'Code', exact: true })
  await admin.getByLabel('Uses in all').fill('0')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(codeField).toBeFocused()
  for (const field of [codeField, admin.getByLabel('Uses in all')])
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  await admin.getByLabel('Uses in all').fill('')
  await codeField.fill(code)
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

  // A colleague saves while the form is open: one field that both changed, and one that each changed alone.
  const nameField = admin.getByRole('textbox', { name: 'Name in every store' })
  const limitField = admin.getByLabel('Uses in all')
  await nameField.fill('Mine')
  await limitField.fill('7')
  const path = `/admin/api/coupons/${code}`
  const { fields: expected } = await admin.evaluate(
    async (address) => (await (await fetch(address)).json()) as { fields: Record<string, unknown> },
    path,
  )
  const fields = { ...expected, discount_label: 'Theirs', minimum_spend: 10, stores: ['sv'] }
  await changeMeanwhile(admin, 'PUT', path, { fields, expected })
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  const choice = admin.getByRole('alert')
  await expect(choice.getByRole('group')).toHaveCount(1)
  await expect(choice.getByRole('radio', { name: 'Yours Mine' })).toBeChecked()
  await choice.getByRole('radio', { name: 'Stored now Theirs' }).check()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.getByText('The coupon is saved').first()).toBeVisible()
  await expect(choice).toHaveCount(0)
  await expect(nameField).toHaveValue('Theirs')
  await expect(limitField).toHaveValue('7')
  await expect(admin.getByRole('checkbox', { name: 'Sverige' })).toBeChecked()

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
