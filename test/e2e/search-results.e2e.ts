import type { Page } from '@playwright/test'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { links } from '../../app/links.ts'
import { storeCodes, stores } from '../../domain/stores/stores.ts'
import { hydrated, plainPage } from '../shopper.ts'
import { dropdownOf, fieldOf, focusField, pushedEvents, search, visit } from '../search-field.ts'

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
      await field.fill('  aa ')
      await field.press('Enter')
      await expect(page).toHaveURL(new RegExp(`/${code}/${stores[code].paths.search}\\?query=aa$`))
      await expect(field).toHaveValue('aa')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('aa')
      await expect(dropdownOf(page)).toHaveCount(0)
      // One letter did not navigate: the page before the results is the first one.
      await page.goBack()
      await expect(page).toHaveURL(new RegExp(`/${code}${plainPage}$`))
    })

  for (const width of [320, 1440])
    test(`[SEARCH-04] is refused in the shop’s words beside a field that is too short, ${width} px wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 })
      await visit(page)
      const field = fieldOf(page)
      // The browser shows its bubble where nothing has prevented it.
      await field.evaluate((input) =>
        input.addEventListener('invalid', (event) =>
          setTimeout(() => (input.dataset['bubble'] = String(!event.defaultPrevented))),
        ),
      )
      const refusal = page.getByRole('alert').filter({ hasText: 'Skriv minst två tecken.' })
      await page.getByRole('banner').getByRole('search').getByRole('button', { name: 'Sök' }).click()
      await expect(refusal).toBeVisible()
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAttribute('data-bubble', 'false')
      await field.press('a')
      await expect(refusal).toHaveCount(0)
      await expect(field).not.toHaveAttribute('aria-invalid')
      for (const text of ['a', ' a ']) {
        await field.fill(text)
        await field.press('Enter')
        await expect(refusal).toBeVisible()
        await expect(field).toHaveAccessibleDescription('Skriv minst två tecken.')
      }
      await expect(page).toHaveURL(new RegExp(plainPage))
    })

  test('works without a script', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await page.goto(`/sv${plainPage}`)
    await fieldOf(page).fill('mignon')
    await fieldOf(page).press('Enter')
    await expect(page).toHaveURL(/sokresultat\.html\?query=mignon$/)
    await expect(page.locator('main article[data-sku]').first()).toBeVisible()
    await context.close()
  })
})

test.describe('the results page', () => {
  const open = async (page: Page, query: string) => {
    await page.goto(links.search('sv', query))
    await hydrated(page)
  }

  test('[PAGE-12] [SEARCH-07] [ENTITY-19] shows term, count, categories, hints, filters, order and pages', async ({
    page,
  }) => {
    const answer = await page.request.get('/api/products?locale=sv&sid=7&query=aa&nc=true&co=true')
    const count = answer.headers()['x-be-records']!
    const { products, categories } = (await answer.json()) as {
      products: { sku: string }[]
      categories: { uri: string; hierarchy: string[] }[]
    }
    await open(page, 'aa')
    const main = page.locator('main')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sökresultat för ”aa” ${count} träffar`)
    await expect(main.locator('article[data-sku]')).toHaveCount(products.length)
    for (const { uri, hierarchy } of categories)
      await expect(main.getByRole('link', { name: hierarchy.join(' › '), exact: true })).toHaveAttribute(
        'href',
        uri,
      )
    await expect(main.getByRole('list', { name: 'Bra att veta' })).toContainText('LR6')
    await open(page, 'batteri')
    await main.getByRole('link', { name: 'Sida 2' }).click()
    await expect(page).toHaveURL(/query=batteri&page=2#grid$/)
    await page.getByLabel('Sortera').selectOption('price_asc')
    await expect(page).toHaveURL(/query=batteri&sort=price_asc/)
    await main.locator('aside').getByRole('link').first().click()
    await expect(page).toHaveURL(/query=batteri&[a-z_]+=/)
    await expect(fieldOf(page)).toHaveValue('batteri')
  })

  test('[SEARCH-08] without a hit says so, with the nearest words and categories', async ({ page }) => {
    await open(page, 'qzxqzx wvwvw')
    const main = page.locator('main')
    await expect(main.getByRole('heading', { name: 'Inga produkter hittades' })).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Närmaste kategorier' })).toBeVisible()
    await expect(main.locator('a[href$="/index.html"]').first()).toBeVisible()
    await open(page, 'qzxqzx ficklampa')
    await expect(
      main.getByRole('list', { name: 'Menade du' }).getByRole('link', { name: 'ficklampa' }),
    ).toBeVisible()
    await expect(main.getByRole('list', { name: 'Menade du' }).getByRole('link')).toHaveCount(1)
  })

  test('names the corrected word when the term was mistyped', async ({ page }) => {
    await open(page, 'fikklampa')
    await expect(page.locator('main')).toContainText('Här är träffarna för ”ficklampa”')
    await expect(page.locator('main article[data-sku]').first()).toContainText(/ficklampa/i)
  })

  test('[EVENT-06] is tracked once, however it is sorted and paged; another term again', async ({ page }) => {
    await open(page, '9v')
    const hits = async (query: string) => {
      const answer = await page.request.get(`/api/products?locale=sv&sid=7&query=${query}`)
      return Number(answer.headers()['x-be-records'])
    }
    const first = { event: 'search', search_term: '9v', hits: await hits('9v') }
    await expect.poll(() => pushedEvents(page, 'search')).toEqual([first])
    await page.getByLabel('Sortera').selectOption('price_asc')
    await expect(page).toHaveURL(/sort=price_asc$/)
    await expect(page.getByLabel('Sortera')).toHaveValue('price_asc')
    expect(await pushedEvents(page, 'search')).toEqual([first])
    await search(page, 'x')
    await fieldOf(page).fill('cr2032')
    await fieldOf(page).press('Enter')
    const second = { event: 'search', search_term: 'cr2032', hits: await hits('cr2032') }
    await expect.poll(() => pushedEvents(page, 'search')).toEqual([first, second])
  })

  test('[EVENT-07] tracks which of its categories was chosen', async ({ page }) => {
    await open(page, 'mignon')
    const chip = page
      .locator('main')
      .getByRole('list', { name: 'Kategorier som passar' })
      .getByRole('link')
      .first()
    const slug = /([^/]+)\/index\.html$/.exec((await chip.getAttribute('href'))!)?.[1]
    await chip.click()
    await expect(page).toHaveURL(/index\.html$/)
    await expect
      .poll(() => pushedEvents(page, 'categorySearch'))
      .toEqual([{ event: 'categorySearch', slug, search_term: 'mignon' }])
  })

  test('[ENTITY-20] is skipped for a term with a redirecting hint', async ({ page }) => {
    await visit(page)
    await focusField(page)
    await fieldOf(page).fill('kundservice')
    await fieldOf(page).press('Enter')
    await expect(page).toHaveURL(/\/sv\/customer-service$/)
  })

  test('has no known accessibility barrier in windows of 375 and 1440 px', async ({ page }) => {
    for (const query of ['mignon', 'qzxqzx wvwvw']) {
      await open(page, query)
      for (const width of [375, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        expect(await barriersOf(page, { within: 'main' })).toEqual([])
      }
    }
  })
})
