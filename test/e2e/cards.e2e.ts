import { expect, test, type Page } from '@playwright/test'
import type { CategoryNode } from '../../domain/catalogue/catalogue.ts'
import type { ProductCard } from '../../domain/catalogue/product.ts'
import { formatMoney, toMinor } from '../../domain/money/money.ts'
import { activeTiers } from '../../domain/pricing/tiers.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { awake, demo, shopperIn } from '../shopper.ts'

/** The first page of a main category as the API gives it, and its address. */
async function firstShelf(page: Page, code: StoreCode) {
  const query = `locale=${code}&sid=${stores[code].storeId}`
  const tree = await page.request.get(`/api/product-categories?${query}&v=2&main_menu=true`)
  const [category] = (await tree.json()) as CategoryNode[]
  const list = await page.request.get(`/api/products?${query}&category=${category!.path}`)
  const { products } = (await list.json()) as { products: ProductCard[] }
  return { category: category!, products, path: `/${code}/artiklar/${category!.path}/index.html` }
}

const cardOf = (page: Page, product: ProductCard) =>
  page.locator(`article[data-sku="${product.sku}"]`).first()

test.describe('a product card', () => {
  for (const code of ['sv', 'de'] as const) {
    test(`[CARD-01] [CARD-02] [CARD-04] [CARD-06] shows picture, name, price and stock in ${code}`, async ({
      page,
    }) => {
      const { products, path } = await firstShelf(page, code)
      await page.goto(path)
      for (const product of products.slice(0, 6)) {
        const card = cardOf(page, product)
        await expect(card.locator('img').first()).toHaveAttribute('src', new RegExp(product.thumb!.key))
        await expect(card.getByRole('link', { name: product.name, exact: true })).toHaveAttribute(
          'href',
          `/${code}/artiklar/${product.slug}.html`,
        )
        const [tier] = activeTiers(product.prices)
        await expect(card).toContainText(formatMoney(toMinor(tier!.p), stores[code]))
        await expect(card.locator('[data-stock]')).not.toBeEmpty()
      }
    })

    test(`[CARD-09] leads to what delivery costs only where the store says so: ${code}`, async ({ page }) => {
      const { products, path } = await firstShelf(page, code)
      await page.goto(path)
      const link = cardOf(page, products[0]!).locator(`a[href="/${code}/shipping"]`)
      await expect(link).toHaveCount(stores[code].showShippingInfo ? 1 : 0)
    })
  }

  test('shows its second picture under a mouse, and loads none before', async ({ page }) => {
    const { products, path } = await firstShelf(page, 'sv')
    const product = products.find(({ hover_thumb: second }) => second !== null)!
    await page.goto(path)
    await awake(page)
    const second = cardOf(page, product).locator(`img[src*="${product.hover_thumb!.key}"]`)
    await expect(second).toHaveCount(0)
    await cardOf(page, product).hover()
    await expect(second).toBeVisible()
  })

  test('[CARD-03] shows stars where somebody has rated, none where nobody has', async ({ page }) => {
    const { products, path } = await firstShelf(page, 'sv')
    await page.goto(path)
    for (const product of products) {
      const stars = cardOf(page, product).locator('[data-score]')
      if (product.score === null) await expect(stars).toHaveCount(0)
      else await expect(stars).toHaveAttribute('data-score', String(product.score))
    }
  })

  test('[CARD-05] [CARD-12] bears its reduction and its label, and neither without', async ({ page }) => {
    const { products, path } = await firstShelf(page, 'sv')
    await page.goto(path)
    for (const product of products) {
      const reduction = activeTiers(product.prices)[0]?.d ?? 0
      const card = cardOf(page, product)
      if (reduction > 0) await expect(card).toContainText(`−${reduction}\u00A0%`)
      else await expect(card).not.toContainText('−')
      if (product.metadata.decoration) await expect(card).toContainText(product.metadata.decoration)
    }
  })

  test('[CARD-05] tells the higher of its reduction and the shopper’s code, and whose it is; the 30-day price stays', async ({
    page,
  }) => {
    const { products, path } = await firstShelf(page, 'sv')
    const reductionOf = ({ prices }: ProductCard) => activeTiers(prices)[0]?.d ?? 0
    const reduced = products.filter((product) => reductionOf(product) > 0)
    const usual = products.filter((product) => reductionOf(product) === 0)
    expect([reduced.length > 0, usual.length > 0]).toEqual([true, true])
    let percent = 0
    await page.route('**/api/sync-coupons?*', (route) =>
      route.fulfill({ json: [{ code: 'ANNA', applied: true, percentage_discount: percent }] }),
    )
    const withCode = async (value: number) => {
      percent = value
      await page.goto('/sv/rabatt/ANNA')
      await awake(page)
      await expect
        .poll(async () => (await shopperIn(page).stored()).discount.items[0]?.percentage_discount)
        .toBe(value)
      await page.goto(path)
    }
    await withCode(95)
    for (const product of products) await expect(cardOf(page, product)).toContainText('−95\u00A0% med ANNA')
    for (const product of reduced) {
      await expect(cardOf(page, product)).not.toContainText(`−${reductionOf(product)}\u00A0%`)
      await expect(cardOf(page, product)).toContainText('Lägsta pris 30 dagar före')
    }
    await page.evaluate(() => localStorage.clear())
    await withCode(1)
    for (const product of usual) await expect(cardOf(page, product)).toContainText('−1\u00A0% med ANNA')
    for (const product of reduced) {
      await expect(cardOf(page, product)).toContainText(`−${reductionOf(product)}\u00A0%`)
      await expect(cardOf(page, product)).not.toContainText('ANNA')
    }
  })

  test('[CARD-07] Buy adds one', async ({ page }) => {
    const shopper = shopperIn(page)
    const { products, path } = await firstShelf(page, 'sv')
    const plain = products.find(
      (product) => product.orderable && product.variations.length === 0 && !product.has_upselling,
    )
    test.skip(plain === undefined, 'the first shelf holds parents only')
    await page.goto(path)
    await awake(page)
    await cardOf(page, plain!).getByRole('button').click()
    await expect(shopper.cart).toBeVisible()
    const [item] = (await shopper.stored()).cart.items
    expect(item).toMatchObject({ sku: plain!.sku, quantity: 1 })
  })

  test('[CARD-10] [VALID-02] of a product with variants opens its page and adds nothing', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const { products, path } = await firstShelf(page, 'sv')
    const parent = products.find((product) => product.variations.length > 0)!
    await page.goto(path)
    await awake(page)
    await cardOf(page, parent)
      .getByRole('link', { name: /Välj variant/ })
      .click()
    await page.waitForURL(`**/sv/artiklar/${parent.slug}.html`)
    expect((await shopper.stored())?.cart.items ?? []).toEqual([])
  })
})

test.describe('prices without VAT', () => {
  test('[VAT-01] the switch changes card, product page and mini cart, and back again', async ({ page }) => {
    const shopper = shopperIn(page)
    const product = await shopper.buy(demo.dear)
    const gross = activeTiers(product.prices)[0]!.p
    const ex = formatMoney(Math.round((toMinor(gross) * 100) / (100 + product.vat)), stores.sv, {
      vat: false,
    })
    const incl = formatMoney(toMinor(gross), stores.sv)
    await expect(shopper.cart).toContainText(incl)
    await page.keyboard.press('Escape')
    const vat = page.getByRole('switch', { name: 'Inkl. moms' }).first()
    await vat.click()
    await expect(page.locator('main')).toContainText(ex)
    await shopper.openCart()
    await expect(shopper.cart).toContainText(ex)
    await page.keyboard.press('Escape')
    await vat.click()
    await expect(page.locator('main')).toContainText(incl)
  })
})

test.describe('the trail', () => {
  test('[CRUMB-01] [CRUMB-02] [LAYOUT-01] [LAYOUT-03] shows Home and the way, and goes where a page has none', async ({
    page,
  }) => {
    const { category, path } = await firstShelf(page, 'sv')
    const trail = page
      .getByRole('navigation', { name: /brödsmulor|här är du|sökväg/i })
      .or(page.locator('nav ol').first())
    await page.goto(path)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(trail.first()).toContainText('Start')
    await expect(trail.first()).toContainText(category.name)
    await page.goto('/sv/unsubscribe')
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.locator('nav ol li[aria-current="page"]')).toHaveCount(0)
  })
})

test.describe('pages of the catalogue', () => {
  test('[PAGE-02] a category shows its name, its children, its shelf and the way to all of it', async ({
    page,
  }) => {
    const { category, products, path } = await firstShelf(page, 'sv')
    await page.goto(path)
    const main = page.locator('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(category.name)
    for (const child of category.children)
      await expect(main.locator(`a[href="/sv/artiklar/${child.path}/index.html"]`).first()).toBeVisible()
    await expect(main.locator('article[data-sku]')).toHaveCount(products.length)
    await expect(
      main.locator(`a[href^="/sv/artiklar/${category.path}/ALLA/sida.html"]`).first(),
    ).toBeVisible()
  })

  test('[PAGE-06] [TIER-06] a product shows what decides: pictures, name, sku, tiers, stock, quantity, Buy', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const product = await shopper.product(demo.cheap)
    await page.goto(`/sv/artiklar/${product.slug}.html`)
    const main = page.locator('main')
    await expect(main.getByRole('heading', { level: 1 })).toContainText(product.name)
    await expect(main).toContainText(product.sku)
    await expect(main.locator('img').first()).toBeVisible()
    for (const tier of activeTiers(product.prices))
      await expect(main.getByRole('table').first()).toContainText(formatMoney(toMinor(tier.p), stores.sv))
    await expect(main.locator('[data-stock]').first()).toBeVisible()
    await expect(main.getByRole('textbox').first()).toHaveValue('1')
    await expect(main.getByRole('button', { name: 'Köp', exact: true }).first()).toBeVisible()
    await expect(main).toContainText(product.description.split('\n')[0]!.slice(0, 40))
  })

  test('[PAGE-08] brand and tag name themselves over their shelf', async ({ page }) => {
    await page.goto('/sv/varumarken/voltara.html')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Voltara')
    await expect(page.locator('main article[data-sku]').first()).toBeVisible()
    await page.goto('/sv/produkt-tagg/ny')
    await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
    await expect(page.locator('main article[data-sku]').first()).toBeVisible()
  })

  test('[PAGE-12] search results show the term, how many there are, and a shelf', async ({ page }) => {
    const answer = await page.request.get('/api/products?locale=sv&sid=7&query=9v&nc=true&co=true')
    const count = answer.headers()['x-be-records']!
    await page.goto('/sv/sokresultat.html?query=9v')
    await expect(page.locator('main')).toContainText('9v')
    await expect(page.locator('main')).toContainText(count)
    await expect(page.locator('main article[data-sku]').first()).toBeVisible()
  })
})
