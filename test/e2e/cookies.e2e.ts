/** The cookies page and the accessibility statement: what they say is true, in every store. */
import type { Page } from '@playwright/test'
import { storedEntries, type StoredEntry } from '../../domain/consent/browser-storage.ts'
import { storeCodes, storePolicies, stores } from '../../domain/stores/stores.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest, logIn } from '../customers.ts'
import { fieldOf } from '../search-field.ts'
import { arrived, demo, firstVisit, hydrated, plainPage, shopperIn, withConsent } from '../shopper.ts'

const customers = customersOfTest(test)

const titles = {
  sv: ['Kakor i butiken', 'Tillgänglighet'],
  no: ['Informasjonskapsler i butikken', 'Tilgjengelighet'],
  de: ['Cookies in diesem Shop', 'Erklärung zur Barrierefreiheit'],
  da: ['Cookies i butikken', 'Tilgængelighed'],
} as const

/** Whether an entry of the table is about this name; over https the shop's own cookies may begin with `__Host-`. */
function standsFor(entry: Pick<StoredEntry, 'name'>, name: string): boolean {
  const bare = name.replace(/^__Host-/, '')
  return entry.name.endsWith('*') ? bare.startsWith(entry.name.slice(0, -1)) : bare === entry.name
}

/** The table as the test's shop shows it: with Stripe, without a tag manager or a tracking service. */
const entries = storedEntries({
  storeCode: 'sv',
  allowsExVat: true,
  usesStripe: true,
  tags: null,
  trackingHost: null,
})

/** Names of all that the browser holds for the shop now, by kind. */
async function held(page: Page): Promise<{ kind: string; name: string }[]> {
  const origin = new URL(page.url()).hostname
  const cookies = (await page.context().cookies()).filter(({ domain }) => domain === origin)
  const [local, session] = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])
  return [
    ...cookies.map(({ name }) => ({ kind: 'cookie', name })),
    ...local.map((name) => ({ kind: 'local', name })),
    ...session.map((name) => ({ kind: 'session', name })),
  ]
}

/** Visits that make the shop store whatever it can: search, cart, login, VAT view, checkout. */
async function useShop(page: Page): Promise<void> {
  const shopper = shopperIn(page)
  await shopper.startInCartWith(demo.cheap)
  await page.keyboard.press('Escape')
  await logIn(page, await customers().add())
  await page.goto(`/sv${plainPage}`)
  await hydrated(page)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.reload()
  await hydrated(page)
  await fieldOf(page).focus()
  await expect(page.locator('[data-search-sheet]')).toBeVisible()
  await fieldOf(page).fill('CR2032')
  await fieldOf(page).press('Enter')
  await expect(page.locator('main article[data-sku]').first()).toBeVisible()
  await page.locator('[data-notice-bar] button').click()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/sv/checkout')
  await arrived(page)
}

for (const [consent, mask] of [
  ['refused', 1],
  ['granted', 31],
] as const)
  test.describe(`after visits with consent ${consent}`, () => {
    test.use({ storageState: withConsent(mask) })

    test('[CONSENT-06] the browser holds nothing that the cookies page does not list in an allowed category', async ({
      page,
    }) => {
      await useShop(page)
      const stored = await held(page)
      const unlisted = stored.filter(
        ({ kind, name }) =>
          !entries.some(
            (entry) =>
              entry.kind === kind && standsFor(entry, name) && (mask > 1 || entry.consent === 'necessary'),
          ),
      )
      expect(unlisted).toEqual([])
      const names = stored.map(({ name }) => name)
      expect(names).toEqual(
        expect.arrayContaining(['__consent', 'i18n_redirected', 'notices', 'anode_account', 'bex05']),
      )
      expect(names).toContain('recent-searches-sv')
    })
  })

test('the cookies page lists every entry of the table, with a category, a purpose and a duration', async ({
  page,
}) => {
  await page.goto('/sv/cookies')
  const rows = page.locator('article table tbody tr')
  await expect(rows.locator('code')).toHaveText(entries.map(({ name }) => name))
  await expect(rows.filter({ hasText: '__consent' })).toContainText('30 dygn')
  for (const row of await rows.all())
    for (const cell of await row.locator('td').all()) await expect(cell).not.toBeEmpty()
})

test.describe('on a first visit', () => {
  test.use({ storageState: firstVisit })

  test('the consent banner and the footer lead to the cookies page', async ({ page }) => {
    await page.goto(`/sv${plainPage}`)
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: 'Kakor', exact: true }),
    ).toHaveAttribute('href', '/sv/cookies')
    await page
      .getByRole('region', { name: 'Kakor', exact: true })
      .getByRole('link', { name: 'Lista över kakor' })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Kakor i butiken' })).toBeVisible()
  })
})

test('every store has both pages in its language, without barriers, at 375 px', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  for (const code of storeCodes)
    for (const [place, path] of ['cookies', 'accessibility'].entries()) {
      await page.goto(`/${code}/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[code][place]!)
      expect(await barriersOf(page, { within: 'main' })).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    }
})

test('the accessibility statement names the authority of the country and where to report a barrier', async ({
  page,
}) => {
  for (const code of storeCodes) {
    await page.goto(`/${code}/accessibility`)
    const { accessibilityAuthority, company } = storePolicies[code]
    const article = page.getByRole('article')
    await expect(article).toContainText(accessibilityAuthority.name)
    await expect(article.locator(`a[href="${accessibilityAuthority.contact}"]`)).toBeVisible()
    await expect(article.locator(`a[href="mailto:${company.email}"]`)).toBeVisible()
    await expect(article).toContainText(stores[code].phoneNumber)
    await expect(page.getByRole('contentinfo').locator(`a[href="/${code}/accessibility"]`)).toBeVisible()
  }
})
