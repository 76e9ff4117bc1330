/**
 * Reads a Merchant Center feed in XML: RSS 2.0 items or Atom entries with the `g:` namespace. Custom entities
 * of the document are not expanded and no external resource is read.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { Store } from '../domain/stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { feedColumns, readFeedRow, type FeedColumn, type FeedValues } from './feed-row.ts'
import { FeedFault } from './feed-fault.ts'
import { maxLineBytes } from './file-limits.ts'
import { shortened, titleIn } from './row-report.ts'

const googleNamespace = 'http://base.google.com/ns/1.0'
const plainNamespaces = new Set([
  '',
  googleNamespace,
  'http://www.w3.org/2005/Atom',
  'http://purl.org/rss/1.0/',
])

/** Whether a document is a Merchant Center feed, by its beginning; others are lists with elements of any name. */
export function isMerchantXml(begin: string): boolean {
  const [, root = ''] =
    /<(?:[\w.-]+:)?([A-Za-z][\w.-]*)[\s>/]/.exec(begin.replaceAll(/<(?:!--[^]*?--|[?!][^>]*)>/g, '')) ?? []
  if (/^(?:rss|rdf)$/i.test(root)) return true
  return begin.includes(googleNamespace) || (root === 'feed' && begin.includes('http://www.w3.org/2005/Atom'))
}

interface OpenItem {
  line: number
  depth: number
  values: FeedValues
  column: FeedColumn | null
  bytes: number
  /** The parser's message. */
  fault: string | null
  faults: number
}

/** Elements of a feed are four deep. The parser looks for the prefix of each in all elements around it. */
const deepest = 32

/** Faults of one item, or outside of items, after which the document is given up: each costs time. */
const mostFaults = 1000

interface Reading {
  /** The first fault outside of items. */
  fault: string | null
  faults: number
  /** Position of the last event. */
  eventAt: number
  /** Open elements. */
  depth: number
  /** What is wrong with the item that is open. */
  openItem(): string | null
}

/** The rows of a feed for a store. Throws FeedFault when the document as a whole is not well-formed. */
export async function* readXmlFeed(
  chunks: AsyncIterable<Buffer>,
  store: Store,
): AsyncGenerator<CatalogueRow> {
  const done: OpenItem[] = []
  const reading: Reading = { fault: null, faults: 0, eventAt: 0, depth: 0, openItem: () => null }
  const parser = itemParser(done, reading)
  const decoder = new TextDecoder('utf-8')
  let row = 0
  const write = (text: string, last: boolean) => {
    parser.write(text)
    if (last) parser.close()
    if (parser.position - reading.eventAt > 4 * maxLineBytes) {
      throw new FeedFault('endless_text', { line: parser.line })
    }
  }
  for await (const chunk of chunks) {
    write(decoder.decode(chunk, { stream: true }), false)
    for (const item of done.splice(0)) yield { row: (row += 1), ...rowOf(item, store) }
  }
  write(decoder.decode(), true)
  if (reading.depth > 0) reading.fault ??= reading.openItem() ?? 'it ends too early.'
  if (reading.fault !== null) throw new FeedFault('bad_xml', { text: reading.fault })
  if (row === 0) throw new FeedFault('no_items')
}

function itemParser(done: OpenItem[], reading: Reading) {
  const parser = new SaxesParser({ xmlns: true, position: true })
  let item: OpenItem | null = null
  const note = () => (reading.eventAt = parser.position)
  reading.openItem = () =>
    item && `the item of line ${item.line} is not closed${item.fault === null ? '.' : `: ${item.fault}`}`
  const text = (value: string) => {
    note()
    if (!item?.column || item.depth + 1 !== reading.depth) return
    item.bytes += value.length
    if (item.bytes <= maxLineBytes) item.values[item.column] = (item.values[item.column] ?? '') + value
  }
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('opentag', (tag: SaxesTagNS) => {
    note()
    reading.depth += 1
    const { depth } = reading
    if (depth > deepest) throw new FeedFault('too_deep', { maximum: deepest, line: parser.line })
    if (!item && (tag.local === 'item' || tag.local === 'entry')) {
      item = { line: parser.line, depth, values: {}, column: null, bytes: 0, fault: null, faults: 0 }
    } else if (item && depth === item.depth + 1) {
      item.column = columnOf(tag, item)
    }
  })
  parser.on('closetag', () => {
    note()
    const { depth } = reading
    if (item && depth === item.depth) {
      done.push(item)
      item = null
    } else if (item && depth === item.depth + 1) {
      item.column = null
    }
    reading.depth -= 1
  })
  parser.on('error', (error) => {
    const place = item ?? reading
    place.fault ??= error.message
    place.faults += 1
    if (place.faults > mostFaults) throw new FeedFault('bad_xml', { text: place.fault })
  })
  return parser
}

/**
 * The first of repeated elements is used, except for additional pictures; nested elements (shipping, tax)
 * belong to no column.
 */
function columnOf(tag: SaxesTagNS, item: OpenItem): FeedColumn | null {
  const column = feedColumns.find((name) => name === tag.local)
  if (!column || !plainNamespaces.has(tag.uri)) return null
  if (item.values[column] !== undefined) {
    if (column === 'additional_image_link') {
      item.values[column] += ','
      return column
    }
    if (tag.uri !== googleNamespace || column === 'product_type') return null
    item.values[column] = ''
  }
  return column
}

function rowOf(item: OpenItem, store: Store): Omit<CatalogueRow, 'row'> {
  const { line, bytes } = item
  const known = {
    ...(item.values.id !== undefined && { id: shortened(item.values.id.trim()) }),
    ...titleIn(item.values.title),
  }
  if (bytes > maxLineBytes) return { line, bytes: 0, ...known, refused: { code: 'row_too_long' } }
  if (item.fault !== null) {
    return {
      line,
      bytes: 0,
      ...known,
      refused: { code: 'bad_xml', detail: { code: 'text', values: { text: shortened(item.fault) } } },
    }
  }
  const read = readFeedRow(item.values, store)
  if (!read.ok) return { line, bytes, ...known, refused: read.problem }
  return { line, bytes, feed: read.feed, ...(read.repaired.length > 0 && { repaired: read.repaired }) }
}
