import type { Page } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import { links } from '../../app/links.ts'
import type { ProductCard } from '../../contract/catalogue.ts'
import { allRequestsRecorded, callsTo } from '../shopper.ts'
import { dropdownOf, fieldOf, focusField, optionsOf, pushedEvents, search, visit } from '../search-field.ts'

const termOf = (address: string) => new URL(address).searchParams.get('query')

/** Some real products of the store as its search returns them. */
async function someProducts(page: Page, count: number): Promise<ProductCard[]> {
  const answer = await page.request.get('/api/products?locale=sv&sid=7&query=batteri&nc=true&co=true')
  return ((await answer.json()) as { products: ProductCard[] }).products.slice(0, count)
}

const category = { slug: 'aa', uri: '/sv/artiklar/batterier/index.html', hierarchy: ['Batterier', 'AA'] }
const hint = {
  id: 1,
  hint: 'AA är LR6.',
  url: '/sv/recycling',
  url_title: 'Lämna batterier',
  redirect: false,
}

interface Stub {
  products?: ProductCard[]
  total?: number
  categories?: object[]
  hints?: object[] | number
}

/** The stubbed responses of a search; a number is a failure with that status. */
async function stubSearch(page: Page, { products = [], total, categories = [], hints = [] }: Stub) {
  await page.route('**/api/products?*', (route) =>
    route.fulfill({
      json: { products, categories },
      headers: total === undefined ? {} : { 'x-be-records': String(total) },
    }),
  )
  await page.route('**/api/search-triggers?*', (route) =>
    typeof hints === 'number' ? route.fulfill({ status: hints, json: {} }) : route.fulfill({ json: hints }),
  )
}

test.describe('typing in the search field', () => {
  test('[SEARCH-01] [SEARCH-05] [API-06] [API-08] requests products and hints for the trimmed term', async ({
    page,
  }) => {
    await visit(page)
    const products = callsTo(page, 'products')
    const hints = callsTo(page, 'search-triggers')
    await search(page, '  aa ')
    expect(products.map((call) => new URL(call.url()).search)).toEqual([
      '?locale=sv&sid=7&query=aa&nc=true&co=true',
    ])
    expect(hints.map((call) => new URL(call.url()).search)).toEqual(['?locale=sv&sid=7&query=aa'])
  })

  test('[SEARCH-02] [SEARCH-03] requests nothing below two characters or before the pause, and closes below', async ({
    page,
  }) => {
    await page.clock.install()
    await visit(page)
    const calls = callsTo(page, 'products')
    await focusField(page)
    // A clock that ran by itself would end the pause while the test is between two steps.
    await page.clock.pauseAt(Date.now() + 60_000)
    for (const text of ['a', ' a ']) {
      await fieldOf(page).fill(text)
      await page.clock.runFor(1000)
    }
    await allRequestsRecorded(page)
    expect(calls).toEqual([])
    await fieldOf(page).fill('aa')
    await page.clock.runFor(249)
    await allRequestsRecorded(page)
    expect(calls).toEqual([])
    await page.clock.runFor(1)
    await expect.poll(() => calls.length).toBe(1)
    await expect(dropdownOf(page)).toBeVisible()
    await fieldOf(page).fill('a')
    await expect(dropdownOf(page)).toHaveCount(0)
    await page.clock.runFor(1000)
    await allRequestsRecorded(page)
    expect(calls).toHaveLength(1)
  })

  test('keeps what was typed before the dropdown’s script is loaded', async ({ page }) => {
    const arrived = Promise.withResolvers<void>()
    await page.route(/search-dropdown.*\.js/, async (route) => {
      await arrived.promise
      await route.continue()
    })
    await visit(page)
    await fieldOf(page).pressSequentially('mignon')
    await expect(fieldOf(page)).not.toHaveAttribute('role')
    arrived.resolve()
    await expect(optionsOf(page).first()).toBeVisible()
    await expect(fieldOf(page)).toHaveValue('mignon')
    await expect(fieldOf(page)).toBeFocused()
  })

  test('[SEARCH-09] [API-08] shows only the results of the latest term, and products without hints if those fail', async ({
    page,
  }) => {
    const [first, second] = await someProducts(page, 2)
    const slow = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    await stubSearch(page, { hints: 500 })
    await page.route('**/api/products?*', async (route) => {
      const isSlow = termOf(route.request().url()) === 'aa'
      if (isSlow) await slow.promise
      await route.fulfill({ json: { products: [isSlow ? first : second], categories: [] } }).catch(() => {})
      if (isSlow) answered.resolve()
    })
    await visit(page)
    await focusField(page)
    const asked = page.waitForRequest((request) => request.url().includes('query=aa&'))
    await fieldOf(page).fill('aa')
    await asked
    await fieldOf(page).fill('aab')
    const shown = optionsOf(page).first()
    await expect(shown).toHaveAttribute('href', links.product('sv', second!.slug))
    slow.resolve()
    await answered.promise
    await allRequestsRecorded(page)
    await expect(shown).toHaveAttribute('href', links.product('sv', second!.slug))
  })

  test('shows a message with a link when the shop does not respond', async ({ page }) => {
    await stubSearch(page, {})
    await page.route('**/api/products?*', (route) => route.fulfill({ status: 500, json: { message: 'x' } }))
    await visit(page)
    await search(page, 'aa')
    await expect(page.locator('[data-search-panel]')).toContainText('svarar inte just nu')
    await expect(optionsOf(page)).toHaveAttribute('href', links.search('sv', 'aa'))
  })
})

test.describe('the dropdown', () => {
  test('[SEARCH-06] [SEARCH-07] [ENTITY-18] [ENTITY-19] [ENTITY-20] shows products, categories, hints and the count', async ({
    page,
  }) => {
    const [product] = await someProducts(page, 1)
    await stubSearch(page, { products: [product!], total: 37, categories: [category], hints: [hint] })
    await visit(page)
    await search(page, 'aa')
    const group = (name: string) => dropdownOf(page).getByRole('group', { name })
    const shown = group('Produkter').getByRole('option').first()
    await expect(shown).toContainText(product!.name)
    await expect(shown).toContainText(product!.categories.find(({ main }) => main)!.name)
    await expect(shown.locator('img')).toBeVisible()
    await expect(shown).toContainText(/\d\skr/)
    await expect(shown.locator('[data-stock]')).toBeVisible()
    await expect(shown).toHaveAttribute('href', links.product('sv', product!.slug))
    const hit = group('Kategorier som passar').getByRole('option')
    await expect(hit).toHaveText('Batterier › AA')
    await expect(hit).toHaveAttribute('href', category.uri)
    const known = group('Bra att veta').getByRole('option')
    await expect(known).toContainText(hint.hint)
    await expect(known).toContainText(hint.url_title)
    await expect(known).toHaveAttribute('href', hint.url)
    await expect(group('Produkter').getByRole('option').last()).toHaveText('Visa alla 37 produkter')
    await expect(page.getByRole('search').getByRole('status')).toHaveText('37 produkter')
  })

  test('[API-06] counts the list where the header is missing', async ({ page }) => {
    await stubSearch(page, { products: await someProducts(page, 3) })
    await visit(page)
    await search(page, 'aa')
    await expect(page.getByRole('search').getByRole('status')).toHaveText('3 produkter')
  })

  test('[SEARCH-11] [API-21] names a product’s category as the lookup confirms it, and none if that fails', async ({
    page,
  }) => {
    const [product] = await someProducts(page, 1)
    const main = product!.categories.find((each) => each.main)!
    await stubSearch(page, { products: [product!] })
    let status = 200
    const asked: unknown[] = []
    await page.route('**/api/category-children?*', (route) => {
      asked.push(route.request().postDataJSON())
      return route.fulfill({ status, json: status === 200 ? { [main.path]: [product!.id] } : {} })
    })
    await visit(page)
    await search(page, 'aa')
    await expect(optionsOf(page).first()).toContainText(main.name)
    expect(asked).toEqual([{ productIDs: [product!.id], Categories: [main.id] }])
    status = 500
    const failed = page.waitForResponse('**/api/category-children?*')
    await fieldOf(page).fill('aab')
    await failed
    await expect(optionsOf(page).first()).not.toContainText(main.name)
    await expect(optionsOf(page).first()).toContainText(product!.name)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('[SEARCH-08] says that nothing was found, with the nearest words and categories', async ({ page }) => {
    await visit(page)
    await search(page, 'qzxqzx wvwvw')
    await expect(page.locator('[data-search-panel]')).toContainText('Inga produkter hittades')
    await expect(page.getByRole('search').getByRole('status')).toHaveText('Inga produkter hittades')
    await expect(
      dropdownOf(page).getByRole('group', { name: 'Närmaste kategorier' }).getByRole('option').first(),
    ).toHaveAttribute('href', /index\.html$/)
    const reported = page.waitForRequest('**/api/search-misses?*')
    await fieldOf(page).press('Escape')
    await reported
    await fieldOf(page).fill('qzxqzx ficklampa')
    await expect(dropdownOf(page).getByRole('group', { name: 'Menade du' }).getByRole('option')).toHaveText([
      'ficklampa',
    ])
  })

  test('[SEARCH-10] is navigated with the arrow keys, and Enter opens the selected option', async ({
    page,
  }) => {
    await visit(page)
    // Hints and devices that come later than the products are options too.
    const answers = ['products', 'search-triggers', 'devices'].map((path) =>
      page.waitForResponse(`**/api/${path}?*`),
    )
    await search(page, 'aa')
    for (const answer of await Promise.all(answers)) await answer.finished()
    await allRequestsRecorded(page)
    const field = fieldOf(page)
    const options = optionsOf(page)
    const count = await options.count()
    const active = async () => {
      const id = await field.getAttribute('aria-activedescendant')
      return options.evaluateAll((all, wanted) => all.findIndex((each) => each.id === wanted), id)
    }
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await expect(field).toHaveAttribute('aria-controls', (await dropdownOf(page).getAttribute('id'))!)
    expect(await active()).toBe(-1)
    for (const [key, place] of [
      ['ArrowDown', 0],
      ['ArrowDown', 1],
      ['End', count - 1],
      ['ArrowDown', -1],
      ['ArrowUp', count - 1],
      ['Home', 0],
      ['ArrowUp', -1],
      ['ArrowDown', 0],
    ] as const) {
      await field.press(key)
      await expect.poll(active, key).toBe(place)
    }
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await expect(field).toBeFocused()
    const target = (await options.first().getAttribute('href'))!
    await field.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${target.replaceAll('.', '\\.')}$`))
    await expect(dropdownOf(page)).toHaveCount(0)
  })

  test('[SEARCH-10] closes with Escape, a press elsewhere and a navigation; the text stays', async ({
    page,
  }) => {
    await visit(page)
    const field = fieldOf(page)
    await search(page, 'aa')
    await field.press('Escape')
    await expect(dropdownOf(page)).toHaveCount(0)
    await expect(field).toHaveValue('aa')
    await expect(field).toHaveAttribute('aria-expanded', 'false')
    await field.press('ArrowDown')
    await expect(dropdownOf(page)).toBeVisible()
    await page.locator('main').click({ position: { x: 5, y: 5 } })
    await expect(dropdownOf(page)).toHaveCount(0)
    await field.fill('aaa')
    await expect(dropdownOf(page)).toBeVisible()
    await page.getByRole('banner').locator('a[href="/sv"]').first().focus()
    await expect(dropdownOf(page)).toHaveCount(0)
    await field.fill('aa')
    await expect(dropdownOf(page)).toBeVisible()
    await optionsOf(page).first().click()
    await expect(page).toHaveURL(/\/artiklar\/.+\.html$/)
    await expect(dropdownOf(page)).toHaveCount(0)
  })

  test('sells a product without choices to the pointer; one with choices is chosen on its page', async ({
    page,
  }) => {
    const products = await someProducts(page, 24)
    const hasChoices = ({ variations }: ProductCard) => variations.length > 0
    const sold = products.find((product) => product.orderable && !hasChoices(product))!
    const chosen = products.find(hasChoices)!
    await stubSearch(page, { products: [sold, chosen] })
    await visit(page)
    await search(page, 'batteri')
    // Hidden from assistive technology, which opens the product: an option holds no button.
    const buttons = dropdownOf(page).getByRole('button', { name: 'Köp', includeHidden: true })
    await expect(buttons).toHaveCount(1)
    await buttons.click()
    await expect(dropdownOf(page)).toHaveCount(0)
    await expect(page.getByRole('dialog').getByRole('link', { name: sold.name })).toBeVisible()
  })

  test('[EVENT-07] tracks once which category was chosen', async ({ page }) => {
    await stubSearch(page, { categories: [category] })
    await visit(page)
    await search(page, 'aa')
    await optionsOf(page).first().click()
    await expect(page).toHaveURL(new RegExp(`${category.uri}$`))
    await expect
      .poll(() => pushedEvents(page, 'categorySearch'))
      .toEqual([{ event: 'categorySearch', slug: category.slug, search_term: 'aa' }])
  })
})

test('[SEARCH-06] what is typed leads to the product', async ({ page }) => {
  for (const [code, term, name] of [
    ['sv', 'hörapparatsbatteri gul', /hörapparatsbatteri.*gul/i],
    ['no', 'høreapparatbatteri gul', /høreapparatbatteri.*gul/i],
    ['de', 'mignon', /AA-/],
    ['sv', 'CB-DL-6GTPV', /Dell XPS 15 9560/],
    ['da', 'mignon', /AA-/],
  ] as const) {
    await visit(page, code)
    await search(page, term)
    await expect(optionsOf(page).first()).toContainText(name)
  }
})
