import type { Page } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import type { CategoryNode } from '../../contract/catalogue.ts'
import type { ProductCard, ProductDetails } from '../../contract/catalogue.ts'
import { pictureUrl } from '../../domain/pictures/picture-address.ts'
import { pictureKey, placeholderSource } from '../../domain/pictures/picture-key.ts'
import { formatMoney, minor } from '../../domain/money/money.ts'
import { readPrices } from '../../domain/pricing/decimal-prices.ts'
import { activeTiers } from '../../domain/pricing/tiers.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { compareLink } from '../../app/compare-link.ts'
import { barriersOf } from '../accessibility.ts'
import { allRequestsRecorded, hydrated, demo, plainPage, shopperIn } from '../shopper.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** The first page of a main category as the API returns it, and its address. */
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
    test(`[CARD-01] [CARD-02] [CARD-03] [CARD-04] [CARD-05] [CARD-06] [CARD-09] [CARD-12] [PAGE-02] shows picture, name, price, stock, stars, reduction and label in ${code}, on the shelf of a category`, async ({
      page,
    }) => {
      const { category, products, path } = await firstShelf(page, code)
      await page.goto(path)
      for (const product of products.slice(0, 6)) {
        const card = cardOf(page, product)
        const picture = card.locator('img').first()
        await expect(picture).toHaveAttribute('src', product.thumb!.url)
        await expect(picture).toHaveAttribute('width', String(product.thumb!.width))
        await expect(picture).toHaveAttribute('height', String(product.thumb!.height))
        await expect(card.getByRole('link', { name: product.name, exact: true })).toHaveAttribute(
          'href',
          `/${code}/artiklar/${product.slug}.html`,
        )
        const [tier] = activeTiers(readPrices(product.prices))
        await expect(card).toContainText(formatMoney(tier!.unitMinor, stores[code]))
        await expect(card.locator('[data-stock]')).not.toBeEmpty()
      }
      // A link to the delivery costs, only where the store has that notice.
      const link = cardOf(page, products[0]!).locator(`a[href="/${code}/shipping"]`)
      await expect(link).toHaveCount(stores[code].showShippingInfo ? 1 : 0)
      for (const product of products) {
        const card = cardOf(page, product)
        const stars = card.locator('[data-score]')
        if (product.score === null) await expect(stars).toHaveCount(0)
        else await expect(stars).toHaveAttribute('data-score', String(product.score))
        const reduction = activeTiers(readPrices(product.prices))[0]?.reductionPercent ?? 0
        if (reduction > 0) await expect(card).toContainText(`−${reduction}\u00A0%`)
        else await expect(card).not.toContainText('−')
        const { decoration } = product.metadata
        await expect(card.locator('picture ~ span')).toHaveText([
          ...(reduction > 0 ? [`−${reduction}\u00A0%`] : []),
          ...(decoration ? [decoration] : []),
        ])
      }
      const withLabel = products.filter(({ metadata }) => metadata.decoration)
      expect([withLabel.length > 0, withLabel.length < products.length]).toEqual([true, true])
      const main = page.locator('main')
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(category.name)
      for (const child of category.children)
        await expect(
          main.locator(`a[href="/${code}/artiklar/${child.path}/index.html"]`).first(),
        ).toBeVisible()
      await expect(main.locator('article[data-sku]')).toHaveCount(products.length)
      await expect(
        main.locator(`a[href^="/${code}/artiklar/${category.path}/ALLA/sida.html"]`).first(),
      ).toBeVisible()
      // The second picture is loaded and shown on hover, not before.
      await hydrated(page)
      const hovered = products.find(({ hover_thumb: second }) => second !== null)!
      const second = cardOf(page, hovered).locator(`img[src*="${hovered.hover_thumb!.key}"]`)
      await expect(second).toHaveCount(0)
      await cardOf(page, hovered).hover()
      await expect(second).toBeVisible()
    })
  }

  test('[CARD-01] shows the placeholder where its picture cannot be loaded', async ({ page }) => {
    const { products, path } = await firstShelf(page, 'sv')
    const broken = products[0]!
    await page.route(`**/*${broken.thumb!.key}*`, (route) => route.fulfill({ status: 404 }))
    await page.goto(path)
    await hydrated(page)
    const picture = cardOf(page, broken).locator('img').first()
    const placeholder = pictureUrl(pictureKey(placeholderSource), 320, 'webp')
    await expect(picture).toHaveAttribute('src', placeholder)
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(0)
    for (const product of products.slice(1))
      await expect(cardOf(page, product).locator('img').first()).toHaveAttribute('src', product.thumb!.url)
  })

  test('[CARD-05] shows the higher of its reduction and the shopper’s code, and its source; the 30-day price stays', async ({
    page,
  }) => {
    const { products, path } = await firstShelf(page, 'sv')
    const reductionOf = ({ prices }: ProductCard) => activeTiers(readPrices(prices))[0]?.reductionPercent ?? 0
    const reduced = products.filter((product) => reductionOf(product) > 0)
    const usual = products.filter((product) => reductionOf(product) === 0)
    expect([reduced.length > 0, usual.length > 0]).toEqual([true, true])
    let percent = 0
    await page.route('**/api/sync-coupons?*', (route) =>
      route.fulfill({ json: [{ code: 'ANNA', applied: true, percentage_discount: percent }] }),
    )
    const withCode = async (value: number) => {
      percent = value
      await page.goto(`/sv${plainPage}?disc=ANNA`)
      await hydrated(page)
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
    const product = await shopper.product(demo.dear)
    await shopper.visit(`/sokresultat.html?query=${demo.dear}`)
    await cardOf(page, product)
      .getByRole('button', { name: `Köp ${product.name}` })
      .click()
    await expect(shopper.cart).toBeVisible()
    await expect(shopper.line(product.name).getByRole('textbox')).toHaveValue('1')
    const { cart } = await shopper.stored()
    expect(cart.items.map(({ sku, quantity }) => [sku, quantity])).toEqual([[demo.dear, 1]])
  })

  test('[CARD-10] [VALID-02] [PAGE-07] of a product with variants opens its page and adds nothing: there the cheapest variant in stock is chosen, another can be, and the chosen one is in the cart', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const { products, path } = await firstShelf(page, 'sv')
    const parent = products.find((product) => product.variations.length > 0)!
    await page.goto(path)
    await hydrated(page)
    await cardOf(page, parent)
      .getByRole('link', { name: /Välj variant/ })
      .click()
    await page.waitForURL(`**/sv/artiklar/${parent.slug}.html`)
    expect((await shopper.stored())?.cart.items ?? []).toEqual([])

    const main = page.locator('main')
    const details = await page.request.get(`/api/products/${parent.slug}?locale=sv&sid=7`)
    const { choices } = (await details.json()) as ProductDetails
    const unit = ({ prices }: (typeof choices)[number]) => activeTiers(readPrices(prices))[0]!.unitMinor
    const cheapest = choices
      .filter(({ stock_status: status }) => status === 'in_stock' || status === 'few_left')
      .reduce((a, b) => (unit(b) < unit(a) ? b : a))
    const options = main.locator('li > a[data-keep-scroll]')
    const chosen = main.locator('li > a[data-keep-scroll][aria-current]')
    await expect(chosen).toHaveAttribute('href', `/sv/artiklar/${cheapest.slug}.html`)
    await main.getByRole('button', { name: 'Köp', exact: true }).first().click()
    await expect(shopper.cart).toBeVisible()
    expect((await shopper.stored()).cart.items.map((item) => item.sku)).toEqual([cheapest.sku])
    await page.keyboard.press('Escape')

    const option = options.and(page.locator(':not([aria-current])')).first()
    const slug = /([^/]+)\.html$/.exec((await option.getAttribute('href'))!)![1]!
    const answer = await page.request.get(`/api/products/${slug}?locale=sv&sid=7`)
    const { sku, name } = (await answer.json()) as ProductDetails
    expect(sku).not.toBe(parent.sku)
    // On a slow line Buy is pressed before the page of the variant is there: the chosen one is bought all the same, and
    // the page that comes then leaves the cart open.
    const held = Promise.withResolvers<void>()
    await page.route(`**/${slug}.html.data*`, async (route) => {
      await held.promise
      await route.continue()
    })
    await option.click()
    await main.getByRole('button', { name: 'Köp', exact: true }).first().click()
    await expect(shopper.cart).toBeVisible()
    expect((await shopper.stored()).cart.items.map((item) => item.sku)).toEqual([cheapest.sku, sku])
    held.resolve()
    await page.waitForURL(`**/artiklar/${slug}.html`)
    await expect(main.locator('h1')).toContainText(name)
    await allRequestsRecorded(page)
    await expect(shopper.cart).toBeVisible()
  })
})

test.describe('prices without VAT', () => {
  test('[VAT-01] the switch changes card, product page and mini cart, and back again', async ({ page }) => {
    const shopper = shopperIn(page)
    const product = await shopper.buy(demo.dear)
    const gross = activeTiers(readPrices(product.prices))[0]!.unitMinor
    const ex = formatMoney(minor(Math.round((gross * 100) / (100 + product.vat))), stores.sv, {
      vat: false,
    })
    const incl = formatMoney(gross, stores.sv)
    await expect(shopper.cart).toContainText(incl)
    await page.keyboard.press('Escape')
    const vat = page.getByRole('switch', { name: /kl\. moms/ }).first()
    await vat.click()
    await expect(page.locator('main')).toContainText(ex)
    await shopper.openCart()
    await expect(shopper.cart).toContainText(ex)
    await page.keyboard.press('Escape')
    await vat.click()
    await expect(page.locator('main')).toContainText(incl)
  })
})

test.describe('the breadcrumb trail', () => {
  test('[CRUMB-01] [CRUMB-02] [LAYOUT-01] [LAYOUT-03] shows Home and the path, and is hidden on a page without one', async ({
    page,
  }) => {
    const { category, products, path } = await firstShelf(page, 'sv')
    const trail = page
      .getByRole('navigation', { name: /brödsmulor|här är du|sökväg/i })
      .or(page.locator('nav ol').first())
    await page.goto(path)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(trail.first()).toContainText('Start')
    await expect(trail.first()).toContainText(category.name)
    await hydrated(page)
    // A client-side navigation to a product: its trail shows the path. Then to a page without a trail: none.
    await cardOf(page, products[0]!).getByRole('link', { name: products[0]!.name }).first().click()
    await page.waitForURL(`**/${products[0]!.slug}.html`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(products[0]!.name)
    await expect(trail.first()).toContainText(category.name)
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/sv/unsubscribe', textContent: 'on' })
      document.querySelector('main')!.prepend(link)
    })
    await page.getByRole('link', { name: 'on', exact: true }).click()
    await page.waitForURL('**/sv/unsubscribe')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('nav ol li[aria-current="page"]')).toHaveCount(0)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })
})

test.describe('pages of the catalogue', () => {
  test('[PAGE-06] [TIER-06] a product shows pictures, name, sku, tiers in the current VAT view, price before, stock, quantity, Buy and related products', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const product = await shopper.product(demo.cheap)
    const withMore = await shopper.product(demo.withUpselling)
    const main = page.locator('main')
    await page.goto(`/sv/artiklar/${product.slug}.html`)
    await expect(main.getByRole('heading', { level: 1 })).toContainText(product.name)
    await expect(main).toContainText(product.sku)
    const pictures = Object.values(product.images).flat()
    const gallery = main.getByRole('region').first()
    await expect(gallery.getByRole('img').first()).toBeVisible()
    const shown = await gallery.locator('img').evaluateAll((all) => all.map((one) => one.getAttribute('src')))
    expect(shown.length).toBeGreaterThan(1)
    for (const source of shown) expect(pictures.some(({ key }) => source!.includes(key))).toBe(true)
    await expect(main.locator('[data-stock]').first()).toBeVisible()
    await expect(main.getByRole('textbox').first()).toHaveValue('1')
    await expect(main.getByRole('button', { name: 'Köp', exact: true }).first()).toBeVisible()
    await expect(main).toContainText(product.description.split('\n')[0]!.slice(0, 40))
    const tiers = activeTiers(readPrices(product.prices))
    expect(tiers.length).toBeGreaterThan(1)
    const rows = main.getByRole('table').first().getByRole('row')
    const listed = async (priceOf: (gross: number) => string) => {
      for (const tier of tiers) {
        const row = rows.filter({ hasText: new RegExp(`(^|\\D)${tier.quantity}(\\D|$)`) })
        await expect(row.filter({ hasText: priceOf(tier.unitMinor) }).first()).toBeVisible()
      }
    }
    await hydrated(page)
    await listed((gross) => formatMoney(minor(gross), stores.sv))
    const vat = page.getByRole('switch', { name: /kl\. moms/ }).first()
    await vat.click()
    await listed((gross) =>
      formatMoney(minor(Math.round((gross * 100) / (100 + product.vat))), stores.sv, { vat: false }),
    )
    await vat.click()
    await listed((gross) => formatMoney(minor(gross), stores.sv))
    expect(withMore.cross_selling.length).toBeGreaterThan(0)
    await page.goto(`/sv/artiklar/${withMore.slug}.html`)
    const beside = main
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Köps ofta tillsammans' }) })
    for (const { sku } of withMore.cross_selling)
      await expect(beside.locator(`article[data-sku="${sku}"]`)).toBeAttached()
    const { products } = await firstShelf(page, 'sv')
    const reduced = products.find(
      ({ prices, variations }) =>
        (activeTiers(readPrices(prices))[0]?.reductionPercent ?? 0) > 0 && variations.length === 0,
    )!
    await page.goto(`/sv/artiklar/${reduced.slug}.html`)
    const before = formatMoney(activeTiers(readPrices(reduced.prices))[0]!.beforeMinor!, stores.sv)
    await expect(main.locator('s').first()).toContainText(before)
  })

  test('[PAGE-06] a product that is out of stock offers a back-in-stock notice instead of Buy', async ({
    page,
  }) => {
    const found = await page.request.get('/api/products?locale=sv&sid=7&query=VO-SR62')
    const { products } = (await found.json()) as { products: ProductCard[] }
    const away = products.find(({ orderable, notifyable }) => !orderable && notifyable)!
    await page.goto(`/sv/artiklar/${away.slug}.html`)
    const main = page.locator('main')
    await expect(main.getByRole('button', { name: 'Köp', exact: true })).toHaveCount(0)
    await expect(main.getByRole('button', { name: /Bevaka/ }).first()).toBeVisible()
  })

  test('the comparison of a product page is an address', async ({ page }) => {
    const { slug } = await shopperIn(page).product('KR-CR2032-TAB')
    const main = page.locator('main')
    await page.goto(`/sv/artiklar/${slug}.html`)
    await hydrated(page)
    await main.getByRole('link', { name: 'Jämför med liknande' }).click()
    await page.waitForURL('**/compare?**')
    const columns = main
      .getByRole('table')
      .locator('thead')
      .getByRole('link', { name: /^Ta bort/ })
    // The address changes before the product page does, which has a row of that name too.
    await expect(columns).not.toHaveCount(0)
    await expect(main.getByRole('row', { name: /Batteristorlek/ })).toContainText('CR2032')
    const before = await columns.count()
    expect(before).toBeGreaterThan(1)
    expect(await barriersOf(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await columns.last().click()
    await expect(columns).toHaveCount(before - 1)
    await expect(page).toHaveURL(/compare\?sku=KR-CR2032-TAB/)
  })

  test('a comparison takes the recently viewed products, and shows at most four with the price of a unit', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const { slug, name } = await shopper.product('AM-H4')
    await shopper.visit(`/artiklar/${slug}.html`)
    const main = page.locator('main')
    const columns = main.getByRole('link', { name: /^Ta bort .* ur jämförelsen$/ })
    await page.goto(compareLink('sv', []))
    await main.getByRole('region', { name: 'Senast visade' }).getByRole('link', { name }).click()
    await expect(columns).toHaveCount(1)
    await expect(main.getByRole('region', { name: 'Senast visade' })).toHaveCount(0)

    // In another store by its name there.
    const german = await shopperIn(page, 'de').product('AM-H4')
    await page.goto(compareLink('de', []))
    const viewed = main.getByRole('region', { name: 'Zuletzt angesehen' })
    await expect(viewed.getByRole('link', { name: german.name })).toBeVisible()

    const skus = ['EL-AA-4', 'VO-AA-4', 'NR-AA-4', 'KR-AA-4', 'EP-AA-2']
    await page.goto(compareLink('sv', skus.slice(0, 3)))
    await main.getByRole('region', { name: 'Senast visade' }).getByRole('link', { name }).click()
    await expect(columns).toHaveCount(4)
    expect(new URL(page.url()).searchParams.getAll('sku')).toEqual([...skus.slice(0, 3), 'AM-H4'])
    await page.goto(compareLink('sv', skus))
    await expect(columns).toHaveCount(4)
    await expect(main.getByRole('region')).toHaveCount(0)
    const perUnit = main.getByRole('row', { name: /Pris per styck i förpackningen/ }).getByRole('cell')
    await expect(perUnit).toHaveText(Array.from({ length: 4 }, () => /^\d+(?:,\d\d)?\skr$/))
  })

  test('[ROUTE-44] another page of a listing is in the address, and starts at the top of the grid', async ({
    page,
  }) => {
    const { category } = await firstShelf(page, 'sv')
    await page.goto(`/sv/artiklar/${category.path}/ALLA/sida.html`)
    await hydrated(page)
    const skus = () =>
      page
        .locator('#grid article[data-sku]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-sku')))
    const first = await skus()
    await page.getByRole('navigation', { name: 'Sidor' }).getByRole('link', { name: 'Sida 2' }).click()
    await expect(page).toHaveURL(/\?page=2#grid$/)
    await expect.poll(async () => (await skus()).some((sku) => first.includes(sku))).toBe(false)
    const top = () => page.locator('#grid').evaluate((grid) => Math.round(grid.getBoundingClientRect().top))
    // Below the compact header, which stays above it.
    await expect
      .poll(async () => {
        const pixels = await top()
        return pixels >= 0 && pixels < 160
      })
      .toBe(true)
  })

  test('[PAGE-08] brand and tag show their name above their products', async ({ page }) => {
    await page.goto('/sv/varumarken/voltara.html')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Voltara')
    await expect(page.locator('main article[data-sku]').first()).toBeVisible()
    await page.goto('/sv/produkt-tagg/ny')
    await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
    await expect(page.locator('main article[data-sku]').first()).toBeVisible()
  })

  test('[PAGE-12] search results show the term, the hit count, and products', async ({ page }) => {
    const answer = await page.request.get('/api/products?locale=sv&sid=7&query=9v&nc=true&co=true')
    const count = answer.headers()['x-be-records']!
    await page.goto('/sv/sokresultat.html?query=9v')
    await expect(page.locator('main')).toContainText('9v')
    await expect(page.locator('main')).toContainText(count)
    await expect(page.locator('main article[data-sku]').first()).toBeVisible()
  })
})
