import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import type { CategoryNode } from '../../contract/catalogue.ts'
import { storeCodes, stores } from '../../domain/stores/stores.ts'
import {
  allRequestsRecorded,
  hydrated,
  elementHydrated,
  callsTo,
  demo,
  shopperIn,
  plainPage,
} from '../shopper.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

async function mainCategories(page: Page): Promise<CategoryNode[]> {
  const answer = await page.request.get('/api/product-categories?locale=sv&sid=7&v=2&main_menu=true')
  return ((await answer.json()) as CategoryNode[]).filter(({ children }) => children.length > 0)
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Kategorier' })
/** The category in the row: an open panel before it links to the same page. */
const topOf = (page: Page, { name }: CategoryNode) =>
  menuOf(page).getByRole('link', { name, exact: true }).and(page.locator('[aria-expanded]'))

const swedish = new Intl.Collator('sv-SE')
/** The names of the children of a category, sorted in Swedish. */
const namesInOrder = ({ children }: CategoryNode) =>
  children.map(({ name }) => name).toSorted(swedish.compare)

/** The number of slides visible at once, to two digits. */
const slidesSeen = (strip: Locator) =>
  strip.evaluate((list) => {
    const { columnGap, paddingLeft, paddingRight } = getComputedStyle(list)
    const gap = Number.parseFloat(columnGap)
    const inside = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    const slide = list.firstElementChild!.getBoundingClientRect().width
    return Math.round(((inside + gap) / (slide + gap)) * 100) / 100
  })

/** The number of columns in which the visible items of a list stand. */
async function columnsSeen(list: Locator): Promise<number> {
  await expect(list).toBeVisible()
  return list.evaluate(
    (element) =>
      new Set([...element.children].map((item) => Math.round(item.getBoundingClientRect().left))).size,
  )
}

/** Hovers the menu, and waits until its script, which that loads, has taken over its links. */
async function menuHydrated(page: Page): Promise<void> {
  const link = menuOf(page).getByRole('link').first()
  await link.hover()
  await elementHydrated(link)
  await page.mouse.move(5, 880)
  await link.hover()
}

test.describe('the mega menu', () => {
  test('shows seven categories and “More” in one row at every width, in every store', async ({ page }) => {
    for (const code of storeCodes) {
      await page.goto(`/${code}${plainPage}`)
      const tops = page.locator('nav > ul a[aria-expanded]')
      await expect(tops).toHaveCount(8)
      for (const width of [1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const edges = await tops.evaluateAll((links) =>
          links.map((link) => link.getBoundingClientRect()).map(({ left, right, top }) => [left, right, top]),
        )
        // Between each and the next are at least 12 px.
        const close = edges.slice(1).filter(([left], at) => left! - edges[at]![1]! < 12)
        expect([code, width, close]).toEqual([code, width, []])
        expect([code, width, new Set(edges.map(([, , top]) => top)).size]).toEqual([code, width, 1])
        await expect(tops.last()).toBeInViewport({ ratio: 1 })
      }
    }
  })

  test('[MENU-01] [MENU-05] [MENU-06] [CHROME-08] [ENTITY-22] opens one category at a time, from the tree of the main menu, shows icons, links to categories and closes on navigation', async ({
    page,
  }) => {
    const calls = callsTo(page, 'product-categories')
    await page.goto(`/sv${plainPage}`)
    await hydrated(page)
    const [first, second] = await mainCategories(page)
    await menuHydrated(page)
    await topOf(page, first!).click()
    await expect(topOf(page, first!)).toHaveAttribute('aria-expanded', 'true')
    await topOf(page, second!).click()
    await expect(topOf(page, second!)).toHaveAttribute('aria-expanded', 'true')
    await expect(menuOf(page).locator('[aria-expanded="true"]')).toHaveCount(1)
    const panel = page.locator('#mega-menu')
    await expect(panel).toContainText(second!.children[0]!.name)
    expect(calls.map((call) => new URL(call.url()).search)).toEqual(['?locale=sv&sid=7&v=2&main_menu=true'])
    await topOf(page, first!).click()
    await expect(panel.locator('img').first()).toBeVisible()
    const child = first!.children[0]!
    const link = panel.getByRole('link', { name: child.name, exact: true })
    await expect(link).toHaveAttribute('href', `/sv/artiklar/${child.path}/index.html`)
    await link.click()
    await expect(page).toHaveURL(new RegExp(`/${child.path}/index.html$`))
    await expect(panel).toHaveCount(0)
  })

  test('opens the other categories behind “More”, and the keyboard reaches an open menu next', async ({
    page,
  }) => {
    await page.goto(`/sv${plainPage}`)
    await hydrated(page)
    const main = await mainCategories(page)
    await menuHydrated(page)
    const panel = page.locator('#mega-menu')
    const more = menuOf(page).getByRole('link', { name: 'Fler kategorier', exact: true })
    await more.click()
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    for (const { path } of main.slice(7))
      await expect(panel.locator(`li > a[href="/sv/artiklar/${path}/index.html"]`).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await topOf(page, main[0]!).focus()
    await page.keyboard.press('Enter')
    await expect(panel).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(panel.getByRole('link').first()).toBeFocused()
  })

  test('[MENU-02] [MENU-03] [MENU-04] closes by Escape, a tap beside it and a second tap, and has columns and slides by the width of the window', async ({
    page,
  }) => {
    await page.goto(`/sv${plainPage}`)
    await hydrated(page)
    const [first] = await mainCategories(page)
    await menuHydrated(page)
    const panel = page.locator('#mega-menu')
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 880),
      () => topOf(page, first!).click(),
    ]) {
      await topOf(page, first!).click()
      await expect(panel).toBeVisible()
      await close()
      await expect(panel).toHaveCount(0)
    }
    await topOf(page, first!).click()
    const columns = page.locator('#mega-menu > div > ul:nth-last-of-type(2)')
    const strip = page.locator('#mega-menu > div > ul:last-of-type')
    await expect(columns.locator('> li > a')).toHaveText(namesInOrder(first!))
    for (const [width, count] of [
      [993, 4],
      [992, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => columnsSeen(columns)).toBe(count)
    }
    // Below 992 px the sidebar replaces the menu; of this strip only the style sheet can still be checked.
    for (const [width, slides] of [
      [767, '4'],
      [768, '6'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      expect(await strip.evaluate((list) => getComputedStyle(list).getPropertyValue('--visible'))).toBe(
        slides,
      )
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(await slidesSeen(strip)).toBe(6)
    await expect(strip.getByRole('link', { name: first!.name, exact: true })).toHaveCount(0)
  })
})

test.describe('the sidebar of a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } })

  const open = async (page: Page, code: (typeof storeCodes)[number], path: string = plainPage) => {
    await page.goto(`/${code}${path}`)
    await hydrated(page)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /men[uyü]/i })
      .click()
    const panel = page.getByRole('dialog')
    await expect(panel).toBeVisible()
    return panel
  }

  test('[CHROME-10] has account, VAT switch, stores and service pages in every store', async ({ page }) => {
    for (const code of storeCodes) {
      const panel = await open(page, code)
      for (const other of storeCodes) {
        const flag = panel.getByRole('link', { name: stores[other].country })
        await expect(flag).toHaveAttribute('href', `/${other}${plainPage}`)
        await expect(flag.locator('img')).toBeVisible()
      }
      for (const path of ['customer-service', 'about', 'contact'])
        await expect(panel.locator(`a[href="/${code}/${path}"]:not([hreflang])`)).toBeVisible()
      await expect(panel.getByRole('switch')).toHaveCount(stores[code].allowExVat ? 1 : 0)
      await panel.locator(`a[href="/${code}?login"]`).click()
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await expect(page.getByRole('dialog')).not.toHaveAccessibleName(/^men[uyü]$/i)
    }
  })

  test('[MENU-02] [MENU-03] shows the children of a category sorted by name, in two columns from 481 px', async ({
    page,
  }) => {
    const main = await mainCategories(page)
    const largest = main.toSorted((a, b) => b.children.length - a.children.length)[0]!
    const panel = await open(page, 'sv')
    await panel.getByText(largest.name, { exact: true }).click()
    const list = panel.locator('details[open] > ul').nth(1)
    await expect(list.locator('> li > a, > li > details > summary')).toHaveText(namesInOrder(largest))
    for (const [width, count] of [
      [991, 2],
      [481, 2],
      [480, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => columnsSeen(list)).toBe(count)
    }
  })

  test('[CHROME-10] its VAT switch changes every price, and its flags the store', async ({ page }) => {
    const panel = await open(page, 'sv', '')
    const prices = () => page.locator('main article[data-sku]').first().innerText()
    const before = await prices()
    await panel.getByRole('switch').click()
    await expect.poll(prices).not.toBe(before)
    await panel.getByRole('link', { name: stores.no.country }).click()
    await expect(page).toHaveURL(/\/no$/)
  })
})

test('[CHROME-04] [CHROME-21] the cart button counts units and opens the cart, which lists its lines', async ({
  page,
}) => {
  const shopper = shopperIn(page)
  const [first, second] = await Promise.all([
    shopper.product(demo.dear),
    shopper.product(demo.cheap),
    shopper.startWith(demo.dear, demo.cheap),
  ])
  await shopper.visit(plainPage)
  await expect(page.locator('[data-cart-count]')).toHaveText('2')
  await shopper.openCart()
  await shopper.line(first.name).getByRole('textbox').fill('2')
  await expect(page.locator('[data-cart-count]')).toHaveText('3')
  await shopper.line(second.name).getByRole('textbox').fill('3')
  await expect(page.locator('[data-cart-count]')).toHaveText('5')
  await page.keyboard.press('Escape')
  await expect(shopper.cart).toBeHidden()
  await shopper.openCart()
  for (const [{ name }, quantity] of [
    [first, '2'],
    [second, '3'],
  ] as const) {
    await expect(shopper.line(name).getByRole('textbox')).toHaveValue(quantity)
    await expect(shopper.line(name).locator('strong')).toHaveText(/\d+\skr/)
  }
})

test('[CHROME-22] a product carousel shows more slides the wider the window', async ({ page }) => {
  const { slug } = await shopperIn(page).product(demo.largeLithium)
  await page.goto(`/sv/artiklar/${slug}.html`)
  const strip = page
    .locator('main section > ul[tabindex]')
    .filter({ has: page.locator('li:nth-child(3) article') })
    .first()
  const seen = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    return slidesSeen(strip)
  }
  const widths = [479, 480, 768, 992, 1200]
  const measured: number[] = []
  for (const width of widths) measured.push(await seen(width))
  expect(measured).toEqual([1.05, 1.5, 2.5, 3.5, 5])
  // No page has the narrow variant: it is the same strip without its only other class, that of the wide steps.
  const others = await strip.evaluate((list) => {
    const [carousel, ...rest] = list.parentElement!.classList
    list.parentElement!.className = carousel!
    return rest.length
  })
  expect(others).toBe(1)
  measured.length = 0
  for (const width of widths) measured.push(await seen(width))
  expect(measured).toEqual([1.05, 1.5, 1.5, 1.5, 3.5])
})

test('[CHROME-12] the shop’s promises rotate every 3 s, and pause on hover and focus', async ({ page }) => {
  await page.clock.install()
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/sv${plainPage}`)
  await hydrated(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const shown = page.getByRole('banner').locator('li[data-active]')
  // React renders what a timer has set in a task of its own.
  const turn = async (ms: number) => {
    await page.clock.runFor(ms)
    await allRequestsRecorded(page)
    return shown.innerText()
  }
  const first = await turn(0)
  const second = await turn(3000)
  expect(second).not.toBe(first)
  expect(await turn(3000)).not.toBe(second)
  await shown.hover()
  const read = await shown.innerText()
  expect(await turn(9000)).toBe(read)
  await page.mouse.move(200, 600)
  expect(await turn(3000)).not.toBe(read)
  await page.getByRole('banner').getByRole('button', { name: 'Pausa' }).focus()
  const reached = await shown.innerText()
  expect(await turn(9000)).toBe(reached)
})

test('[DEAL-05] a countdown pauses while its tab is hidden and is correct when it is visible again', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto(`/sv${plainPage}`)
  await hydrated(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const timer = page.locator('[data-deal]').getByRole('timer')
  // "2d 01:03:04"
  const seconds = async () => {
    const [, days = 0, ...clock] = /^(?:(\d+)\D+)?(\d\d):(\d\d):(\d\d)$/.exec(await timer.innerText())!
    return Number(days) * 86_400 + clock.reduce((sum, part) => sum * 60 + Number(part), 0)
  }
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  // The jump of the clock is rendered in a task of its own.
  await allRequestsRecorded(page)
  const before = await seconds()
  await page.clock.runFor(1000)
  await expect.poll(seconds).toBe(before - 1)
  await hide(true)
  await page.clock.runFor(10_000)
  await allRequestsRecorded(page)
  expect(await seconds()).toBe(before - 1)
  await hide(false)
  await expect.poll(seconds).toBe(before - 11)
})

test('[DEAL-04] the next delivery is a banner on every page in its last 24 hours, and disappears at dispatch', async ({
  page,
  request,
}) => {
  const answer = await request.get('/api/next-delivery?locale=sv&sid=7')
  const at = Date.parse(((await answer.json()) as { next_delivery: string }).next_delivery)
  const banner = page.getByRole('complementary', { name: 'Nästa avgång från lagret' })
  await page.clock.install({ time: at - 86_400_000 - 60_000 })
  await page.goto('/sv/about')
  await hydrated(page)
  await page.clock.pauseAt(at - 86_400_000 - 1)
  await expect(banner).toBeHidden()
  await page.clock.runFor(1)
  await expect(banner).toContainText('1d 00:00:00')
  await page.clock.fastForward(86_400_000 - 3_590_000)
  await expect(banner).toContainText('00:59:50')
  await page.clock.runFor(1000)
  await expect(banner).toContainText('00:59:49')
  await page.clock.fastForward(3_589_000)
  await expect(banner).toBeHidden()
})
