/**
 * Sitemaps by their protocol (https://www.sitemaps.org/protocol.html), with every page's versions in the
 * other stores. The index lists files; a file lists at most `addressesPerFile` pages of one store.
 */
import type { PerStore } from '../catalogue/catalogue-record.ts'
import { defaultStoreCode, stores, storeCodes, type StoreCode } from '../stores/stores.ts'

/** Well below the protocol's 50,000 addresses and, with four versions of each, its 50 MB. */
export const addressesPerFile = 10_000

/** A page in every store that has it, as paths. */
export interface SitemapPage {
  paths: PerStore<string>
  /** Epoch milliseconds; absent where unknown. */
  changedAt?: number
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

export const sitemapStart = `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
export const sitemapEnd = '</urlset>\n'

/** The entry of a page in one store; '' where that store does not have it. */
export function sitemapEntry(publicUrl: string, store: StoreCode, { paths, changedAt }: SitemapPage): string {
  const own = paths[store]
  if (own === undefined) return ''
  const at = (path: string) => escapeXml(publicUrl + path)
  const link = (language: string, path: string) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${at(path)}"/>`
  const known = storeCodes.flatMap((code) => {
    const path = paths[code]
    return path === undefined ? [] : [link(stores[code].iso, path)]
  })
  const fallback = paths[defaultStoreCode]
  if (fallback !== undefined) known.push(link('x-default', fallback))
  const versions = Object.keys(paths).length > 1 ? known.join('') : ''
  return `<url><loc>${at(own)}</loc>${lastModified(changedAt)}${versions}</url>\n`
}

export const sitemapIndexStart = `${declaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`
export const sitemapIndexEnd = '</sitemapindex>\n'

/** A file in the index. `changedAt`: when the newest of its pages changed; undefined where unknown. */
export function sitemapIndexEntry(publicUrl: string, path: string, changedAt: number | undefined): string {
  return `<sitemap><loc>${escapeXml(publicUrl + path)}</loc>${lastModified(changedAt)}</sitemap>\n`
}

function lastModified(changedAt: number | undefined): string {
  return changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text escaped for XML; control characters, which XML does not allow, are removed. */
export function escapeXml(text: string): string {
  return (
    text
      .replaceAll(/[&<>"']/g, (sign) => entities[sign]!)
      // eslint-disable-next-line no-control-regex -- exactly what XML 1.0 does not allow
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .toWellFormed()
  )
}
