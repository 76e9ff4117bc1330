import type { Page } from '@playwright/test'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { arrived, hydrated, firstVisit, shopperIn, withConsent, plainPage } from '../shopper.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const words = {
  sv: {
    banner: 'Kakor',
    all: 'Tillåt alla',
    only: 'Bara nödvändiga',
    settings: 'Inställningar',
    save: 'Spara mitt val',
    reopen: 'Inställningar för kakor',
    necessary: 'Nödvändiga',
    analytics: 'Statistik',
    ads: 'Mätning av annonser',
    personalization: 'Anpassade annonser',
    text: 'nödvändiga kakor',
  },
  no: { banner: 'Informasjonskapsler', all: 'Tillat alle', text: 'nødvendige informasjonskapsler' },
  de: { banner: 'Cookies', all: 'Alle erlauben', text: 'notwendige Cookies' },
  da: { banner: 'Cookies', all: 'Tillad alle', text: 'nødvendige cookies' },
} as const

const sv = words.sv
const bannerOf = (page: Page, code: StoreCode = 'sv') =>
  page.getByRole('region', { name: words[code].banner, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The consent cookie's mask and its lifetime in days. */
async function keptChoice(page: Page): Promise<{ mask: string; days: number } | null> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === '__consent')
  return cookie
    ? { mask: cookie.value, days: Math.round((cookie.expires - Date.now() / 1000) / 86_400) }
    : null
}

/** Consent commands in the data layer, oldest first: `['default' | 'update', what is granted]`. */
const commands = (page: Page) =>
  page.evaluate(() =>
    (window.dataLayer ?? [])
      .filter((entry) => String(entry) === '[object Arguments]')
      .map((entry) => [...(entry as Iterable<unknown>)] as [string, string, Record<string, string>])
      .map(
        ([, when, state]) => [when, Object.keys(state).filter((name) => state[name] === 'granted')] as const,
      ),
  )

test.describe('a first visit', () => {
  test.use({ storageState: firstVisit })

  test('[CONSENT-04] [CONSENT-10] shows the banner in every store, with the text of the shop’s content', async ({
    page,
  }) => {
    for (const code of storeCodes) {
      await page.goto(`/${code}${plainPage}`)
      const banner = bannerOf(page, code)
      await expect(banner).toContainText(words[code].text)
      await expect(banner.locator('[data-widget="cookie-alert"]')).toBeVisible()
      await expect(button(page, words[code].all)).toBeVisible()
      expect(await barriersOf(page, { within: '[data-consent-banner]' })).toEqual([])
    }
  })

  test('[CONSENT-02] [CONSENT-08] [CONSENT-09] can accept everything, for 30 days', async ({ page }) => {
    await page.goto('/sv')
    await hydrated(page)
    await button(page, sv.all).click()
    await expect(bannerOf(page)).toHaveCount(0)
    await expect.poll(() => keptChoice(page)).toEqual({ mask: '31', days: 30 })
    await page.reload()
    await hydrated(page)
    await expect(bannerOf(page)).toHaveCount(0)
  })

  test('[CONSENT-09] can refuse as easily, and is asked again after a day', async ({ page, context }) => {
    await page.goto(`/sv${plainPage}`)
    await hydrated(page)
    const [refuse, accept] = [button(page, sv.only), button(page, sv.all)]
    const size = async (locator: typeof refuse) => {
      const box = await locator.boundingBox()
      return [box?.width, box?.height]
    }
    const look = (locator: typeof refuse) =>
      locator.evaluate((element) => {
        const { color, backgroundColor, borderColor, fontWeight, fontSize } = getComputedStyle(element)
        return { color, backgroundColor, borderColor, fontWeight, fontSize }
      })
    expect(await look(refuse)).toEqual(await look(accept))
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await size(refuse)).toEqual(await size(accept))
    await refuse.click()
    await expect.poll(() => keptChoice(page)).toEqual({ mask: '1', days: 1 })
    await context.clearCookies({ name: '__consent' })
    await page.reload()
    await expect(bannerOf(page)).toBeVisible()
  })

  test('[CONSENT-03] [CONSENT-09] [CONSENT-10] can accept part of it; the necessary part is ticked and locked', async ({
    page,
  }) => {
    await page.goto(`/sv${plainPage}`)
    await hydrated(page)
    await button(page, sv.settings).click()
    const settings = page.getByRole('dialog', { name: sv.banner })
    const necessary = settings.getByRole('checkbox', { name: sv.necessary })
    await expect(necessary).toBeChecked()
    await expect(necessary).toBeDisabled()
    for (const name of [sv.analytics, sv.ads, sv.personalization])
      await expect(settings.getByRole('checkbox', { name })).not.toBeChecked()
    await settings.getByRole('checkbox', { name: sv.ads }).check()
    await settings.getByRole('button', { name: sv.save }).click()
    await expect(settings).toBeHidden()
    await expect(bannerOf(page)).toHaveCount(0)
    await expect.poll(() => keptChoice(page)).toEqual({ mask: '3', days: 30 })
  })

  test('can answer by keyboard, right after the skip link', async ({ page }) => {
    await page.goto(`/sv${plainPage}`)
    await hydrated(page)
    await expect(bannerOf(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(bannerOf(page).getByRole('link').first()).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button(page, sv.only)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(bannerOf(page)).toHaveCount(0)
  })

  test('can read what a search finds: the banner is hidden until the dropdown or sheet closes', async ({
    page,
  }) => {
    for (const [width, found] of [
      [375, page.getByRole('region', { name: 'Produkter' })],
      [1440, page.getByRole('option').first()],
    ] as const) {
      await page.setViewportSize({ width, height: 812 })
      await page.goto(`/sv${plainPage}`)
      await hydrated(page)
      await expect(bannerOf(page)).toBeVisible()
      const field = page.getByRole('banner').locator('input[name="query"]')
      await field.pressSequentially('cr2032')
      await expect(found).toBeVisible()
      await expect(bannerOf(page)).toBeHidden()
      await field.press('Escape')
      await expect(bannerOf(page)).toBeVisible()
    }
  })

  test('[CONSENT-04] shows no banner if the browser accepts no cookies', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
    )
    await page.goto(`/sv${plainPage}`)
    await hydrated(page)
    // Tracking starts after the banner would be shown.
    await expect.poll(() => page.evaluate(() => window.dataLayer?.length ?? 0)).toBeGreaterThan(0)
    await expect(bannerOf(page)).toHaveCount(0)
  })

  test('[CONSENT-06] is not measured before the answer', async ({ page }) => {
    await page.goto(`/sv${plainPage}`)
    await expect(bannerOf(page)).toBeVisible()
    await expect.poll(() => commands(page)).toEqual([['default', []]])
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['i18n_redirected'])
    await button(page, sv.all).click()
    await expect
      .poll(() => commands(page))
      .toEqual([
        ['default', []],
        ['update', ['ad_storage', 'analytics_storage', 'ad_personalization', 'ad_user_data']],
      ])
  })

  test('can buy while the banner is shown, without a layout shift', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 })
    const shopper = shopperIn(page)
    const product = await shopper.product('LU-T4')
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const { dataset } = document.documentElement
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          dataset['moved'] = String(Number(dataset['moved'] ?? 0) + entry.value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await shopper.visit(`/artiklar/${product.slug}.html`)
    const banner = bannerOf(page)
    await expect(banner).toBeVisible()
    const buy = page.getByRole('button', { name: 'Köp', exact: true })
    await page.mouse.wheel(0, 2000)
    const bar = buy.last()
    await expect(bar).toBeInViewport()
    const bannerTop = (await banner.boundingBox())!.y
    await expect
      .poll(async () => {
        const box = await bar.boundingBox()
        return box && Math.round(box.y + box.height)
      })
      .toBeLessThanOrEqual(Math.round(bannerTop))
    await bar.click()
    await expect(shopper.cart).toBeVisible()
    // The deal's countdown renders its digits, slightly wider than their placeholder; the bar alone would
    // count 0.03.
    const moved = await page.evaluate(() => document.documentElement.dataset['moved'])
    expect(Number(moved ?? 0)).toBeLessThan(0.001)
  })
})

test.describe('a visitor who accepted only statistics', () => {
  test.use({ storageState: withConsent(5) })

  test('[CONSENT-05] sees no banner, and is measured without advertising', async ({ page }) => {
    await page.goto(`/sv${plainPage}`)
    await hydrated(page)
    await expect
      .poll(() => commands(page))
      .toEqual([
        ['default', []],
        ['update', ['analytics_storage']],
      ])
    await expect(bannerOf(page)).toHaveCount(0)
  })

  test('[CONSENT-11] can change the choice from the footer, which shows the current one', async ({
    page,
  }) => {
    await page.goto(`/sv${plainPage}`)
    await hydrated(page)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await button(page, sv.reopen).click()
    const settings = page.getByRole('dialog', { name: sv.banner })
    await expect(settings.getByRole('checkbox', { name: sv.analytics })).toBeChecked()
    await expect(settings.getByRole('checkbox', { name: sv.ads })).not.toBeChecked()
    await settings.getByRole('checkbox', { name: sv.analytics }).uncheck()
    await settings.getByRole('button', { name: sv.save }).click()
    await expect.poll(() => keptChoice(page)).toEqual({ mask: '1', days: 1 })
    await expect(button(page, sv.reopen)).toBeFocused()
  })
})

test.describe('a visitor who accepted everything', () => {
  test.use({ storageState: withConsent(31) })

  test('[CONSENT-07] is not measured if the browser sends Do Not Track', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }),
    )
    await page.goto(`/sv${plainPage}`)
    await hydrated(page)
    await expect
      .poll(() => commands(page))
      .toEqual([
        ['default', []],
        ['update', ['ad_storage', 'ad_personalization', 'ad_user_data']],
      ])
  })
})

test.describe('the visitor’s source', () => {
  test.use({ storageState: firstVisit })
  const landing = `/sv${plainPage}?utm_source=nyhetsbrev`
  const campaign = async (page: Page) => (await shopperIn(page).stored())?.cart.campaignData.location ?? null

  test('is stored once that is allowed, and deleted when consent is withdrawn', async ({ page }) => {
    await page.goto(landing)
    await expect(bannerOf(page)).toBeVisible()
    expect(await campaign(page)).toBeNull()
    await button(page, sv.all).click()
    await expect.poll(() => campaign(page)).toContain('utm_source=nyhetsbrev')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await button(page, sv.reopen).click()
    await page.getByRole('dialog').getByRole('button', { name: sv.only }).click()
    await expect.poll(() => campaign(page)).toBeNull()
  })

  test('is dropped when consent is refused', async ({ page }) => {
    await page.goto(landing)
    await arrived(page)
    await button(page, sv.only).click()
    await expect(bannerOf(page)).toHaveCount(0)
    expect(await campaign(page)).toBeNull()
  })
})
