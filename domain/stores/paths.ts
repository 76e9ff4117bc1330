/**
 * Builds and parses the shop's addresses; the segments in each store's language are in its file. Pure, small,
 * used everywhere.
 */
import { stores, type StoreCode } from './stores.ts'

/** The brand slug in what follows the brand segment, or null where the store uses another form. */
export function brandSlugFromRest(code: StoreCode, rest: string): string | null {
  const { brandEnd } = stores[code].paths
  if (!rest.endsWith(brandEnd)) return null
  const slug = rest.slice(0, rest.length - brandEnd.length)
  return slug === '' || slug.includes('/') || (brandEnd === '' && slug.endsWith('.html')) ? null : slug
}

/** Content page with the withdrawal form (CRD Art. 11a); reachable without a login. */
export const withdrawalPath = 'withdrawal'

/** Content page with the table of what the shop stores in browsers. */
export const cookiesPath = 'cookies'

/** Content page with the accessibility statement (directive (EU) 2019/882, annex V). */
export const accessibilityPath = 'accessibility'

/**
 * Content pages linked in the layout (ENTITY-04); their paths are the same in every store, their texts are
 * not.
 */
export const servicePages = {
  privacy: 'privacy',
  contact: 'contact',
  about: 'about',
  customerService: 'customer-service',
  shipping: 'shipping',
} as const

/** Addresses of public pages, under the store's prefix; `app/links.ts` has the rest. */
export const publicPaths = {
  home: (store: StoreCode) => `/${store}`,
  product: (store: StoreCode, slug: string) => `/${store}/artiklar/${encodeURIComponent(slug)}.html`,
  /** The product as Markdown, for agents. */
  productMarkdown: (store: StoreCode, slug: string) => `/${store}/artiklar/${encodeURIComponent(slug)}.md`,
  category: (store: StoreCode, path: string) => `/${store}/artiklar/${encodePath(path)}/index.html`,
  brand: (store: StoreCode, slug: string) =>
    `/${store}/${stores[store].paths.brand}/${encodeURIComponent(slug)}${stores[store].paths.brandEnd}`,
  tag: (store: StoreCode, slug: string) => `/${store}/${stores[store].paths.tag}/${encodeURIComponent(slug)}`,
  /** A content page under its path. */
  page: (store: StoreCode, path: string) => `/${store}/${encodePath(path)}`,
}

/** Addresses outside the stores, for crawlers and other programs. */
export const machinePaths = {
  sitemapIndex: '/sitemap.xml',
  sitemap: (store: StoreCode, file: string) => `/sitemaps/${store}/${file}.xml`,
  offersFeed: (store: StoreCode) => `/feeds/${store}/offers.rss`,
  productFeed: (store: StoreCode, file = 'products.tsv') => `/feeds/${store}/${file}`,
  llms: '/llms.txt',
  openApi: '/api/openapi.json',
}

/** The web app manifest, which every page links. */
export const manifestPath = (store: StoreCode) => `/manifests/${store}.webmanifest`

export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** The target of an address under /{locale}/artiklar/ (ROUTE-22, 32, 33, in the order of ROUTE-38). */
export type ArticlePath =
  | { name: 'product-category-all'; path: string }
  | { name: 'product-category'; path: string }
  | { name: 'product'; slug: string }

/** Parses what follows `/{locale}/artiklar/`; null: no such address. */
export function parseArticlePath(rest: string): ArticlePath | null {
  const all = /^(.+)\/ALLA\/sida\.html$/.exec(rest)
  if (all?.[1]) return { name: 'product-category-all', path: all[1] }
  const category = /^(.+)\/index\.html$/.exec(rest)
  if (category?.[1]) return { name: 'product-category', path: category[1] }
  const product = /^([^/]+)\.html$/.exec(rest)
  if (product?.[1]) return { name: 'product', slug: product[1] }
  return null
}

/**
 * What a store answers for an address that names no store: no page of it has this path. The browser hydrates the page
 * under it.
 */
export const missingPagePath = (store: StoreCode): string => `/${store}/404`
