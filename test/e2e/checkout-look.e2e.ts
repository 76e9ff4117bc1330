import type { Locator } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import { barriersOf } from '../accessibility.ts'
import { demo, shopperIn } from '../shopper.ts'

const sizes = [
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** Children of the header's row that lie over the one before. */
const overlaps = (header: Locator) =>
  header.evaluate(({ firstElementChild: row }) =>
    [...row!.children]
      .filter(
        (child) =>
          child.previousElementSibling &&
          child.getBoundingClientRect().left < child.previousElementSibling.getBoundingClientRect().right,
      )
      .map(({ outerHTML }) => outerHTML),
  )

test('cart, checkout and receipt have no known accessibility barrier in light and in dark, and fit every window', async ({
  page,
}) => {
  test.slow()
  const shopper = shopperIn(page, 'de')
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  const inspect = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await barriersOf(page, { tags }), colorScheme).toEqual([])
      for (const size of sizes) {
        await page.setViewportSize(size)
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
      }
    }
  }
  await shopper.buy(demo.cheap)
  await inspect()
  await shopper.buy(demo.dear)
  await shopper.goToCheckout()
  // A name is one run of text: in a grid its unbroken parts would be blocks, each in a row of its own.
  const parts = page.getByRole('complementary').locator('li .unbroken')
  const displays = () => parts.evaluateAll((all) => all.map((part) => getComputedStyle(part).display))
  await expect.poll(async () => [...new Set(await displays())]).toEqual(['inline'])
  await shopper.orderButton.click()
  await expect(page.getByRole('group', { name: 'Einige Angaben fehlen oder sind falsch:' })).toBeFocused()
  await inspect()
  const notices = await page
    .getByRole('main')
    .locator('[role=status], [role=alert], [role=group]')
    .allInnerTexts()
  const said = notices.map((text) => text.trim()).filter((text) => text !== '')
  expect(said).toEqual([...new Set(said)])
  for (const width of [320, 360, 375]) {
    await page.setViewportSize({ width, height: 667 })
    expect(await overlaps(page.getByRole('banner')), String(width)).toEqual([])
    const footer = await page.getByRole('contentinfo').boundingBox()
    expect(footer!.height, String(width)).toBeLessThan(667 / 2)
  }
  await shopper.fillCheckout({ email: 'katharina.brandenburg.schulze@beispielunternehmen.example' })
  await inspect()
  await shopper.placeOrder()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await inspect()
  // A long e-mail address breaks.
  await page.setViewportSize({ width: 320, height: 667 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(faults).toEqual([])
})
