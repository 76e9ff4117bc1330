/** robots.txt and llms.txt (https://llmstxt.org) for crawlers and agents. */
import { ownSections } from './own-sections.ts'
import { machinePaths, publicPaths } from '../stores/paths.ts'
import { openStoreCodes } from '../stores/open-stores.ts'
import { storePolicies, stores, type StoreCode } from '../stores/stores.ts'

/**
 * Filtered and sorted listings are not disallowed here: they carry `noindex`, which a crawler could not read
 * on an address that it may not fetch. Nothing of a closed store is either: its pages say 503 and `noindex`.
 */
export function robotsText(publicUrl: string): string {
  const own = openStoreCodes().flatMap((code) =>
    ownSections.map((section) => `Disallow: /${code}/${section}`),
  )
  return [
    'User-agent: *',
    'Disallow: /api/',
    `Allow: ${machinePaths.openApi}`,
    'Allow: /api/strings',
    ...own,
    '',
    `Sitemap: ${publicUrl}${machinePaths.sitemapIndex}`,
    '',
  ].join('\n')
}

/** Names the stores that are open; while none is, it says nothing of stores. */
export function llmsText(publicUrl: string): string {
  const codes = openStoreCodes()
  const [first] = codes
  if (first === undefined) return '# Online shop\n\n> This shop is not open yet.\n'
  const perStore = (line: (code: StoreCode) => string) => codes.map(line)
  return [
    `# ${[...new Set(codes.map((code) => storePolicies[code].shortName))].join(', ')}`,
    '',
    `> An online shop that sells to consumers and businesses in ${codes.length} country stores. Each has its own language, currency, stock and prices.`,
    '',
    'Every product page is also Markdown, with price, stock, specification and what it fits: put `.md` in place of `.html`, or ask with `Accept: text/markdown`. Prices include VAT. A product that is sold no more answers 410 and names its category; a former address answers 301.',
    '',
    '## Stores',
    '',
    ...perStore((code) =>
      `- [${stores[code].brand}](${publicUrl}${publicPaths.home(code)}): ${stores[code].country}, ${stores[code].iso}, ${stores[code].currency}. ${storePolicies[code].storefront.description}`.trimEnd(),
    ),
    '',
    '## Finding products',
    '',
    `- [API description](${publicUrl}${machinePaths.openApi}): OpenAPI; \`GET /api/products?locale=${first}&sid=${stores[first].storeId}&query=…\` searches`,
    `- [Sitemaps](${publicUrl}${machinePaths.sitemapIndex}): every page of every store, with the dates of its changes`,
    '',
    '## Feeds',
    '',
    ...perStore(
      (code) =>
        `- [All products, ${stores[code].country}](${publicUrl}${machinePaths.productFeed(code)}): Merchant Center feed, tab-separated`,
    ),
    ...perStore(
      (code) => `- [Offers, ${stores[code].country}](${publicUrl}${machinePaths.offersFeed(code)}): RSS`,
    ),
    '',
  ].join('\n')
}
