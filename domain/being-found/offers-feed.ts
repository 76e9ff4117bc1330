/** What is reduced in a store just now, as RSS 2.0: the deal that runs and the products on campaign. */
import type { ProductCard } from '../catalogue/product.ts'
import type { Deal } from '../content/content.ts'
import { formatMoney, toMinor } from '../money/money.ts'
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
  deal: Deal | null
  /** Those without a running campaign are left out. */
  products: readonly ProductCard[]
}

export function offersFeed({ store, publicUrl, title, description, deal, products }: Offers): string {
  const home = publicUrl + publicPaths.home(store.code)
  const items = [
    ...(deal === null ? [] : [dealItem(publicUrl, store, deal)]),
    ...products.filter(({ prices }) => hasCampaign(prices)).map((card) => cardItem(publicUrl, store, card)),
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
  const shown = shownPrice(card.prices)
  if (shown === null) return ''
  const price = formatMoney(toMinor(shown.price), store)
  const link = publicUrl + publicPaths.product(store.code, card.slug)
  // Another campaign price is another piece of news.
  return item({
    title: `${card.name}: ${price}`,
    link,
    guid: `${link}#${shown.price}`,
    description: card.metadata.facts.join(', '),
  })
}

function dealItem(publicUrl: string, store: Store, deal: Deal): string {
  const link = publicUrl + publicPaths.product(store.code, deal.product_slug)
  return item({
    title: `${deal.title}: ${deal.product_name} −${deal.discount} %`,
    link,
    guid: `${link}#${deal.starts_at}`,
    description: deal.product_name,
    publishedAt: deal.starts_at,
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
