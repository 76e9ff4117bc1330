import { expect, test } from '../browser-test.ts'
import { demo, shopperIn } from '../shopper.ts'

test('the focused element on a phone is not hidden by the bar with Buy, down to the last link of the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const shopper = shopperIn(page, 'da')
  const { slug } = await shopper.product('NC-CR2025-5')
  await shopper.visit(`/artiklar/${slug}.html`)
  const hidden: string[] = []
  for (let stop = 0; stop < 60; stop++) {
    await page.keyboard.press('Tab')
    hidden.push(
      ...(await page.evaluate(async () => {
        // What is seen is the frame after the one in which the page moves.
        await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))
        const focused = document.activeElement!
        const { left, top, width, height } = focused.getBoundingClientRect()
        const shown = document.elementFromPoint(left + width / 2, top + height / 2)
        const bar =
          shown && [shown, shown.parentElement!].find((box) => getComputedStyle(box).position === 'fixed')
        return bar && !bar.contains(focused) ? [focused.textContent] : []
      })),
    )
  }
  expect(hidden).toEqual([])
})

test('on a desktop Buy is in the first window of a page with tiers, and stays in it while the page is scrolled', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const shopper = shopperIn(page)
  const { slug } = await shopper.product(demo.cheap)
  await shopper.visit(`/artiklar/${slug}.html`)
  const buy = page.locator('main').getByRole('button', { name: 'Köp', exact: true })
  await expect(page.getByRole('main').getByRole('table').first()).toContainText('från 10')
  await expect(buy).toHaveCount(1)
  await expect(buy).toBeInViewport({ ratio: 1 })
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(buy.last()).toBeInViewport({ ratio: 1 })
})
