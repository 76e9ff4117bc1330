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
