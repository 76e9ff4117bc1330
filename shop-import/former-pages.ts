/**
 * Reads the addresses of a former shop: its sitemaps, the table of a crawl (Screaming Frog) or of Search Console, or a
 * plain list of addresses. https://www.sitemaps.org/protocol.html
 */
import { hasColumns, nameKey, namedCells, unreadColumns } from '../catalogue-import/named-cells.ts'
import { shortened } from '../catalogue-import/row-report.ts'
import type { Table } from '../catalogue-import/table.ts'
import { readXml } from '../catalogue-import/xml-stream.server.ts'
import { formerPath } from '../domain/redirects/redirect.ts'
import { textOf, type ShopTablePreset, type ShopTableRow } from './shop-table.ts'

export interface FormerPageValues {
  /** As redirects compare it; empty: the home page. */
  path: string
  title: string | null
}

const columns = {
  address: ['Address', 'URL', 'Loc', 'Top pages', 'Page URL', 'Adresse', 'Adress', 'Webadresse', 'Page'],
  title: ['Title 1', 'Title', 'Page title', 'H1-1', 'Titel', 'Tittel', 'Name'],
  // What a crawl says besides; by these a table is known as one of addresses.
  kind: ['Content Type', 'Content'],
  status: ['Status Code', 'HTTP status code', 'Code'],
} as const

/** Columns of lists of addresses that say nothing about where they lead. */
const besides = [
  'Status',
  'Indexability',
  'Indexability Status',
  'Clicks',
  'Impressions',
  'CTR',
  'Position',
  'Lastmod',
  'Last modified',
  'Changefreq',
  'Priority',
  'Depth',
]

const known = new Set([...Object.values(columns).flat(), ...besides].map(nameKey))

/** A longer title is cut. */
const longestTitle = 500

/** A longer address is refused as none; the protocol allows 2,048 characters. */
const longestAddress = 10_000

export const formerPages: ShopTablePreset<FormerPageValues> = {
  name: 'former-pages',
  holds: 'former-pages',
  // Tables of products have addresses, too: those of a crawl say how the server answered, others hold little else.
  matches: (names) =>
    hasColumns(names, [...columns.address]) &&
    (hasColumns(names, [...columns.status], [...columns.kind]) ||
      names.every((name) => name === '' || known.has(nameKey(name)))),
  unused: (names) => unreadColumns(names, Object.values(columns).flat()),
  read: readCrawl,
}

async function* readCrawl(table: Table): AsyncGenerator<ShopTableRow<FormerPageValues>> {
  const cell = namedCells(table.columns)
  for await (const { row, line, bytes, cells, refused } of table.rows) {
    const address = textOf(cell(cells, ...columns.address))
    if (refused) {
      yield { row, line, bytes, ...(address !== '' && { id: shortened(address) }), refused }
      continue
    }
    const status = textOf(cell(cells, ...columns.status))
    const kind = textOf(cell(cells, ...columns.kind))
    // A crawl lists scripts, pictures and addresses without a page as well.
    if ((status !== '' && !/^(?:2|3)/.test(status)) || (kind !== '' && !/html/i.test(kind))) continue
    yield pageOf({ row, line, bytes }, address, textOf(cell(cells, ...columns.title)), columns.address[0])
  }
}

/** The addresses of a sitemap; those of an index lead to other sitemaps, and are none of pages. `before`: rows before it. */
export async function* readSitemap(
  chunks: AsyncIterable<Buffer>,
  before = 0,
): AsyncGenerator<ShopTableRow<FormerPageValues>> {
  const done: ShopTableRow<FormerPageValues>[] = []
  const open: string[] = []
  let row = before
  let page = { address: '', title: '', line: 0 }
  yield* readXml(chunks, done, {
    open(name, _attributes, line) {
      if (name === 'url') page = { address: '', title: '', line }
      open.push(name)
    },
    text(text) {
      const place = open.slice(-2).join('/')
      if (place === 'url/loc') {
        // A page has one address; a hostile document would add up without end.
        if (page.address.length <= longestAddress) page.address += text
      }
      // Shopify names the product in the title of its picture.
      else if (place === 'image/title' && page.title.length < longestTitle) page.title += text
    },
    close(name) {
      open.pop()
      if (name !== 'url') return
      row += 1
      const { address, title, line } = page
      const bytes = address.length + title.length
      done.push(pageOf({ row, line, bytes }, address.trim(), title.trim(), 'loc'))
    },
  })
}

/** Whether a document of XML is a sitemap, or an index of them. */
export const isSitemap = (begin: string): boolean => /<(?:\w+:)?(?:urlset|sitemapindex)[\s>]/.test(begin)

/** Whether it is an index, which has no pages of its own. */
export const isSitemapIndex = (begin: string): boolean => /<(?:\w+:)?sitemapindex[\s>]/.test(begin)

const plainAddress = /^"?https?:\/\/[^\s",;|]+"?$/i

/** Whether a text is a list of addresses, one a line; a first line with a name is left out of account. */
export function isAddressList(begin: string): boolean {
  const [first = '', ...rest] = begin
    .split(/\r\n?|\n/)
    .slice(0, 20)
    .filter((line) => line.trim() !== '')
  // The last one may be cut off; of one line it is all there is.
  const lines = rest.length === 0 ? [first] : [...(plainAddress.test(first.trim()) ? [first] : []), ...rest]
  return lines.every((line) => plainAddress.test(line.trim()))
}

/** The addresses of such a list. */
export async function* readAddressList(
  lines: AsyncIterable<{ bytes: Buffer; tooLong: boolean }>,
): AsyncGenerator<ShopTableRow<FormerPageValues>> {
  let line = 0
  for await (const { bytes, tooLong } of lines) {
    line += 1
    const text = bytes
      .toString('utf8')
      .trim()
      .replace(/^"(.*)"$/, '$1')
    if (text === '' || (line === 1 && !plainAddress.test(text))) continue
    const place = { row: line, line, bytes: bytes.length }
    yield tooLong ? { ...place, refused: { code: 'row_too_long' } } : pageOf(place, text, '', 'Address')
  }
}

const homePage = /^(?:https?:\/\/[^/?#]*\/?|\/)(?:[?#]|$)/i

function pageOf(
  place: Pick<ShopTableRow, 'row' | 'line' | 'bytes'>,
  address: string,
  title: string,
  column: string,
): ShopTableRow<FormerPageValues> {
  if (address === '') return { ...place, refused: { code: 'missing', column } }
  const path = homePage.test(address) ? '' : formerPath(address)
  const id = shortened(path ?? address)
  if (path === null)
    return { ...place, id, refused: { code: 'bad_address', column, value: shortened(address) } }
  return { ...place, id, values: { path, title: title === '' ? null : title.slice(0, longestTitle) } }
}
