/** What a page says of itself in the document's head: title, description, address, its versions in other stores. */
import type { MetaDescriptor } from 'react-router'
import { stores, storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import type { ShopContext } from '../shop-context.ts'
import type { Crumb } from '../ui/breadcrumb-trail.ts'

export interface PageHead {
  title: string
  description: string
  /** Absolute address. */
  canonical: string
  alternates: { iso: string; href: string }[]
  /** Whether search engines may list the page. */
  index: boolean
  /** Structured data, schema.org. */
  data: object[]
}

interface HeadOptions {
  title: string
  description?: string
  /** Path of the page, with the query that belongs to it. */
  path: string
  alternates?: Partial<Record<StoreCode, string>>
  index?: boolean
  data?: object[]
}

/** hreflang needs every version to name all others: one that stands alone names none. */
export function pageHead(shop: ShopContext, options: HeadOptions): PageHead {
  const { title, description = '', path, alternates = {}, index = true, data = [] } = options
  const versions = storeCodes.flatMap((code) => {
    const known = alternates[code]
    return known === undefined ? [] : [{ iso: stores[code].iso, href: shop.publicUrl + known }]
  })
  return {
    title: `${title} | ${shop.store.brand}`,
    description: description.length > 160 ? `${description.slice(0, 157).trimEnd()}…` : description,
    canonical: shop.publicUrl + path,
    alternates: versions.length > 1 ? versions : [],
    index,
    data,
  }
}

/** The head as React Router's `meta` wants it; nothing where the loader failed. */
export function metaOf(loaderData: { head: PageHead } | undefined): MetaDescriptor[] {
  if (loaderData === undefined) return []
  const { title, description, canonical, alternates, index, data } = loaderData.head
  return [
    { title },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(index ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...alternates.map(({ iso, href }) => ({ tagName: 'link', rel: 'alternate', hrefLang: iso, href })),
    ...data.map((entry) => ({ 'script:ld+json': entry })),
  ] as MetaDescriptor[]
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
