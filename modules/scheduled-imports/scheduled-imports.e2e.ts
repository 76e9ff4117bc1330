/** Scheduled imports as staff set them up. */
import { barriersOf } from '../../test/accessibility.ts'
import { signInStaff } from '../../test/admin/admin-page.ts'
import { expect, test } from '../../test/browser-test.ts'
import { customersOfTest } from '../../test/customers.ts'

const customers = customersOfTest(test)

test('a scheduled import is added, changed without its password, and removed', async ({ page: admin }) => {
  const url = await signInStaff(admin, customers().db, 'owner')
  await customers()
    .db.insertInto('import_mapping')
    .values({ name: 'Nordlager 2026', fields: JSON.stringify([]), updated_at: new Date() })
    .execute()
  await admin.goto(`${url}/scheduled-imports`)
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('link', { name: 'New scheduled import' }).click()
  await admin.getByLabel('Name', { exact: true }).fill('Nordlager, prices')
  await admin.getByLabel('Store', { exact: true }).selectOption('sv')
  const address = admin.getByLabel('Address of the file (https or sftp)')
  // Nothing outside is asked by a test: the shop refuses this address when it fetches.
  await address.fill('http://127.0.0.1/prices.csv')
  await admin.getByLabel('User at the host').fill('anode')
  const password = admin.getByLabel('Password at the host; empty keeps the stored one')
  await expect(password).toHaveAttribute('type', 'password')
  await password.fill('hemligt')
  const mapping = admin.getByLabel('Saved mapping of columns, where they are not known')
  await mapping.selectOption('Nordlager 2026')
  await expect(admin.getByLabel('Every … hours')).toHaveValue('24')
  await admin.getByLabel('Report by mail').selectOption('never')
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('alert')).toContainText('must begin with https:// or sftp://')
  await address.fill('https://127.0.0.1:8444/prices.csv')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Nordlager, prices' })).toBeVisible()
  await expect(admin.getByText('hemligt')).toBeHidden()
  await expect(mapping).toHaveValue('Nordlager 2026')
  expect(await barriersOf(admin)).toEqual([])

  await expect(admin.getByLabel('Password at the host; empty keeps the stored one')).toHaveValue('')
  // A secret that was saved is gone from the form.
  await password.fill('annat')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(password).toHaveValue('')
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

test('the key of an SFTP host is accepted where it was shown', async ({ page: admin }) => {
  const url = await signInStaff(admin, customers().db, 'owner')
  await admin.goto(`${url}/scheduled-imports/new`)
  await admin.getByLabel('Name', { exact: true }).fill('Sydlager, prices')
  await admin.getByLabel('Store', { exact: true }).selectOption('sv')
  await admin.getByLabel('Address of the file (https or sftp)').fill('sftp://127.0.0.1:2222/out/*.csv')
  await admin.getByLabel('User at the host').fill('anode')
  await admin.getByLabel('Password at the host; empty keeps the stored one').fill('hemligt')
  await admin.getByLabel('Report by mail').selectOption('never')
  await admin.getByLabel('Active', { exact: true }).uncheck()
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Sydlager, prices' })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Accept the host’s key' })).toBeHidden()
  const shown = `SHA256:${'k'.repeat(43)}`
  // As a run that meets the host for the first time.
  await customers()
    .db.updateTable('scheduled_import')
    .set({ state: 'failed', problem: 'host_key_unknown', problem_detail: shown, seen_host_key: shown })
    .where('name', '=', 'Sydlager, prices')
    .execute()
  await admin.reload()
  await expect(admin.getByText(shown).first()).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Accept the host’s key' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByLabel('Fingerprint that the host has shown')).toHaveValue(shown)
  await dialog.getByRole('button', { name: 'Accept the host’s key' }).click()
  await expect(admin.getByLabel(/^Fingerprint of the host’s key/)).toHaveValue(shown)
  await expect(admin.getByRole('button', { name: 'Accept the host’s key' })).toBeHidden()
})
