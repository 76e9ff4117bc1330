import { expect, test } from '@playwright/test'
import { searchPath } from '../../domain/stores/paths.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { dropdownOf, fieldOf, focusField, visit } from '../search-field.ts'

test.describe('Enter in the field', () => {
  for (const code of storeCodes)
    test(`[SEARCH-01] [SEARCH-04] [QUERY-13] leads to the results of ${code} for the trimmed term`, async ({
      page,
    }) => {
      await visit(page, code)
      await focusField(page)
      const field = fieldOf(page)
      await field.fill(' a ')
      await field.press('Enter')
      await expect(page).toHaveURL(new RegExp(`/${code}$`))
      await field.fill('  aa ')
      await field.press('Enter')
      await expect(page).toHaveURL(new RegExp(`/${code}/${searchPath[code]}\\?query=aa$`))
      await expect(field).toHaveValue('aa')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('aa')
      await expect(dropdownOf(page)).toHaveCount(0)
    })

  test('[SEARCH-04] works without a script', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await page.goto('/sv')
    await fieldOf(page).fill('mignon')
    await fieldOf(page).press('Enter')
    await expect(page).toHaveURL(/sokresultat\.html\?query=mignon$/)
    await expect(page.locator('main article[data-sku]').first()).toBeVisible()
    await context.close()
  })
})
