/**
 * Reads the articles of a catalogue in BMEcat 1.2 or 2005, the German form of wholesalers, as records of plain fields. Its
 * groups come before the articles, and what is in which group after them, so that the document is read twice.
 */
import { toBasisPoints, wholeBasisPoints } from '../domain/money/money.ts'
import { roundDecimal } from '../domain/money/rounding.ts'
import type { Store } from '../domain/stores/stores.ts'
import { netListWithVat } from './bmecat-products.ts'
import { FeedFault } from './feed-fault.ts'
import { maxLineBytes } from './file-limits.ts'
import { joinTexts } from './listed-texts.ts'
import type { FlatRecord } from './record-table.server.ts'
import { shortened, type RowProblem } from './row-report.ts'
import { readWholeXml, readXml } from './xml-stream.server.ts'

/** Whether a document is one, by its beginning. */
export const isBmecat = (begin: string): boolean => /<(?:[\w.-]+:)?BMECAT[\s>]/i.test(begin)

/** Kinds of prices, each a field of its own. The first two include VAT. */
export const bmecatPrices = ['nrp', 'gros_list', 'net_list', 'net_customer', 'net_customer_exp'] as const

/** Groups, and places of articles in groups. */
const mostKept = 1_000_000

interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: Element[]
}

interface Groups {
  /** Id of an article → ids of its groups. */
  ofArticle: Map<string, string[]>
  groups: Map<string, { name: string; parent: string; isRoot: boolean }>
  currency: string
  /** The address that names of pictures are below, or ''. */
  mimeRoot: string
}

/** Languages of BMEcat (ISO 639-2) by the first two letters of a store's. */
const languages: Readonly<Record<string, readonly string[]>> = {
  sv: ['swe'],
  nb: ['nor', 'nob'],
  no: ['nor', 'nob'],
  da: ['dan'],
  de: ['deu', 'ger'],
}

/** The records of a document, which `open` opens from its beginning. */
export async function readBmecatRecords(
  open: () => Promise<AsyncIterable<Buffer>>,
  store: Store,
): Promise<AsyncGenerator<FlatRecord>> {
  const groups = await readGroups(await open())
  return readArticles(await open(), groups, store)
}

const isArticle = (name: string): boolean => name === 'ARTICLE' || name === 'PRODUCT'

/** About how much memory an element takes without its texts: an empty one has two lists and a set of attributes. */
const bytesOfElement = 200

/**
 * Calls `taken` with each whole element that `isTaken` names. One whose `bytes`, about how much memory it takes, are more than
 * `maxLineBytes` is cut off.
 */
function elementHandlers(
  isTaken: (name: string) => boolean,
  taken: (element: Element, at: { line: number; bytes: number }) => void,
) {
  const open: Element[] = []
  let bytes = 0
  let startLine = 0
  return {
    open(name: string, attributes: Readonly<Record<string, string>>, line: number) {
      const upper = name.toUpperCase()
      if (open.length === 0) {
        if (!isTaken(upper)) return
        bytes = 0
        startLine = line
      }
      bytes += bytesOfElement + upper.length
      for (const [key, value] of Object.entries(attributes)) bytes += key.length + value.length
      const element = { name: upper, attributes, text: '', children: [] }
      if (bytes <= maxLineBytes) open.at(-1)?.children.push(element)
      open.push(element)
    },
    text(text: string) {
      const element = open.at(-1)
      if (!element) return
      bytes += text.length
      if (bytes <= maxLineBytes) element.text += text
    },
    close() {
      const element = open.pop()
      if (element && open.length === 0) taken(element, { line: startLine, bytes })
    },
  }
}

async function readGroups(chunks: AsyncIterable<Buffer>): Promise<Groups> {
  const found: Groups = { ofArticle: new Map(), groups: new Map(), currency: '', mimeRoot: '' }
  let kept = 0
  const isTaken = (name: string) =>
    ['CATALOG_STRUCTURE', 'ARTICLE_TO_CATALOGGROUP_MAP', 'PRODUCT_TO_CATALOGGROUP_MAP', 'HEADER'].includes(
      name,
    )
  await readWholeXml(
    chunks,
    elementHandlers(isTaken, (element, { bytes }) => {
      kept += 1
      if (kept > mostKept || bytes > maxLineBytes) throw new FeedFault('too_much_memory')
      if (element.name === 'HEADER') {
        found.currency = textOf(element, 'CATALOG', 'CURRENCY')
        found.mimeRoot = textOf(element, 'CATALOG', 'MIME_ROOT')
      } else if (element.name === 'CATALOG_STRUCTURE')
        found.groups.set(textOf(element, 'GROUP_ID'), {
          name: textOf(element, 'GROUP_NAME'),
          parent: textOf(element, 'PARENT_ID'),
          isRoot: element.attributes['type'] === 'root',
        })
      else {
        const article = textOf(element, 'ART_ID') || textOf(element, 'PROD_ID')
        const group = textOf(element, 'CATALOG_GROUP_ID')
        const groups = found.ofArticle.get(article)
        if (groups) groups.push(group)
        else found.ofArticle.set(article, [group])
      }
    }),
  )
  return found
}

function readArticles(
  chunks: AsyncIterable<Buffer>,
  groups: Groups,
  store: Store,
): AsyncGenerator<FlatRecord> {
  const done: FlatRecord[] = []
  return readXml(
    chunks,
    done,
    elementHandlers(isArticle, (element, { line, bytes }) => {
      const record = { list: 'bmecat', line }
      if (bytes > maxLineBytes) {
        done.push({ ...record, bytes, fields: new Map() })
        return
      }
      const prices = pricesOf(element, groups.currency, store)
      const fields = fieldsOf(element, { groups, prices, store })
      const size = [...fields.values()].reduce((sum, text) => sum + text.length, 0)
      done.push({ ...record, bytes: size, fields, ...(prices.problem && { refused: prices.problem }) })
    }),
  )
}

const named = (elements: readonly Element[], name: string): Element[] =>
  elements.filter((each) => each.name === name || each.name === name.replace('ARTICLE', 'PRODUCT'))

/** The elements at a path, by the names of 1.2; those of 2005 say PRODUCT in place of ARTICLE. */
const allOf = ({ children }: Element, ...[first = '', ...rest]: string[]): Element[] => {
  const found = named(children, first)
  return rest.length === 0 ? found : found.flatMap((each) => allOf(each, ...rest))
}

const textOf = (element: Element, ...path: string[]): string => allOf(element, ...path)[0]?.text.trim() ?? ''

/** The text in the language of the store, else the first. */
function wordsOf(element: Element, { iso }: Store, ...path: string[]): string {
  const found = allOf(element, ...path)
  const meant = languages[iso.slice(0, 2)] ?? []
  const own = found.find(({ attributes }) => meant.includes((attributes['lang'] ?? '').toLowerCase()))
  return (own ?? found[0])?.text.trim() ?? ''
}

function fieldsOf(
  article: Element,
  { groups, prices, store }: { groups: Groups; prices: PricesRead; store: Store },
): Map<string, string> {
  const fields = new Map<string, string>()
  const add = (name: string, text: string) => {
    if (text !== '') fields.set(name, text)
  }
  const id = textOf(article, 'SUPPLIER_AID') || textOf(article, 'SUPPLIER_PID')
  const details = 'ARTICLE_DETAILS'
  add('SUPPLIER_AID', id)
  add('mode', article.attributes['mode'] ?? '')
  for (const name of ['DESCRIPTION_SHORT', 'DESCRIPTION_LONG', 'MANUFACTURER_NAME', 'DELIVERY_TIME'])
    add(name, wordsOf(article, store, details, name))
  add(
    'MANUFACTURER_AID',
    textOf(article, details, 'MANUFACTURER_AID') || textOf(article, details, 'MANUFACTURER_PID'),
  )
  add('EAN', gtinOf(article))
  add(
    'KEYWORD',
    allOf(article, details, 'KEYWORD')
      .map(({ text }) => text.trim())
      .join(', '),
  )
  for (const [type, { text }] of prices.ofTypes) add(type, text)
  const list = prices.ofTypes.get('net_list')
  add('TAX', (list ?? prices.ofTypes.values().find(({ tax }) => tax !== ''))?.tax ?? '')
  add(netListWithVat, list?.withVat ?? '')
  add(
    'CATALOG_GROUP',
    joinTexts((groups.ofArticle.get(id) ?? []).map((group) => pathOf(group, groups)).filter(Boolean)),
  )
  add('MIME_SOURCE', picturesOf(article, groups).join('\n'))
  add('FEATURES', featuresOf(article, store))
  return fields
}

/** `EAN` of 1.2, `INTERNATIONAL_PID type="gtin"` of 2005. */
function gtinOf(article: Element): string {
  const international = allOf(article, 'ARTICLE_DETAILS', 'INTERNATIONAL_PID').find(({ attributes }) =>
    /^(?:gtin|ean)$/i.test(attributes['type'] ?? ''),
  )
  return international?.text.trim() || textOf(article, 'ARTICLE_DETAILS', 'EAN')
}

interface PriceOfType {
  /** Of a single unit, with its currency. */
  text: string
  /** As the element states it, or ''. */
  tax: string
  /** The price with the VAT that the element states, with its currency; '': it states none, or the price is no number. */
  withVat: string
}

interface PricesRead {
  ofTypes: Map<string, PriceOfType>
  /** Why the price of a single unit is not known. */
  problem: RowProblem | null
}

/** The prices of a single unit that are valid in the store's country, by their kinds. */
function pricesOf(article: Element, currency: string, store: Store): PricesRead {
  const read: PricesRead = { ofTypes: new Map(), problem: null }
  const quantityText = textOf(article, 'ARTICLE_ORDER_DETAILS', 'PRICE_QUANTITY')
  const quantity = readFactor(quantityText)
  for (const price of allOf(article, 'ARTICLE_PRICE_DETAILS', 'ARTICLE_PRICE')) {
    const type = price.attributes['price_type'] ?? price.attributes['type'] ?? ''
    const lower = Number(textOf(price, 'LOWER_BOUND') || '1')
    if (!(lower <= 1) || read.ofTypes.has(type) || !(bmecatPrices as readonly string[]).includes(type))
      continue
    const territories = allOf(price, 'TERRITORY').map(({ text }) => text.trim().toUpperCase())
    if (territories.length > 0 && !territories.includes(store.countryCode)) continue
    const amount = textOf(price, 'PRICE_AMOUNT')
    const factorText = textOf(price, 'PRICE_FACTOR')
    const factor = readFactor(factorText)
    const isSingle = factor === 1 && quantity === 1
    // Numbers of BMEcat have a point and no groups.
    const isNumber = /^\d{1,12}(?:\.\d+)?$/.test(amount)
    const problem =
      quantity === null
        ? badValue('PRICE_QUANTITY', quantityText)
        : factor === null
          ? badValue('PRICE_FACTOR', factorText)
          : // What may be read otherwise would be the price of several units.
            !isNumber && !isSingle
            ? badValue('PRICE_AMOUNT', amount)
            : null
    read.problem ??= problem
    const unit =
      isNumber && factor !== null && quantity !== null ? (Number(amount) * factor) / quantity : null
    const own = textOf(price, 'PRICE_CURRENCY') || currency
    const tax = taxOf(price)
    const rate = basisPointsOf(tax)
    read.ofTypes.set(type, {
      text: [unit === null ? amount : roundedAmount(unit), own].filter(Boolean).join(' '),
      tax,
      withVat:
        unit === null || rate === null
          ? ''
          : `${roundedAmount((unit * (wholeBasisPoints + rate)) / wholeBasisPoints)} ${own || store.currency}`,
    })
  }
  return read
}

const badValue = (column: string, text: string): RowProblem => ({
  code: 'bad_field_value',
  column,
  value: shortened(text),
})

/** A finite number above zero, 1 where none is stated; null: it is none. */
function readFactor(text: string): number | null {
  const factor = Number(text === '' ? '1' : text)
  return Number.isFinite(factor) && factor > 0 ? factor : null
}

/** With at most two decimals. Binary fractions of a product are cut off first, so that halves are rounded as they are written. */
const roundedAmount = (amount: number): string => String(roundDecimal(Number(amount.toPrecision(12)), 2))

/** `TAX`, in 2005 also in `TAX_DETAILS`; several of those are none that is known. */
function taxOf(price: Element): string {
  const own = textOf(price, 'TAX')
  const details = allOf(price, 'TAX_DETAILS', 'TAX')
  return own !== '' || details.length !== 1 ? own : details[0]!.text.trim()
}

/** `0.19`, or `19` as some write it. Null: it is no rate. */
function basisPointsOf(text: string): number | null {
  if (!/^\d{1,2}(?:\.\d{1,4})?$/.test(text)) return null
  const rate = Number(text)
  return rate < 1 ? Math.round(rate * wholeBasisPoints) : toBasisPoints(rate)
}

/** The names of a group and those above it, without the root. */
function pathOf(id: string, { groups }: Groups): string {
  const names: string[] = []
  const seen = new Set<string>()
  for (let group = groups.get(id), at = id; group && !seen.has(at);) {
    seen.add(at)
    if (!group.isRoot && group.name !== '') names.unshift(group.name)
    at = group.parent
    group = groups.get(at)
  }
  return names.join(' > ')
}

/** Addresses of pictures; names of files are below `MIME_ROOT`, which may be no address. */
const picturesOf = (article: Element, { mimeRoot }: Groups): string[] =>
  allOf(article, 'MIME_INFO', 'MIME').flatMap((mime) => {
    const source = textOf(mime, 'MIME_SOURCE')
    const isPicture = /^image\//i.test(textOf(mime, 'MIME_TYPE')) || /\.(?:jpe?g|png|gif|webp)$/i.test(source)
    if (!isPicture || source === '') return []
    if (/^https?:\/\//i.test(source) || !/^https?:\/\//i.test(mimeRoot)) return [source]
    return [`${mimeRoot.replace(/\/$/, '')}/${source.replace(/^\//, '')}`]
  })

/** Codes of classifications (ETIM), which name nothing that a person could read. */
const isCode = (name: string): boolean =>
  /^(?:E[FVU]\d{6}|C62|BC[A-Z]\d{3}\w*|\d{2}-\d{2}-\d{2}.*)$/.test(name)

/** `Farbe: Rot`, one a line. */
const featuresOf = (article: Element, store: Store): string =>
  allOf(article, 'ARTICLE_FEATURES', 'FEATURE')
    .flatMap((feature) => {
      const name = wordsOf(feature, store, 'FNAME')
      const unit = textOf(feature, 'FUNIT')
      const values = allOf(feature, 'FVALUE')
        .map(({ text }) => text.trim())
        .filter((text) => text !== '' && !isCode(text))
      if (name === '' || isCode(name) || values.length === 0) return []
      const plain = values.join(', ').replaceAll(/\s+/g, ' ')
      return [
        `${name.replaceAll(/\s+/g, ' ').replaceAll(':', ' ')}: ${[plain, isCode(unit) ? '' : unit].filter(Boolean).join(' ')}`,
      ]
    })
    .join('\n')
