/** Scheduled imports as staff set them up. */
import { barriersOf } from '../../test/accessibility.ts'
import { signInStaff } from '../../test/admin/admin-page.ts'
import { expect, test } from '../../test/browser-test.ts'
import { customersOfTest } from '../../test/customers.ts'

const customers = customersOfTest(test)

test('a scheduled import is added, changed without its password, and removed', async ({ page: admin }) => {
  const url = await signInStaff(admin, customers().db, 'owner')
  await admin.goto(`${url}/scheduled-imports`)
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('link', { name: 'New scheduled import' }).click()
  await admin.getByLabel('Name', { exact: true }).fill('Nordlager, prices')
  await admin.getByLabel('Store', { exact: true }).selectOption('sv')
  const address = admin.getByLabel('Address of the file (https)')
  // Nothing outside is asked by a test: the shop refuses this address when it fetches.
  await address.fill('http://127.0.0.1/prices.csv')
  await admin.getByLabel('User at the host').fill('anode')
  await admin.getByLabel('Password at the host; empty keeps the stored one').fill('hemligt')
  await expect(admin.getByLabel('Every … hours')).toHaveValue('24')
  await admin.getByLabel('Report by mail').selectOption('never')
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('alert')).toContainText('must begin with https://')
  await address.fill('https://127.0.0.1:8444/prices.csv')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Nordlager, prices' })).toBeVisible()
  await expect(admin.getByText('hemligt')).toBeHidden()
  expect(await barriersOf(admin)).toEqual([])

  await expect(admin.getByLabel('Password at the host; empty keeps the stored one')).toHaveValue('')
  await admin.getByLabel('Every … hours').fill('6')
  await admin.getByLabel('Active', { exact: true }).uncheck()
  await admin.getByRole('button', { name: 'Save' }).click()
  // Saved: one that is not active cannot be run.
  await expect(admin.getByRole('button', { name: 'Import now' })).toBeHidden()

  await admin.getByRole('button', { name: 'Remove' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Scheduled imports' })).toBeVisible()
  await expect(admin.getByText('Nordlager, prices')).toBeHidden()
})
