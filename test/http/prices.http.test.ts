/**
 * One price everywhere (decision 145): what the product feed says, the page shows, its structured data says and the
 * checkout charges are the same, for goods with a campaign, with tiers and with both, with a planned campaign, for a variant and for plain goods.
 */
import { describe, expect, it } from 'vitest'
import { formatMoney, toMinor } from '../../domain/money/money.ts'
import { machinePaths } from '../../domain/stores/paths.ts'
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { baseUrl } from '../base-url.ts'
import { ask, askApi, posting } from './shop-client.ts'

/** A row of the feed by its column names. */
type Row = Record<string, string>

async function feedOf(store: StoreCode): Promise<Row[]> {
  const headers = { 'accept-encoding': 'gzip' }
  const { text } = await ask(baseUrl(), machinePaths.productFeed(store), { headers })
  const [names = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  return rows.map((values) => Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])))
}

/** The amount of "19.00 SEK", major units. */
function amountIn(text: string, currency: string): number {
  const [, amount] = new RegExp(`^(\\d+\\.\\d{2}) ${currency}$`).exec(text) ?? []
  if (amount === undefined) throw new Error(`no price in ${currency}: ${text}`)
  return Number(amount)
}

/** The tiers of "5:18.00;10:17.00": lowest quantity and unit price. */
const tiersIn = (text: string): [quantity: number, price: number][] =>
  text
    .split(';')
    .filter((tier) => tier !== '')
    .map((tier) => {
      const [quantity, price] = tier.split(':').map(Number)
      return [quantity!, price!]
    })

/** Whether a campaign of the row is in force for the next hour; null: it has none. */
function isOnSale(row: Row): boolean | null {
  if (row['sale_price'] === '') return null
  const [from = 0, to = 0] = row['sale_price_effective_date']!.split('/').map((time) => Date.parse(time))
  return from < Date.now() && to > Date.now() + 3_600_000
}

/** One row of each kind, in stock: what the store may not send has no price to charge. */
function examplesOf(rows: readonly Row[]): Record<string, Row> {
  const sold = rows.filter(
    (row) =>
      row['availability'] === 'in_stock' && Number(row['quantity']) > 10 && !/^SV-|GIFT/.test(row['id']!),
  )
  const today = new Date().toISOString()
  const has = (row: Row, name: string) => row[name] !== ''
  const first = (kind: string, is: (row: Row) => boolean): [string, Row] => {
    const row = sold.find(is)
    if (row === undefined) throw new Error(`the feed has no ${kind}`)
    return [kind, row]
  }
  return Object.fromEntries([
    first('plain goods', (row) => isOnSale(row) === null && !has(row, 'tier_prices')),
    first('a campaign', (row) => isOnSale(row) === true && !has(row, 'sale_tier_prices')),
    first('tiers', (row) => isOnSale(row) === null && has(row, 'tier_prices')),
    first('a campaign with tiers', (row) => isOnSale(row) === true && has(row, 'sale_tier_prices')),
    first(
      'a planned campaign',
      (row) => isOnSale(row) === false && row['sale_price_effective_date']! > today,
    ),
    first('a variant', (row) => isOnSale(row) === null && has(row, 'item_group_id')),
  ])
}

/** Prices in a part of a page, in its order. */
const pricesIn = (html: string): string[] =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .match(/\d[\d.,\u00A0\u202F]*[\u00A0\u202F](?:kr\.?|€)/g)
    ?.map((text) => text.replaceAll('\u202F', '\u00A0')) ?? []

/** The prices between a page's heading and its stock, those of other variants excluded; and the prices of its tables. */
function pricesOnPage(html: string): { shown: string[]; tiers: string[] } {
  const [, afterHeading = ''] = html.split('</h1>')
  const [head = ''] = afterHeading.split('data-stock=')
  const tables = [...afterHeading.matchAll(/<table[^]*?<\/table>/g)].map(([table]) => table)
  return { shown: pricesIn(head.replaceAll(/<ul[^]*?<\/ul>/g, '')), tiers: pricesIn(tables.join('')) }
}

interface Offer {
  price: string
  priceCurrency: string
}

/** The offer of the product in the page's structured data. */
function offerOnPage(html: string): Offer | undefined {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([^]*?)<\/script>/g)]
  const data = blocks.flatMap(([, json]) => JSON.parse(json!) as { '@type': string; offers?: Offer }[])
  return data.find((each) => each['@type'] === 'Product')?.offers
}

/** What the checkout asks for a number of units without delivery, major units. */
async function charged(store: StoreCode, sku: string, quantity: number): Promise<number> {
  const body = { items: [{ uuid: crypto.randomUUID(), sku, quantity }], coupons: [], campaignData: null }
  const { status, json } = await askApi<{ sum: number }>(baseUrl(), store, 'checkout', {}, posting(body))
  expect(status).toBe(201)
  return json.sum
}

describe.each(storeCodes)('a price in the %s store', (code) => {
  it('[DEF-06] is the same in feed, page, structured data and checkout', async () => {
    const store = stores[code]
    const money = (major: number) => formatMoney(toMinor(major), store).replaceAll('\u202F', '\u00A0')
    for (const [kind, row] of Object.entries(examplesOf(await feedOf(code)))) {
      const list = amountIn(row['price']!, store.currency)
      const sale = isOnSale(row) ? amountIn(row['sale_price']!, store.currency) : null
      const now = sale ?? list
      const { text: html } = await ask(baseUrl(), new URL(row['link']!).pathname)
      const page = pricesOnPage(html)
      expect([kind, page.shown[0]]).toEqual([kind, money(now)])
      if (sale !== null) expect([kind, page.shown[1]]).toEqual([kind, money(list)])
      expect([kind, offerOnPage(html)]).toEqual([
        kind,
        expect.objectContaining({ price: now.toFixed(2), priceCurrency: store.currency }),
      ])
      expect([kind, await charged(code, row['id']!, 1)]).toEqual([kind, now])
      const tiers = tiersIn(row[sale === null ? 'tier_prices' : 'sale_tier_prices']!)
      for (const [quantity, price] of tiers) {
        expect(page.tiers, kind).toContain(money(price))
        expect([kind, quantity, await charged(code, row['id']!, quantity)]).toEqual([
          kind,
          quantity,
          Number((price * quantity).toFixed(2)),
        ])
      }
    }
  })
})
