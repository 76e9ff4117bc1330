import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { demo, shopperIn } from '../shopper.ts'

const sizes = [
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

for (const colorScheme of ['light', 'dark'] as const) {
  test(`cart, checkout and receipt have no known accessibility barrier in ${colorScheme} and fit every window`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const shopper = shopperIn(page, 'de')
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    const inspect = async () => {
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      for (const size of sizes) {
        await page.setViewportSize(size)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
      }
    }
    await shopper.buy(demo.cheap)
    await inspect()
    await shopper.buy(demo.dear)
    await shopper.goToCheckout()
    await shopper.orderButton.click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await inspect()
    await shopper.fillCheckout()
    await inspect()
    await shopper.placeOrder()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await inspect()
    expect(faults).toEqual([])
  })
}
