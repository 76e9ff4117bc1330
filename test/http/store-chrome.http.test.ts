import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { carrierMarkUrl, paymentMarkUrl } from '../../app/layout/brand-marks.ts'
import { links } from '../../app/links.ts'
import { formatMoney, minor, type Minor } from '../../domain/money/money.ts'
import { paymentProviderIds } from '../../domain/payment-methods/payment-methods.ts'
import { stringsOf } from '../../locales/texts.server.ts'
import { shownPayments } from '../../domain/payments/payment-marks.ts'
import { shownCarriers } from '../../domain/shipping/shipping-methods.ts'
import { carrierLogos, isCarrierLogo, paymentLogos } from '../../domain/stores/store.ts'
import { shownLogos } from '../../domain/stores/shown-identity.ts'
import { servicePages } from '../../domain/stores/paths.ts'
import { storeCodes, stores, storePolicies } from '../../domain/stores/stores.ts'
import { baseUrl } from '../base-url.ts'
import { ask } from './shop-client.ts'

const get = (path: string, headers: Record<string, string> = {}) => ask(baseUrl(), path, { headers })

describe.each(storeCodes)('the layout of the %s store', (code) => {
  const store = stores[code]

  it('[ENTITY-03] [CHROME-02] has its own name and logo, and another logo in the checkout', async () => {
    const { text } = await get(links.home(code))
    expect(/<title>([^<]*)<\/title>/.exec(text)?.[1]).toContain(store.brand)
    const { full, simple } = shownLogos(code)!
    expect(text).toContain(`src="${full.light}"`)
    const checkout = (await get(links.checkout(code))).text
    expect(checkout).toContain(`src="${simple.light}"`)
    for (const { light } of [full, simple]) {
      const { status, headers } = await get(light)
      expect(status).toBe(200)
      expect(headers['content-type']).toContain('image/svg+xml')
    }
  })

  it('[ENTITY-08] has its own phone number as a link', async () => {
    const { text } = await get(links.home(code))
    expect(text).toContain(`href="tel:${store.phoneNumber.replaceAll(' ', '')}"`)
    // A number that is shown is not broken across lines.
    expect(text).toContain(`>${store.phoneNumber.replaceAll(' ', '\u00A0')}<`)
  })

  it('[CHECKOUT-05] [MINORD-03] lists what every delivery method costs, and names it with a product’s price', async () => {
    const page = links.page(code, servicePages.shipping)
    const table = /<table[^>]*>.*<\/table>[^]*?<\/p>/.exec((await get(page)).text)?.[0] ?? ''
    const money = (amountMinor: Minor) => formatMoney(amountMinor, store)
    for (const { name, priceMinor, heavier, freeFromMinor } of storePolicies[code].shippingMethods) {
      const row = table.split('<tr>').find((each) => each.includes(name))
      for (const amount of [priceMinor, ...heavier.map((each) => each.priceMinor), freeFromMinor])
        if (amount !== null) expect(row).toContain(money(amount))
    }
    expect(table).toContain(money(store.minimumOrderMinor))

    // A small, cheap product, which every method carries.
    const sync = await ask(baseUrl(), `/api/sync-cart?locale=${code}&sid=${store.storeId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ uuid: randomUUID(), sku: 'NC-ZC-AA', quantity: 1 }] }),
    })
    const [item] = JSON.parse(sync.text) as { slug: string }[]
    const product = (await get(links.product(code, item!.slug))).text
    const cheapest = minor(Math.min(...storePolicies[code].shippingMethods.map((each) => each.priceMinor)))
    const line = new RegExp(`<a href="${page}">[^<]*\\d[^]*?</p>`).exec(product)?.[0]
    expect(line).toContain(money(cheapest))
    expect(line).toContain(money(store.minimumOrderMinor))
  })

  it('[CHROME-23] sets the theme colour', async () => {
    expect((await get(links.home(code))).text).toContain('<meta name="theme-color" content="#ffbc20"/>')
  })

  it('[VAT-02] offers prices without VAT only where the store has them', async () => {
    const { text } = await get(links.home(code))
    expect(text.includes('role="switch"')).toBe(code !== 'de')
  })

  it('[CHROME-16] shows its configured payment methods and the logos of its carriers, which all load', async () => {
    const { text } = await get(links.home(code))
    const { marks: payments } = shownPayments(code, paymentProviderIds)
    expect(text).toContain(stringsOf(code)['checkout.pay_invoice'])
    expect(text).toContain(stringsOf(code)['footer.gift_card'])
    const marks = [
      ...payments.map(paymentMarkUrl),
      ...shownCarriers(code).filter(isCarrierLogo).map(carrierMarkUrl),
    ]
    const shown = [...text.matchAll(/src="(\/(?:payment|carriers)\/[^"]+)"/g)].map(([, path]) => path)
    expect(new Set(shown)).toEqual(new Set(marks))
    for (const mark of marks) expect((await get(mark)).status).toBe(200)
  })
})

it('[CONST-08] [CONST-09] has a logo for each of the thirteen payment methods and ten carriers', async () => {
  expect(paymentLogos).toHaveLength(13)
  expect(carrierLogos).toHaveLength(10)
  for (const mark of [...paymentLogos.map(paymentMarkUrl), ...carrierLogos.map(carrierMarkUrl)]) {
    const { status, headers } = await get(mark)
    expect([mark, status]).toEqual([mark, 200])
    expect(headers['content-type']).toContain('image/svg+xml')
  }
})
