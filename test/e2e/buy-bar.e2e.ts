import { expect, test } from '../browser-test.ts'
import { shopperIn } from '../shopper.ts'

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
