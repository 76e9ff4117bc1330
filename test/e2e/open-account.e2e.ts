import { randomUUID } from 'node:crypto'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import type { PasskeyEntry } from '../../contract/accounts.ts'
import { stores } from '../../domain/stores/stores.ts'
import { customersOfTest, loginPanel, logIn, password, withAuthenticator } from '../customers.ts'
import { mailedPath } from '../outbox.ts'
import { hydrated, plainPage, shopperIn } from '../shopper.ts'

const customers = customersOfTest(test)

test('[ROUTE-48] a visitor opens an account through the link in a mail, and comes to the page that asked for the login', async ({
  page,
}) => {
  const email = `ny-${randomUUID()}@exempel.se`
  await page.goto('/sv/my-account/orders/return/S1')
  await loginPanel(page).getByRole('link', { name: 'Skapa konto' }).click()
  await page.waitForURL('**/sv/register?destination=*')
  await hydrated(page)
  expect(await barriersOf(page)).toEqual([])
  await page.getByRole('main').getByLabel('E-post').fill('ingen adress')
  await page.getByRole('button', { name: 'Skicka länken' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await page.getByRole('main').getByLabel('E-post').fill(email)
  await page.getByRole('button', { name: 'Skicka länken' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('Följ länken')

  await page.goto(await mailedPath(email, /\/sv\/register\?token=[\w-]{43}&destination=[%\w-]+/))
  await hydrated(page)
  await page.getByLabel('Förnamn').fill('Anna')
  await page.getByLabel('Efternamn').fill('Berg')
  await page.getByLabel('Lösenord').fill('password1')
  await page.getByRole('button', { name: 'Skapa kontot' }).click()
  await expect(page.getByRole('alert')).toContainText('ett av de vanligaste')
  await page.getByLabel('Lösenord').fill('grönt batteri 7')
  await page.getByRole('button', { name: 'Skapa kontot' }).click()
  await page.waitForURL('**/sv/my-account/orders/return/S1')
})

test('a customer adds a passkey and signs in with it alone', async ({ page }) => {
  const customer = await customers().add()
  await withAuthenticator(page)
  await logIn(page, customer)
  await page.goto('/sv/my-account/security')
  await hydrated(page)
  await expect(page.getByText('Du har inga nycklar än.')).toBeVisible()
  await page.getByRole('button', { name: 'Lägg till en nyckel' }).click()
  const name = page.getByLabel('Namn på nyckeln')
  await expect(name).toHaveValue(/Chrome/)
  await name.fill('Min dator')
  await page.getByRole('button', { name: 'Spara namnet' }).click()
  await expect(page.getByText('Min dator')).toBeVisible()
  await expect(page.getByText('(Den här enheten)')).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  await page.context().clearCookies({ name: 'anode_account' })
  await page.evaluate(() => localStorage.removeItem('bex05'))

  await page.goto(`/sv${plainPage}?login`)
  await loginPanel(page).getByRole('button', { name: 'Använd en nyckel' }).click()
  await expect(loginPanel(page)).toBeHidden()
  const query = `locale=sv&sid=${stores.sv.storeId}`
  const answer = await page.request.get(`/api/auth/passkeys?${query}`)
  const [passkey] = (await answer.json()) as PasskeyEntry[]
  expect(passkey).toMatchObject({ name: 'Min dator', used_at: expect.stringContaining('T') })
  const path = `/api/auth/passkeys/${passkey!.id}?${query}`
  expect((await page.request.delete(path)).status()).toBe(204)
  await mailedPath(customer.email, /\/sv\/my-account\/security/)
})

test('a customer changes password and address with the present password', async ({ page }) => {
  const to = `annan-${randomUUID()}@exempel.se`
  const customer = await customers().add()
  await logIn(page, customer)
  await page.goto('/sv/my-account/profile/edit')
  await page.getByRole('link', { name: 'Inloggning och säkerhet' }).click()
  await page.waitForURL('**/security')
  await hydrated(page)
  const part = (heading: string) =>
    page.locator('section section').filter({ has: page.getByRole('heading', { level: 3, name: heading }) })
  const passwords = part('Byt lösenord')
  await passwords.getByLabel('Nuvarande lösenord').fill('fel')
  await passwords.getByLabel('Nytt lösenord').fill('blått batteri 8')
  await passwords.getByRole('button', { name: 'Spara lösenordet' }).click()
  await expect(passwords.getByRole('alert')).toContainText('stämmer inte')
  await passwords.getByLabel('Nuvarande lösenord').fill(password)
  await passwords.getByRole('button', { name: 'Spara lösenordet' }).click()
  await expect(passwords.getByRole('status')).toContainText('Lösenordet är bytt')
  const address = part('Byt e-postadress')
  await address.getByLabel('Ny e-postadress').fill(to)
  await address.getByLabel('Nuvarande lösenord').fill('blått batteri 8')
  await address.getByRole('button', { name: 'Skicka länkarna' }).click()
  await expect(address.getByRole('status')).toContainText('Mejlen är skickade')
  await page.getByRole('button', { name: 'Logga ut överallt' }).click()
  await page.waitForURL(/\/(?:sv|no|de|da)$/, { waitUntil: 'commit' })
  for (const [mailbox, text] of [
    [customer.email, 'Följ nu också länken'],
    [to, 'Nu loggar du in med den nya adressen'],
  ] as const) {
    await page.goto(await mailedPath(mailbox, /\/sv\/confirm-email\?token=[\w-]{43}/))
    await hydrated(page)
    await page.getByRole('button', { name: 'Bekräfta' }).click()
    await expect(page.getByRole('status')).toContainText(text)
  }
})

test('the receipt of a guest offers an account for the address', async ({ page }) => {
  const shopper = shopperIn(page)
  const email = `gast-${randomUUID()}@exempel.se`
  await shopper.startInCheckoutWith('LU-T4')
  await shopper.fillCheckout({ email })
  await shopper.placeOrder()
  await hydrated(page)
  await page.getByRole('button', { name: 'Skapa konto' }).click()
  await expect(page.getByText('Följ länken i det för att skapa kontot')).toBeVisible()
  await page.goto(await mailedPath(email, /\/sv\/register\?token=[\w-]{43}/))
  await expect(page.getByRole('heading', { level: 1, name: 'Skapa konto' })).toBeVisible()
})
