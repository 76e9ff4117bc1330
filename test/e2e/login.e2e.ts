import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest, loginPanel, logIn, password } from '../customers.ts'
import { mailWaitMs } from '../outbox.ts'
import { allRequestsRecorded, hydrated, callsTo, shopperIn, plainPage } from '../shopper.ts'

const customers = customersOfTest(test)
const stored = (page: Page) => shopperIn(page).stored()
const userOf = async (page: Page) => ((await stored(page)).auth as { user: object | null }).user

test.describe('the login', () => {
  test('[AUTH-01] [AUTH-07] [AUTH-08] logs a customer in, closes and is remembered, without a token', async ({
    page,
    context,
  }) => {
    const customer = await customers().add({ discounts: { B2: 800 } })
    const logins = callsTo(page, 'auth/login')
    const profiles = callsTo(page, 'auth/profile')
    await logIn(page, customer)
    expect(logins[0]?.postDataJSON()).toEqual({ email: customer.email, password })
    expect(profiles).toHaveLength(1)
    const memory = JSON.stringify(await stored(page))
    expect((await stored(page)).auth).toEqual({
      strategy: 'account',
      user: { scope: null, order_id: null, discount: { B2: 8 } },
    })
    const cookie = (await context.cookies()).find(({ name }) => name === 'anode_account')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    for (const token of cookie!.value.split('.')) expect(memory).not.toContain(token)
    expect(memory).not.toContain(customer.email)
    await page.reload()
    await hydrated(page)
    expect(await userOf(page)).not.toBeNull()
  })

  test('[ROUTE-48] leads to the page that asked for it', async ({ page }) => {
    await logIn(page, await customers().add(), '/sv/my-account/orders/return?from=mail')
    await page.waitForURL('**/sv/my-account/orders/return?from=mail')
  })

  test('[AUTH-10] shows the same message for a wrong password and an unknown address; the address stays', async ({
    page,
  }) => {
    const { email } = await customers().add()
    await page.goto(`/sv${plainPage}?login`)
    const panel = loginPanel(page)
    for (const address of [email, 'ingen@exempel.se']) {
      await panel.getByLabel('E-post').fill(address)
      await panel.getByLabel('Lösenord').fill('fel lösenord')
      await panel.getByRole('button', { name: 'Logga in' }).click()
      await expect(panel.getByRole('alert')).toHaveText('E-postadressen eller lösenordet stämmer inte.')
      await expect(panel.getByLabel('E-post')).toHaveValue(address)
      await expect(panel.getByLabel('Lösenord')).toHaveValue('')
    }
    expect(await userOf(page)).toBeNull()
  })

  test('[AUTH-13] that does not reach the shop is logged to the console, and what was typed stays', async ({
    page,
  }) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.route('**/api/auth/login*', (route) => route.abort())
    await page.goto(`/sv${plainPage}?login`)
    const panel = loginPanel(page)
    await panel.getByLabel('E-post').fill('a@exempel.se')
    await panel.getByLabel('Lösenord').fill('hemligt lösenord')
    await panel.getByRole('button', { name: 'Logga in' }).click()
    await expect(panel.getByRole('alert')).toContainText('Det gick inte att nå butiken')
    await expect.poll(() => errors.filter((text) => text.startsWith('login did not work'))).toHaveLength(1)
    expect(errors.join()).not.toContain('hemligt')
  })

  test('[AUTH-15] has four forms that link to each other, and keeps the e-mail typed in one', async ({
    page,
  }) => {
    await page.goto(`/sv${plainPage}?login`)
    const panel = loginPanel(page)
    const form = (name: string) => panel.getByRole('heading', { level: 3, name })
    const go = (name: string) => panel.getByRole('button', { name }).click()
    await expect(form('Logga in')).toBeVisible()
    await panel.getByLabel('E-post').fill('anna@exempel.se')
    await go('Glömt lösenordet?')
    await expect(form('Nytt lösenord')).toBeVisible()
    await expect(panel.getByLabel('E-post')).toHaveValue('anna@exempel.se')
    await go('Till inloggningen')
    await expect(panel.getByLabel('E-post')).toHaveValue('anna@exempel.se')
    await go('Visa en order utan konto')
    await expect(form('Visa en order')).toBeVisible()
    await go('Till inloggningen')
    await expect(form('Logga in')).toBeVisible()
    await page.goto(`/sv${plainPage}?change_password=R`)
    await expect(form('Välj ett nytt lösenord')).toBeVisible()
    await go('Till inloggningen')
    await expect(form('Logga in')).toBeVisible()
    expect(await barriersOf(page, { within: 'dialog[open]' })).toEqual([])
  })

  test('[AUTH-05] [AUTH-03] ends when the session cannot be renewed: a guest, at home', async ({
    page,
    context,
  }) => {
    await logIn(page, await customers().add())
    await context.clearCookies({ name: 'anode_account' })
    await page.goto('/sv/about', { waitUntil: 'commit' })
    await page.waitForURL(/\/(?:sv|no|de|da)$/)
    await hydrated(page)
    expect(await userOf(page)).toBeNull()
  })
})

test.describe('a forgotten password', () => {
  const outbox = join(process.env['ANODE_TEST_DATA_DIR'] ?? '', 'outbox')
  /** The link in the newest mail to an address. */
  async function linkFor(email: string, link = /(\/sv\?change_password=[\w-]{43})/): Promise<string | null> {
    for (const name of await readdir(outbox).catch(() => [])) {
      if (!name.startsWith('password-') || !name.endsWith('.eml')) continue
      const mail = (await readFile(join(outbox, name), 'utf8')).replaceAll('=\n', '').replaceAll('=3D', '=')
      const [, path] = link.exec(mail) ?? []
      if (mail.includes(email) && path) return path
    }
    return null
  }

  test('[AUTH-11] [AUTH-12] is replaced through the mail’s link, and the response does not disclose whether the account exists', async ({
    page,
  }) => {
    const { email } = await customers().add()
    const panel = loginPanel(page)
    const answers: (string | null)[] = []
    for (const address of ['ingen@exempel.se', email]) {
      await page.goto(`/sv${plainPage}?login`)
      await panel.getByRole('button', { name: 'Glömt lösenordet?' }).click()
      await panel.getByLabel('E-post').fill(address)
      await panel.getByRole('button', { name: 'Skicka länken' }).click()
      answers.push(await panel.getByRole('status').textContent())
    }
    expect(answers[0]).toBe(answers[1])
    await expect.poll(() => linkFor(email), { timeout: mailWaitMs }).not.toBeNull()
    const changes = callsTo(page, 'auth/change-password')
    await page.goto((await linkFor(email))!)
    await panel.getByLabel('Nytt lösenord').fill('ett nytt lösenord')
    await panel.getByLabel('Samma lösenord en gång till').fill('ett annat lösenord')
    await panel.getByRole('button', { name: 'Spara lösenordet' }).click()
    await expect(panel.getByRole('alert')).toHaveText('Lösenorden är inte lika.')
    await allRequestsRecorded(page)
    expect(changes).toHaveLength(0)
    await panel.getByLabel('Samma lösenord en gång till').fill('ett nytt lösenord')
    await panel.getByRole('button', { name: 'Spara lösenordet' }).click()
    await expect(panel.getByRole('status')).toHaveText('Lösenordet är ändrat. Logga in med det.')
    await panel.getByLabel('E-post').fill(email)
    await panel.getByLabel('Lösenord').fill('ett nytt lösenord')
    await panel.getByRole('button', { name: 'Logga in' }).click()
    await expect(panel).toBeHidden()
  })

  test('[ROUTE-48] [AUTH-12] that was replaced leads to the page that asked for the login', async ({
    page,
  }) => {
    const { email } = await customers().add()
    const panel = loginPanel(page)
    await page.goto('/sv/my-account/orders/return/S1')
    await panel.getByRole('button', { name: 'Glömt lösenordet?' }).click()
    await panel.getByLabel('E-post').fill(email)
    await panel.getByRole('button', { name: 'Skicka länken' }).click()
    await expect(panel.getByRole('status')).toBeVisible()
    const link = /(\/sv\?change_password=[\w-]{43}&login=[%\w-]+)/
    await expect.poll(() => linkFor(email, link), { timeout: mailWaitMs }).not.toBeNull()
    await page.goto((await linkFor(email, link))!)
    await panel.getByLabel('Nytt lösenord').fill('ett nytt lösenord')
    await panel.getByLabel('Samma lösenord en gång till').fill('ett nytt lösenord')
    await panel.getByRole('button', { name: 'Spara lösenordet' }).click()
    await panel.getByLabel('E-post').fill(email)
    await panel.getByLabel('Lösenord').fill('ett nytt lösenord')
    await panel.getByRole('button', { name: 'Logga in' }).click()
    await page.waitForURL('**/sv/my-account/orders/return/S1')
  })

  test('[QUERY-04] [AUTH-12] sends the link’s token; an expired one shows a message', async ({ page }) => {
    const changes = callsTo(page, 'auth/change-password')
    await page.goto(`/sv${plainPage}?change_password=R`)
    const panel = loginPanel(page)
    await panel.getByLabel('Nytt lösenord').fill('ett nytt lösenord')
    await panel.getByLabel('Samma lösenord en gång till').fill('ett nytt lösenord')
    await panel.getByRole('button', { name: 'Spara lösenordet' }).click()
    await expect(panel.getByRole('alert')).toHaveText('Länken gäller inte längre. Be om en ny.')
    expect(changes[0]?.postDataJSON()).toEqual({ token: 'R', password: 'ett nytt lösenord' })
  })
})
