/** The current reductions of a store as RSS 2.0: the running deal and the products on campaign. */
import type { ProductCard } from '../../contract/catalogue.ts'
import { formatMessage } from '../content/message.ts'
import type { RunningDeal } from '../content/running-deal.ts'
import { formatMoney, toMajor, toMinor } from '../money/money.ts'
import { readPrices } from '../pricing/decimal-prices.ts'
import { hasCampaign, shownPrice } from '../pricing/tiers.ts'
import { machinePaths, publicPaths } from '../stores/paths.ts'
import type { Store } from '../stores/stores.ts'
import { escapeXml } from './sitemap.ts'

export interface Offers {
  store: Store
  publicUrl: string
  /** In the store's language. */
  title: string
  description: string
  /** Message for the lowest price of the previous 30 days (Dir. 98/6/EC Art. 6a); takes `price`. */
  lowestPrice: string
  deal: RunningDeal | null
  /** Products without a running campaign are omitted. */
  products: readonly ProductCard[]
}

export function offersFeed(offers: Offers): string {
  const { store, publicUrl, title, description, deal, products } = offers
  const home = publicUrl + publicPaths.home(store.code)
  const items = [
    ...(deal === null ? [] : [dealItem(offers, deal)]),
    ...products
      .filter(({ prices }) => hasCampaign(readPrices(prices)))
      .map((card) => cardItem(publicUrl, store, card)),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(`${title} | ${store.brand}`)}</title>
<link>${escapeXml(home)}</link>
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(publicUrl + machinePaths.offersFeed(store.code))}"/>
<description>${escapeXml(description)}</description>
<language>${store.iso}</language>
${items.join('')}</channel></rss>
`
}

function cardItem(publicUrl: string, store: Store, card: ProductCard): string {
  const shown = shownPrice(readPrices(card.prices))
  if (shown === null) return ''
  const price = formatMoney(shown.unitMinor, store)
  const link = publicUrl + publicPaths.product(store.code, card.slug)
  // A changed campaign price is a new item.
  return item({
    title: `${card.name}: ${price}`,
    link,
    guid: `${link}#${toMajor(shown.unitMinor)}`,
    description: card.metadata.facts.join(', '),
  })
}

function dealItem({ store, publicUrl, lowestPrice }: Offers, { deal, lowest30Days }: RunningDeal): string {
  const link = publicUrl + publicPaths.product(store.code, deal.productSlug)
  const price = formatMoney(toMinor(lowest30Days), store)
  return item({
    title: `${deal.title}: ${deal.productName} −${deal.discount} %`,
    link,
    guid: `${link}#${deal.startsAt}`,
    description: formatMessage(lowestPrice, { price }, store.iso),
    publishedAt: deal.startsAt,
  })
}

interface Item {
  title: string
  link: string
  guid: string
  description: string
  publishedAt?: string
}

function item({ title, link, guid, description, publishedAt }: Item): string {
  const published =
    publishedAt === undefined ? '' : `<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>`
  return `<item><title>${escapeXml(title)}</title><link>${escapeXml(link)}</link><guid isPermaLink="false">${escapeXml(guid)}</guid><description>${escapeXml(description)}</description>${published}</item>\n`
}
