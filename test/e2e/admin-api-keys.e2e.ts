/** API keys as an owner makes, uses and revokes them. */
import { signInStaff } from '../admin/admin-page.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest } from '../customers.ts'

const customers = customersOfTest(test)

test('an API key is made with a secret that is shown once, works, and is revoked', async ({
  page: admin,
}) => {
  const url = await signInStaff(admin, customers().db, 'owner')
  await admin.goto(`${url}/api-keys`)
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('link', { name: 'New key' }).click()
  // The list, which is shown until then, has fields with the same names.
  await expect(admin.getByRole('heading', { level: 1, name: 'New key' })).toBeVisible()
  const name = `ERP ${Date.now()}`
  await admin.getByLabel('Name').fill(name)
  await admin.getByLabel('order:read').check()
  await admin.getByLabel('Norge').check()
  await expect(admin.getByLabel('Days that it is valid')).toHaveValue('90')
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Save' }).click()
  const dialog = admin.getByRole('dialog', { name: 'API key' })
  const secret = await dialog.getByLabel('API key').inputValue()
  expect(secret).toMatch(/^anode_key_.{43}$/)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(admin.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])

  // The session's cookie goes along, and is not read.
  const asProgram = () =>
    admin.evaluate(async (authorization) => {
      const answer = await fetch('/admin/api/session', { headers: { authorization } })
      return (await answer.json()) as unknown
    }, `Bearer ${secret}`)
  expect(await asProgram()).toMatchObject({ grants: { 'order:read': ['no'] } })

  await admin.getByRole('button', { name: /^Revoke/ }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(admin.getByText(/is revoked/)).toBeVisible()
  expect(await asProgram()).toEqual({ code: 'api_key_revoked' })
})
