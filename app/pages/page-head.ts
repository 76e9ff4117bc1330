/** A page's head: title, description, canonical address, alternates in other stores. */
import type { MetaDescriptor } from 'react-router'
import { defaultStoreCode, stores, storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { isOpenStore } from '../../domain/stores/open-stores.ts'
import { storePng } from '../../domain/stores/web-manifest.ts'
import type { ShopContext } from '../shop-context.ts'
import type { Crumb } from '../layout/breadcrumb-trail.ts'

/** Built by the loader, so that its code is not in the browser's bundle. */
export interface PageHead {
  tags: MetaDescriptor[]
}

interface HeadOptions {
  title: string
  description?: string
  /** Texts that staff have written for the head; they are said as they are written. */
  own?: { title?: string; description?: string }
  /** Path of the page, with the query parameters that are part of its identity. */
  path: string
  alternates?: Partial<Record<StoreCode, string>>
  /** Whether search engines may index the page. */
  index?: boolean
  /** Structured data, schema.org. */
  data?: object[]
  /** Path of a picture of the page's subject, at least 600 px wide. */
  image?: string | null | undefined
  /** Open Graph type. */
  kind?: 'website' | 'product'
  /** Alternate formats of the page: media type → path. */
  forms?: Record<string, string>
}

const longestDescription = 160

export function pageHead(shop: ShopContext, options: HeadOptions): PageHead {
  const { path, own = {}, alternates = {}, index = true, data = [] } = options
  const title = own.title ?? options.title
  const fullTitle = own.title ?? `${title} | ${shop.store.brand}`
  const description = own.description ?? shortened(options.description ?? '')
  const canonical = shop.publicUrl + path
  return {
    tags: [
      { title: fullTitle },
      ...(description ? [{ name: 'description', content: description }] : []),
      ...(index ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
      { tagName: 'link', rel: 'canonical', href: canonical },
      ...versions(shop, alternates),
      ...Object.entries(options.forms ?? {}).map(([type, href]) => ({
        tagName: 'link',
        rel: 'alternate',
        type,
        href: shop.publicUrl + href,
      })),
      ...(index ? sharingTags(shop, options, { title, description, canonical }) : []),
      ...data.map((entry) => ({ 'script:ld+json': entry })),
    ] as MetaDescriptor[],
  }
}

/**
 * hreflang: every version lists all versions, itself included; a page without other versions lists none.
 * x-default is the default store's version.
 */
function versions(shop: ShopContext, alternates: Partial<Record<StoreCode, string>>): object[] {
  const link = (hrefLang: string, path: string) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: shop.publicUrl + path,
  })
  const known = storeCodes.flatMap((code) => {
    const path = alternates[code]
    return path === undefined || !isOpenStore(code) ? [] : [link(stores[code].iso, path)]
  })
  if (known.length < 2) return []
  const fallback = isOpenStore(defaultStoreCode) ? alternates[defaultStoreCode] : undefined
  return fallback === undefined ? known : [...known, link('x-default', fallback)]
}

/** Open Graph, and the card that follows from it (https://ogp.me). */
function sharingTags(
  shop: ShopContext,
  { image, kind = 'website' }: HeadOptions,
  page: { title: string; description: string; canonical: string },
): object[] {
  const picture = image ?? storePng(shop.store.code)
  return [
    { property: 'og:type', content: kind },
    { property: 'og:site_name', content: shop.store.brand },
    { property: 'og:locale', content: shop.store.iso.replace('-', '_') },
    { property: 'og:title', content: page.title },
    ...(page.description ? [{ property: 'og:description', content: page.description }] : []),
    { property: 'og:url', content: page.canonical },
    ...(picture === null ? [] : [{ property: 'og:image', content: shop.publicUrl + picture }]),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
  ]
}

/** Truncated at a word boundary. */
function shortened(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (plain.length <= longestDescription) return plain
  return `${plain.slice(0, longestDescription - 1).replace(/\s+\S*$/, '')}…`
}

/** The head as React Router's `meta` expects it; empty if the loader failed. */
export function metaOf(loaderData: { head: PageHead } | undefined): MetaDescriptor[] {
  return loaderData?.head.tags ?? []
}

/** schema.org BreadcrumbList of a trail. */
export function breadcrumbData(shop: ShopContext, trail: readonly Crumb[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ text, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: text,
      ...(to !== undefined && { item: shop.publicUrl + to }),
    })),
  }
}
