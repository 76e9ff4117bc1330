import { expect, test } from '../browser-test.ts'
import { links } from '../../app/links.ts'

const listing = links.categoryAll('sv', 'batterier')

test.describe('the filters of a listing on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } })

  test('open as a sheet, show how many are chosen, and are removed one by one', async ({ page }) => {
    await page.goto(`${listing}?stock=in_stock`)
    const button = page.getByRole('button', { name: /^Filter/ })
    await expect(button).toContainText('1')
    await button.click()
    const sheet = page.getByRole('complementary', { name: 'Filter' })
    await sheet.getByRole('link', { name: /^Voltara/ }).click()
    await expect(page).toHaveURL(/brand=voltara/)
    await expect(page.getByRole('link', { name: 'Ta bort filtret Märke: Voltara' })).toBeAttached()
    await page.goto(`${listing}?brand=voltara&stock=in_stock`)
    await expect(button).toContainText('2')
    await page.getByRole('link', { name: 'Ta bort filtret Märke: Voltara' }).click()
    await expect(page).toHaveURL(/\?stock=in_stock$/)
    await expect(button).toContainText('1')
  })
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } })

  test('filters open, narrow and are cleared all the same', async ({ page }) => {
    await page.goto(listing)
    await page.getByRole('button', { name: /^Filter/ }).click()
    await page
      .getByRole('complementary', { name: 'Filter' })
      .getByRole('link', { name: /^Voltara/ })
      .click()
    await expect(page).toHaveURL(/brand=voltara/)
    await page.getByRole('link', { name: 'Rensa filter' }).click()
    await expect(page).toHaveURL(new RegExp(`${listing}$`))
  })
})
