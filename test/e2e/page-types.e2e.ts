import type { Page } from '@playwright/test'
import { links } from '../../app/links.ts'
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest } from '../customers.ts'
import { goneProduct } from '../gone-product.ts'
import { pageTypes } from '../page-types.ts'
import { demo, shopperIn } from '../shopper.ts'

/** WCAG 2.2 A and AA, and what axe calls good practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const customers = customersOfTest(test)

/** A gift card is one amount of one currency: each store sells its own. */
const giftCards = { sv: 'GIFT-500', no: 'GIFT-500', de: 'GIFT-50-EUR', da: 'GIFT-350-DKK' }

/** An address of every type of page in the store. */
async function addressesIn(page: Page, store: StoreCode): Promise<Record<string, string>> {
  const shopper = shopperIn(page, store)
  const product = await shopper.product(demo.cheap)
  const tagged = await shopper.product('AM-H2-USB')
  const giftCard = await shopper.product(giftCards[store])
  const gone = await goneProduct(customers().db, store, product.categories[0]!.id)
  const statusOfGone = async () => (await page.request.get(links.product(store, gone))).status()
  await expect.poll(statusOfGone).toBe(410)
  return pageTypes(store, {
    product: product.slug,
    giftCard: giftCard.slug,
    goneProduct: gone,
    category: product.categories[0]!.path,
    brand: product.brand!.slug,
    tag: tagged.tags[0]!.slug,
  })
}

/** How far the page can be scrolled sideways, if it can. */
async function overflow(page: Page): Promise<string[]> {
  const pixels = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return pixels > 0 ? [`wider than the window by ${pixels} px`] : []
}

/** Fields whose hint is wider than they are, so that its end is not seen. */
function cutHints(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('input')].flatMap((input) => {
      const isHidden = getComputedStyle(input, '::placeholder').color === 'rgba(0, 0, 0, 0)'
      const hint = isHidden ? (input.form?.dataset['hint'] ?? '') : input.placeholder
      const { font, paddingLeft, paddingRight } = getComputedStyle(input)
      const pen = document.createElement('canvas').getContext('2d')!
      pen.font = font
      const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return input.checkVisibility() && pen.measureText(hint).width > room ? [`cut hint: ${hint}`] : []
    }),
  )
}

/** Buttons of forms and of steppers that another one covers. */
function coveredButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [
      ...document.querySelectorAll('main form button, main [role=group] button, main [role=group] ~ button'),
    ]
      .filter((button) => button.checkVisibility())
      .map((button) => ({ button, box: button.getBoundingClientRect() }))
    return boxes.flatMap(({ button, box }) =>
      boxes.some(
        (other) =>
          other.button !== button &&
          Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
          Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1,
      )
        ? [`covered: ${button.textContent}`]
        : [],
    )
  })
}

/**
 * Lays out every list of the page, also below the window (`content-visibility: auto`). Otherwise the browser decides
 * while axe measures which cards have a size.
 */
const layOutLists = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [sheet]
  })

/** Pages as the server renders them: their scripts, and drawing their pictures, would take most of the processor time. */
async function withoutScripts(page: Page): Promise<void> {
  await page.route(/\/assets\/.*\.js$|\.(?:avif|webp|jpg)$/, (route) => route.abort())
}

for (const [turn, store] of storeCodes.entries())
  test(`every type of page of ${stores[store].brand} breaks no rule of axe and fits its window`, async ({
    page,
  }) => {
    await withoutScripts(page)
    const found: Record<string, unknown> = {}
    for (const [index, [type, path]] of Object.entries(await addressesIn(page, store)).entries()) {
      // Layout and colours are the same in each store: they are checked in one store per type in turn.
      const isNarrow = index % storeCodes.length === turn
      await page.setViewportSize({ width: isNarrow ? 320 : 1280, height: 720 })
      await page.goto(path)
      await layOutLists(page)
      const skip = isNarrow ? [] : ['color-contrast']
      const problems: unknown[] = await barriersOf(page, { tags, skip })
      problems.push(...(await overflow(page)), ...(await cutHints(page)), ...(await coveredButtons(page)))
      if (isNarrow) {
        // The layout of a window of 1280 px at 200 %.
        await page.setViewportSize({ width: 640, height: 720 })
        problems.push(...(await barriersOf(page, { rules: ['target-size'] })), ...(await overflow(page)))
      }
      if (problems.length > 0) found[type] = problems
    }
    expect(found).toEqual({})
  })

test('home breaks no rule of axe once its lists are laid out and its cards have all their controls', async ({
  page,
}) => {
  await page.setViewportSize({ width: 412, height: 823 })
  await page.goto(links.home('sv'))
  // Each list below the first window is laid out in its turn; the control that saves a product is rendered last.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main article[data-sku]')]
      .filter((card) => card.checkVisibility())
      .every(
        (card) =>
          card.checkVisibility({ contentVisibilityAuto: true }) &&
          card.querySelector('button[aria-pressed]') !== null,
      ),
  )
  expect(await barriersOf(page, { tags, skip: ['color-contrast'] })).toEqual([])
})
