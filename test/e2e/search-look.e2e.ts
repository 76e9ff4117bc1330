import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { fieldOf, search, visit } from '../search-field.ts'

test('the search dropdown has no known accessibility barrier, causes no layout shift and fits windows of 768 and 1440 px', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [width, height] of [
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await visit(page)
    const before = await page.locator('main').boundingBox()
    await search(page, 'mignon')
    await fieldOf(page).press('ArrowDown')
    expect(await page.locator('main').boundingBox()).toEqual(before)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const panel = (await page.locator('[data-search-panel]').boundingBox())!
    expect(panel.x).toBeGreaterThanOrEqual(0)
    expect(panel.x + panel.width).toBeLessThanOrEqual(width)
    expect(panel.y + panel.height).toBeLessThanOrEqual(height)
    expect(await barriersOf(page, { within: 'header' })).toEqual([])
  }
})
