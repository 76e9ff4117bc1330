/**
 * The settings on the screen, and what shoppers see of them. In a shop of their own: other tests know the prices of
 * the stores' files.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startBuiltServer, type BuiltServer } from '../built-server.ts'
import { signInStaff } from '../admin/admin-page.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { answeredConsent, demo, shopperIn } from '../shopper.ts'
import { photo } from '../../domain/pictures/photo-fixture.test-support.ts'
import { createDatabase, type Database } from '../../server/database/database.ts'
import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts'

let folder: string
let shop: BuiltServer
let db: Database
let closeDatabase: () => Promise<void>

// In one worker, which starts one shop.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-settings-'))
  shop = await startBuiltServer({ dataDir: join(folder, 'data') })
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const postgres = await startEmbeddedPostgres({ dataDir: shop.dataDir, log })
  db = createDatabase(postgres.url, { log, max: 2 })
  closeDatabase = async () => {
    await db.destroy()
    await postgres.stop()
  }
})
test.afterAll(async () => {
  await closeDatabase()
  await shop.stop()
  await rm(folder, { recursive: true, force: true })
})

const section = (admin: Page, name: string) => admin.getByRole('form', { name })
const save = (admin: Page, name: string) =>
  section(admin, name).getByRole('button', { name: 'Save', exact: true })

test('a changed free limit is what shipping page, product page and cart say, until it is undone', async ({
  page,
  browser,
}) => {
  const url = await signInStaff(page, db, 'owner')
  await page.goto(`${url}/settings`)
  await expect(page).toHaveURL(/\/settings\/sv$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  const checklist = page.getByRole('region', { name: 'Before opening' })
  await expect(checklist.getByRole('listitem').filter({ hasText: 'Missing' })).not.toHaveCount(0)
  expect(await barriersOf(page)).toEqual([])
  // Each missing item leads to its form.
  await checklist.getByRole('link', { name: /^Your own company data/ }).click()
  await expect(page).toHaveURL(/#form-company$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Company' })).toBeInViewport()
  await expect(checklist.getByRole('link', { name: /^A mail server/ })).toHaveCount(0)

  const context = await browser.newContext({ baseURL: shop.url, storageState: answeredConsent })
  const shopper = await context.newPage()
  const free = async () => {
    await shopper.goto('/sv/shipping')
    return shopper
      .getByRole('row', { name: /Budbee/ })
      .getByRole('cell')
      .nth(1)
  }
  const before = await (await free()).textContent()
  // Keys alone: the field is reached by its name, typed, and sent with Enter.
  const limit = page.getByLabel(/^Budbee.*: Free from$/).first()
  await limit.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('321')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The settings are saved')).toBeVisible()
  await expect(async () => expect(await (await free()).textContent()).toMatch(/^321/)).toPass()
  const visitor = shopperIn(shopper)
  const { slug } = await visitor.startInCartWith(demo.dear)
  await expect(visitor.cart).toContainText(/kvar till fri frakt med Budbee/)
  await visitor.visit(`/artiklar/${slug}.html`)
  await expect(shopper.getByRole('link', { name: /^Frakt från .*, fri från 321/ })).toBeVisible()

  const history = page.getByRole('region', { name: 'Latest changes' })
  await expect(history.getByRole('listitem').first()).toContainText(/budbee-home: Free from.*321/)
  await history.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByText('The change is undone')).toBeVisible()
  await expect(async () => expect(await (await free()).textContent()).toBe(before)).toPass()
  await expect(limit).not.toHaveValue('321')
  await context.close()
})

test('two people who change the same section see both versions', async ({ page, browser }) => {
  const url = await signInStaff(page, db, 'owner')
  const context = await browser.newContext()
  const colleague = await context.newPage()
  await signInStaff(colleague, db, 'manager')
  for (const person of [page, colleague]) {
    await person.goto(`${url}/settings/da`)
    await section(person, 'Minimum order')
      .getByLabel('Minimum, DKK')
      .fill(person === page ? '150' : '200')
  }
  await save(page, 'Minimum order').click()
  await expect(page.getByText('The settings are saved')).toBeVisible()
  await save(colleague, 'Minimum order').click()
  const conflict = section(colleague, 'Minimum order').getByRole('alert')
  await expect(conflict.getByRole('group', { name: 'Minimum', exact: true })).toBeVisible()
  await expect(conflict.getByRole('radio', { name: 'Stored now 150' })).not.toBeChecked()
  await expect(conflict.getByRole('radio', { name: 'Yours 200' })).toBeChecked()
  expect(await barriersOf(colleague)).toEqual([])
  await save(colleague, 'Minimum order').click()
  await expect(colleague.getByText('The settings are saved')).toBeVisible()
  const shopper = await context.newPage()
  await expect(async () => {
    await shopper.goto(`${shop.url}/da/shipping`)
    await expect(shopper.getByText(/200.*kr/).first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await context.close()
})

test('a wrong number is named where it was typed, and is not lost by leaving', async ({ page }) => {
  const url = await signInStaff(page, db, 'owner')
  await page.goto(`${url}/settings/no`)
  await section(page, 'Company').getByLabel('VAT number').fill('NO12')
  await save(page, 'Company').click()
  const vatNumber = section(page, 'Company').getByLabel('VAT number')
  await expect(vatNumber).toHaveAccessibleDescription('with country code, as SE559000000001.')
  await expect(vatNumber).toBeFocused()
  await expect(vatNumber).toHaveValue('NO12')
  const otherStore = page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name: 'Sverige' })
  const warning = page.getByRole('dialog', { name: 'Leave without saving?' })
  await otherStore.click()
  expect(await barriersOf(page)).toEqual([])
  await warning.getByRole('button', { name: 'Stay' }).click()
  await expect(section(page, 'Company').getByLabel('VAT number')).toHaveValue('NO12')
  await otherStore.click()
  await warning.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/settings\/sv$/)
  // The forms of the other store are as they are stored.
  await page.getByRole('link', { name: 'To do' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'To do' })).toBeVisible()
})

test('a name, a logo and a promise that staff set are what shoppers see', async ({ page, browser }) => {
  const url = await signInStaff(page, db, 'owner')
  await page.goto(`${url}/settings/da`)
  const identity = section(page, 'Name and logo')
  await identity.getByLabel('Name of the store').fill('Nordlys')
  await identity.getByLabel('Short name').fill('Nordlys')
  await save(page, 'Name and logo').click()
  await expect(page.getByText('The settings are saved')).toBeVisible()
  const context = await browser.newContext({ baseURL: shop.url, storageState: answeredConsent })
  const shopper = await context.newPage()
  const header = shopper.getByRole('banner')
  // Without a logo the name is set as text.
  await expect(async () => {
    await shopper.goto('/da')
    await expect(header.getByRole('link', { name: 'Nordlys' })).toHaveText('Nordlys', { timeout: 1000 })
  }).toPass()
  await expect(shopper).toHaveTitle(/\| Nordlys$/)
  const manifest = await shopper.request.get('/manifests/da.webmanifest')
  expect(await manifest.json()).toMatchObject({ name: 'Nordlys', icons: [{ src: '/store-pictures/da.svg' }] })

  const bytes = await photo('#0a58a8', { width: 600, height: 200 }).png().toBuffer()
  await identity
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: bytes })
  await expect(identity.getByText('“logo.png” is uploaded')).toBeVisible()
  await save(page, 'Name and logo').click()
  await expect(identity.getByRole('img', { name: 'Logo', exact: true })).toBeVisible()

  const front = section(page, 'Shop front')
  await front.getByLabel(/^Further lines/).fill('Vi pakker ind')
  await front.getByLabel('Hours of the telephone').fill('')
  await front.getByLabel(/^Hour of dispatch/).fill('13')
  await front.getByRole('button', { name: 'Add a promise' }).click()
  await front.getByLabel('Promise', { exact: true }).last().fill('Gratis gaveindpakning')
  await save(page, 'Shop front').click()
  await expect(page.getByText('The settings are saved').last()).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  await expect(async () => {
    await shopper.goto('/da')
    await expect(header.getByText('Vi pakker ind')).toBeAttached({ timeout: 1000 })
  }).toPass()
  await expect(header.getByText(/^Sendes samme dag før kl\.\s13$/)).toBeAttached()
  await expect(header.getByRole('img', { name: 'Nordlys' })).toHaveJSProperty('naturalWidth', 576)
  await expect(shopper.getByText('Gratis gaveindpakning')).toBeVisible()
  await expect(shopper.getByText('Vi tager telefonen')).toHaveCount(0)
  expect(await barriersOf(shopper)).toEqual([])
  await context.close()
})

test('a closed store is shown to the browser with a link of the back office, and to no other', async ({
  page,
  browser,
}) => {
  const url = await signInStaff(page, db, 'owner')
  await page.goto(`${url}/settings/no`)
  await section(page, 'Open or closed').getByLabel('The store is open to shoppers').uncheck()
  await save(page, 'Open or closed').click()
  const checklist = page.getByRole('region', { name: 'Before opening' })
  await expect(checklist.getByRole('link', { name: 'The store is open to shoppers' })).toBeVisible()

  const context = await browser.newContext({ baseURL: shop.url, storageState: answeredConsent })
  const shopper = await context.newPage()
  await expect(async () => expect((await shopper.goto('/no'))?.status()).toBe(503)).toPass()
  await expect(shopper.getByRole('heading', { level: 1, name: 'Vi åpner snart' })).toBeVisible()
  expect(await barriersOf(shopper)).toEqual([])

  await page.getByRole('button', { name: 'Make a link to the closed store' }).click()
  const link = page.getByRole('link', { name: 'Look at the store and buy in it' })
  const staff = await (await browser.newContext({ storageState: answeredConsent })).newPage()
  await staff.goto((await link.getAttribute('href'))!)
  await expect(staff).toHaveURL(/\/no$/)
  const bar = () => getComputedStyle(document.documentElement, '::before').content
  await expect.poll(() => staff.evaluate(bar)).toMatch(/^"Butikken er stengt for kunder/)
  await expect(staff.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await barriersOf(staff)).toEqual([])
  // The page that staff see is stored for nobody.
  expect((await shopper.goto('/no'))?.status()).toBe(503)
  expect(await shopper.locator('html').getAttribute('data-closed')).toBeNull()
  const buying = { data: { items: [] } }
  const call = '/api/checkout?locale=no&sid=8'
  expect((await shopper.request.post(call, buying)).status()).toBe(403)
  expect((await staff.request.post(`${shop.url}${call}`, buying)).status()).not.toBe(403)

  await section(page, 'Open or closed').getByLabel('The store is open to shoppers').check()
  await save(page, 'Open or closed').click()
  await expect(async () => expect((await shopper.goto('/no'))?.status()).toBe(200)).toPass()
  await context.close()
})
