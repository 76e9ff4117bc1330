/**
 * A product as Markdown, for agents: name, price, stock, facts and what it fits, in the store's language.
 * Catalogue text is escaped so that it cannot become markup.
 */
import type { ProductCard, ProductDetails } from '../../../contract/catalogue.ts'
import { stockLabel } from '../../../domain/catalogue/stock-status.ts'
import { formatDate } from '../../../domain/content/locale-formats.ts'
import { pictureUrl } from '../../../domain/pictures/picture-address.ts'
import { formatMoney, toMajor } from '../../../domain/money/money.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { activeTiers, shownPrice, type Tier } from '../../../domain/pricing/tiers.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { tierText } from '../../features/products/tier-text.ts'
import { links } from '../../links.ts'
import type { Translate } from '../../../ui/strings.tsx'

interface Place {
  store: Store
  /** Origin without a trailing slash. */
  publicUrl: string
  t: Translate
}

/** Maximum number of devices listed; the page itself lists all. */
const mostDevices = 200

export function markdownOfProduct(place: Place, product: ProductDetails): string {
  const { store, publicUrl, t } = place
  const address = publicUrl + links.product(store.code, product.slug)
  const parts = [
    `# ${inline(product.name)}`,
    table([
      [t('product.number'), product.sku],
      ...(product.brand ? [[t('product.brand'), product.brand.name] as const] : []),
      ...(product.gtin ? [['GTIN', product.gtin] as const] : []),
      ...(product.mpn ? [['MPN', product.mpn] as const] : []),
      [t('product.price'), priceText(place, product)],
      [t('product.stock'), stockText(place, product)],
      ...ratingRow(place, product),
    ]),
    tiersOf(place, product),
    block(product.description),
    section(
      t('product.specification'),
      product.facts.length > 0 && table(product.facts.map(({ name, value }) => [name, value])),
    ),
    ...product.sections.map(({ name, text, picture }) =>
      section(
        inline(name),
        picture ? `![${inline(text)}](${publicUrl}${pictureUrl(picture.key, 800, 'webp')})` : block(text),
      ),
    ),
    section(t('product.fits'), product.fits.length > 0 && list(product.fits.slice(0, mostDevices))),
    section(
      Object.values(product.variation_attribute_names).map(inline).join(', '),
      cards(place, product.choices),
    ),
    section(t('product.accessories'), cards(place, product.accessories)),
    section(t('product.related'), cards(place, product.related)),
    `${t('product.page')}: <${address}>`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function priceText({ store, t }: Place, product: ProductCard): string {
  const shown = shownPrice(readPrices(product.prices))
  if (shown === null) return '–'
  const { unitMinor, beforeMinor } = shown
  const exact = `${toMajor(unitMinor).toFixed(2)} ${store.currency}`
  const before = beforeMinor === null ? '' : `, ${t('price.before')} ${formatMoney(beforeMinor, store)}`
  return `${formatMoney(unitMinor, store)} (${exact}, ${t('price.with_vat')})${before}`
}

function tiersOf({ store, t }: Place, product: ProductCard): string {
  const tiers = activeTiers(readPrices(product.prices))
  if (tiers.length < 2) return ''
  const line = ({ quantity, unitMinor }: Tier) =>
    `${tierText(t, quantity, product)}: ${t('price.each', { price: formatMoney(unitMinor, store) })}`
  return `${t('price.tiers')}:\n\n${list(tiers.map(line))}`
}

function stockText({ store, t }: Place, product: ProductCard): string {
  const { text, date } = stockLabel(product.stock_status, product.estimated_at)
  return date !== null && (text === 'presale' || text === 'out_of_stock')
    ? t(`stock.${text}_date`, { date: formatDate(new Date(date), store.iso, store.timeZone) })
    : t(`stock.${text}`)
}

function ratingRow({ t }: Place, { score, score_count }: ProductCard): (readonly [string, string])[] {
  return score === null || score_count === 0 ? [] : [[t('product.rating'), `${score}/5 (${score_count})`]]
}

function cards({ store, publicUrl }: Place, products: readonly ProductCard[]): string | false {
  if (products.length === 0) return false
  return products
    .map((card) => {
      const price = shownPrice(readPrices(card.prices))
      const amount = price === null ? '' : `: ${formatMoney(price.unitMinor, store)}`
      return `- [${inline(card.name)}](${publicUrl}${links.product(store.code, card.slug)})${amount}`
    })
    .join('\n')
}

function section(title: string, body: string | false): string {
  return body === false ? '' : `## ${title}\n\n${body}`
}

function table(rows: readonly (readonly [string, string])[]): string {
  const [first, ...rest] = rows.map(([name, value]) => `| ${inline(name)} | ${inline(value)} |`)
  return [first, '| --- | --- |', ...rest].join('\n')
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${inline(item)}`).join('\n')
}

/** Text on one line, with Markdown syntax escaped. */
function inline(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`)
}

/** The catalogue's plain text: paragraphs are kept, lines that begin with "- " are a list in Markdown too. */
function block(text: string): string {
  const lines = text.split('\n').map((line) => {
    const [, bullet = '', words = ''] = /^(- )?(.*)$/.exec(line) ?? []
    return bullet + inline(words).replace(/^(\d*)([-+=~.)])/, String.raw`$1\$2`)
  })
  return lines.join('\n')
}
