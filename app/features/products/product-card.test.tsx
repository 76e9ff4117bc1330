import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { ProductCard as Product } from '../../../contract/catalogue.ts'
import { pictureUrl } from '../../../domain/pictures/picture-address.ts'
import { pictureKey, placeholderSource } from '../../../domain/pictures/picture-key.ts'
import { storeCodes, type StoreCode } from '../../../domain/stores/stores.ts'
import { stringsOf } from '../../../locales/texts.server.ts'
import { StringsProvider, StringsSource } from '../../../ui/strings.tsx'
import { TierTable } from './tier-table.tsx'
import { bothAction } from './buy-both.tsx'
import { ProductCard } from './product-card.tsx'

const product = {
  id: 1,
  sku: 'A',
  name: 'AA',
  slug: 'aa',
  prefix: null,
  brand: null,
  type: 1,
  thumb: null,
  hover_thumb: null,
  metadata: { decoration: null, facts: [] },
  categories: [],
  variations: [],
  variation_attributes: [],
  stock_status: 'out_of_stock',
  orderable: false,
  notifyable: false,
  estimated_at: null,
  group_id: null,
  discount_category: null,
  prices: { n: [{ p: 10, q: 1, o: null, d: 0 }], c: [] },
  lowest_30_days: null,
  unit_price: null,
  vat: 25,
  score: null,
  score_count: 0,
  has_upselling: false,
  cross_selling_price: null,
  subscription_intervals: [],
  starter_battery: false,
  shipping: { weight_grams: 0, excluded_methods: [] },
} as const satisfies Product

async function htmlOf(element: ReactElement, store: StoreCode = 'sv'): Promise<string> {
  const handler = createStaticHandler([{ id: 'root', path: `/${store}`, element }])
  const context = await handler.query(new Request(`http://shop.invalid/${store}`))
  if (context instanceof Response) throw new Error('a redirect')
  return renderToStaticMarkup(
    <StringsSource.Provider value={stringsOf(store)}>
      <StringsProvider storeCode={store}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </StringsProvider>
    </StringsSource.Provider>,
  )
}

/** The labels on a card's buttons, as a browser with scripts shows them. */
async function buttonsOf(card: Product): Promise<string[]> {
  const html = await htmlOf(<ProductCard product={card} />)
  const shown = html.replaceAll(/<noscript>.*?<\/noscript>/g, '')
  return [...shown.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, text]) =>
    text!.replaceAll(/<[^>]*>/g, ''),
  )
}

it('[CARD-01] shows its picture with its size, and the placeholder where it has none', async () => {
  const pictureOf = async (card: Product) =>
    /<img[^>]*>/.exec(await htmlOf(<ProductCard product={card} />))?.[0] ?? ''
  const attributeOf = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
  const thumb = { key: 'abc', alt: '', url: '/pictures/abc.webp', width: 320, height: 320 }
  const [shown, missing] = [await pictureOf({ ...product, thumb }), await pictureOf(product)]
  expect(attributeOf(shown, 'src')).toBe(thumb.url)
  expect(attributeOf(missing, 'src')).toBe(pictureUrl(pictureKey(placeholderSource), 320, 'webp'))
  for (const tag of [shown, missing]) {
    expect(Number(attributeOf(tag, 'width'))).toBeGreaterThan(0)
    expect(Number(attributeOf(tag, 'height'))).toBeGreaterThan(0)
  }
})

it('[CARD-08] offers a notice for products that will be restocked, nothing for those that will not', async () => {
  const buy = await buttonsOf({ ...product, orderable: true })
  const notify = await buttonsOf({ ...product, notifyable: true })
  expect(buy).toEqual(['Köp'])
  expect(notify).toHaveLength(1)
  expect(notify).not.toEqual(buy)
  expect(notify[0]).toBe(stringsOf('sv')['card.notify'])
  expect(await buttonsOf(product)).toEqual([])
  // A product that can be bought offers no notice.
  expect(await buttonsOf({ ...product, orderable: true, notifyable: true })).toEqual(buy)
})

it('[UPSELL-05] a price that holds only together with another product is the price of buying both', async () => {
  const prices = (p: number) => ({ n: [{ p, q: 1, o: null, d: 0 }], c: [] })
  const first = { ...product, id: 2, orderable: true, prices: prices(100) }
  const cheaper = { ...product, orderable: true, cross_selling_price: 8, prices: prices(10) }
  const html = await htmlOf(<ProductCard product={cheaper} action={bothAction(first, cheaper)} />)
  expect(html.replaceAll('\u00A0', ' ')).toContain('Köp båda för 108 kr')
  expect(html.replaceAll('\u00A0', ' ')).toContain('>10 kr<')
  expect(html).not.toContain('>8')
  // Without a lower price, or where one of them cannot be bought, the card has its own button.
  expect(bothAction(first, { ...cheaper, cross_selling_price: null })).toBeNull()
  expect(bothAction({ ...first, orderable: false }, cheaper)).toBeNull()
})

it('[PAGE-11] the price of buying a starter battery and something else names the deposit in Germany', async () => {
  const battery = { ...product, id: 2, orderable: true, starter_battery: true }
  const cheaper = { ...product, orderable: true, cross_selling_price: 8 }
  const cardOf = (first: Product, store: 'de' | 'sv') =>
    htmlOf(<ProductCard product={cheaper} action={bothAction(first, cheaper)} />, store)
  expect(await cardOf(battery, 'de')).toContain('zzgl. 7,50')
  expect(await cardOf({ ...battery, starter_battery: false }, 'de')).not.toContain('Pfand')
  expect(await cardOf(battery, 'sv')).not.toContain('deposit')
})

it('a product that is not released yet is ordered in advance, in the words of each store', async () => {
  const presale = { ...product, orderable: true, stock_status: 'presale' as const }
  const words = { sv: 'Förhandsboka', no: 'Forhåndsbestill', de: 'Vorbestellen', da: 'Forudbestil' }
  for (const store of storeCodes) {
    const html = await htmlOf(<ProductCard product={presale} />, store)
    expect(html, store).toContain(`>${words[store]}</button>`)
    expect(html, store).not.toContain(`>${stringsOf(store)['card.buy_short']}</button>`)
  }
})

it('[CARD-02] keeps a number and its unit on one line, without changing the name', async () => {
  const linkOf = async (name: string) =>
    /<h3><a[^>]*>(.*?)<\/a>/.exec(await htmlOf(<ProductCard product={{ ...product, name }} />))?.[1]
  const whole = (part: string) => `<span class="unbroken">${part}</span>`
  expect(await linkOf('Alkaline AA, 4-pakning')).toBe(`Alkaline AA, ${whole('4-pakning')}`)
  expect(await linkOf('Alkaline AA, 20-pakning')).toBe(`Alkaline AA, ${whole('20-pakning')}`)
  expect(await linkOf('Kabel USB-C 2 m')).toBe(`Kabel ${whole('USB-C')} ${whole('2 m')}`)
  expect(await linkOf('Lithium-Ionen-Zelle')).toBe(`Lit${whole('hium-Ionen')}-Zelle`)
  // Long compounds break at their hyphen, and keep the number of a size.
  expect(await linkOf('CR2032-knappcellsbatteri')).toBe('CR2032-knappcellsbatteri')
  expect(await linkOf('Laddbart AA-batteri')).toBe('Laddbart AA-batteri')
})

it('[TIER-04] counts packs in the price tiers of a pack, pieces in those of anything else', async () => {
  const prices = { n: [1, 5].map((q) => ({ p: 60 - q, q, o: null, d: 0 })), c: [] }
  const rows = async (more: Partial<Product>) =>
    [
      ...(await htmlOf(<TierTable product={{ ...product, prices, ...more }} quantity={1} />)).matchAll(
        /<th scope="row">(.*?)<\/th>/g,
      ),
    ].map(([, text]) => text)
  expect(await rows({})).toEqual(['från 1 st', 'från 5 st'])
  expect(await rows({ unit_price: { amount: 12.5, unit: 'piece' } })).toEqual([
    'från 1 förp.',
    'från 5 förp.',
  ])
})

it('[CARD-09] says of a starter battery that a deposit comes on top, where the store charges one (PAngV § 7)', async () => {
  for (const store of storeCodes) {
    const html = await htmlOf(<ProductCard product={{ ...product, starter_battery: true }} />, store)
    const words = stringsOf(store)
    expect(html.includes(words['price.disclaimer_deposit']!), store).toBe(store === 'de')
    expect(html, store).not.toContain(`>${words['price.disclaimer']}<`)
  }
  expect(await htmlOf(<ProductCard product={product} />, 'de')).toContain(stringsOf('de')['price.disclaimer'])
})
