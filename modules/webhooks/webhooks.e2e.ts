/** Webhooks as staff set them up, and what became of a message. */
import { signInStaff } from '../../test/admin/admin-page.ts'
import { barriersOf } from '../../test/accessibility.ts'
import { expect, test } from '../../test/browser-test.ts'
import { customersOfTest } from '../../test/customers.ts'

const customers = customersOfTest(test)

test('a webhook is added with a secret that is shown once, tested, and removed', async ({ page: admin }) => {
  const url = await signInStaff(admin, customers().db, 'owner')
  await admin.goto(`${url}/webhooks`)
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('link', { name: 'New webhook' }).click()
  const address = admin.getByLabel('Address (https)')
  await address.fill('http://erp.example/anode')
  await admin.getByLabel('order.placed').check()
  await admin.getByLabel('stock.changed').check()
  await admin.getByLabel('Norge').check()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('alert')).toContainText('must begin with https://')
  // Nothing outside is asked by a test: the shop refuses this address when it sends.
  await address.fill('https://127.0.0.1:8443/erp')
  await admin.getByRole('button', { name: 'Save' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Secret of the webhook' })
  await expect(dialog.getByLabel('Secret of the webhook')).toHaveValue(/^whsec_.{44}$/)
  expect(await barriersOf(admin)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(admin.getByRole('heading', { level: 1, name: /8443\/erp/ })).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  const subscriber = await admin.getByText(/^webhook:\d+$/).textContent()
  await admin.getByRole('button', { name: /^Send a test/ }).click()
  await expect(admin.getByText(/A test is sent to/)).toBeVisible()

  const ofThis = `${url}/event-deliveries?q=${encodeURIComponent(subscriber!)}`
  await expect(async () => {
    await admin.goto(ofThis)
    await expect(admin.getByText('forbidden_address')).toBeVisible({ timeout: 1000 })
  }).toPass()
  expect(await barriersOf(admin)).toEqual([])
  await admin
    .getByRole('row', { name: /webhook\.test/ })
    .getByRole('rowheader')
    .getByRole('link')
    .click()
  await expect(admin.getByText('forbidden_address')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])

  await admin.goto(`${url}/webhooks`)
  await admin
    .getByRole('row', { name: /8443\/erp/ })
    .getByRole('rowheader')
    .getByRole('link')
    .click()
  await admin.getByRole('button', { name: 'Remove' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  await admin.goto(ofThis)
  await expect(admin.getByText('forbidden_address')).toBeHidden()
})
