/**
 * Finds the page of a store that an address of a former shop meant: by a product number or GTIN in it, by its last part,
 * or by the words that it and its title share with a name. Each proposal says how it was found and how sure that is. Pure.
 */
import { isGtin } from '../products/gtin.ts'
import { slugOf } from '../stores/slug.ts'

export type PageKind = 'product' | 'category' | 'brand' | 'page'

/** A page of the store. */
export interface KnownPage {
  kind: PageKind
  /** Its path. */
  target: string
  name: string
  /** The last part of its address, without an ending. */
  slug: string
  /** Of a product. */
  sku?: string
  gtin?: string | null
}

/** `address`: the last part of the address is that of the page, or its name written as an address. */
export type MatchReason = 'sku' | 'gtin' | 'address' | 'name'
export type Confidence = 'sure' | 'likely' | 'doubtful' | 'none'

export interface Match {
  target: string
  reason: MatchReason
  confidence: Exclude<Confidence, 'none'>
}

/** An address as `redirectPath` compares it, with the title that a crawl has found there. */
export interface FormerAddress {
  path: string
  title: string | null
}

/** Parts of addresses by which systems say what a page is, in the languages of the stores. */
const kindWords: Readonly<Record<PageKind, readonly string[]>> = {
  product: [
    'product',
    'products',
    'produkt',
    'produkter',
    'produkte',
    'p',
    'item',
    'artikel',
    'vare',
    'varer',
  ],
  category: [
    'category',
    'categories',
    'product-category',
    'produkt-kategori',
    'produkt-kategorie',
    'collection',
    'collections',
    'kategori',
    'kategorier',
    'kategorie',
    'kategorien',
    'c',
  ],
  brand: [
    'brand',
    'brands',
    'product-brand',
    'vendor',
    'manufacturer',
    'marke',
    'marken',
    'varumarke',
    'varumarken',
    'merke',
    'merker',
    'maerke',
    'maerker',
    'hersteller',
  ],
  page: [
    'page',
    'pages',
    'info',
    'cms',
    'content',
    'sida',
    'sidor',
    'side',
    'sider',
    'seite',
    'seiten',
    'policies',
  ],
}

const kindOfWord = new Map(
  Object.entries(kindWords).flatMap(([kind, words]) =>
    words.map((word) => [word, kind as PageKind] as const),
  ),
)

/** Of two equally good pages that of the earlier kind. */
const kindOrder: readonly PageKind[] = ['product', 'category', 'brand', 'page']

/** Words that name the shop and its system in titles come after one of these. */
const titleEnd = /\s+[|–—-]\s+[^|–—]*$/

/** Pages that are compared word by word: those with the rarest words of the address. */
const enoughCandidates = 2000

/** Words of an address or a title that are compared: a name has fewer. */
const mostWords = 40

/** Shortest product number without a letter, and with one, that is looked for within an address. */
const shortestNumber = 5
const shortestCode = 4

/** Parts of an address that follow each other, in a product number that has hyphens of its own. */
const mostParts = 5

/** Answers the best page for an address; null: the store has none that it could have meant. */
export type MatchAddress = (address: FormerAddress) => Match | null

export function createAddressMatcher(pages: readonly KnownPage[]): MatchAddress {
  const bySku = firstBy(pages, ({ sku }) => (sku === undefined ? null : slugOf(sku)))
  const byGtin = firstBy(pages, ({ gtin }) => (gtin ? fullGtin(gtin) : null))
  const bySlug = Map.groupBy(pages, ({ slug }) => slug.toLowerCase())
  const byName = Map.groupBy(pages, ({ name }) => slugOf(name))
  const words = indexWords(pages)
  return ({ path, title }) => {
    const parts = path
      .replace(/\.(?:html?|php|aspx?|jsp)$/, '')
      .split('/')
      .filter(Boolean)
    const last = parts.at(-1)
    if (last === undefined) return null
    const kind =
      parts
        .slice(0, -1)
        .map((part) => kindOfWord.get(slugOf(part)))
        .findLast(Boolean) ?? null
    const numbered = kind === null || kind === 'product' ? byNumber(last, bySku, byGtin) : null
    if (numbered?.confidence === 'sure') return numbered
    const named = pick(bySlug.get(last), kind) ?? pick(byName.get(slugOf(last)), kind)
    if (named) return { target: named.target, reason: 'address', confidence: 'sure' }
    if (numbered) return numbered
    return bySharedWords(words, { last, title, kind })
  }
}

function firstBy(pages: readonly KnownPage[], keyOf: (page: KnownPage) => string | null) {
  const found = new Map<string, KnownPage>()
  for (const page of pages) {
    const key = keyOf(page)
    if (key !== null && key !== '' && !found.has(key)) found.set(key, page)
  }
  return found
}

const fullGtin = (gtin: string) => gtin.padStart(14, '0')

/** A page of the kind that the address says, or else the only one of its kind. */
function pick(found: readonly KnownPage[] | undefined, kind: PageKind | null): KnownPage | null {
  if (found === undefined) return null
  const fitting = kind === null ? found : found.filter((page) => page.kind === kind)
  return kindOrder.flatMap((each) => fitting.find((page) => page.kind === each) ?? [])[0] ?? null
}

/** By a product number or GTIN: the whole last part, or parts of it between hyphens. */
function byNumber(
  last: string,
  bySku: ReadonlyMap<string, KnownPage>,
  byGtin: ReadonlyMap<string, KnownPage>,
): Match | null {
  const whole = slugOf(last)
  const sku = bySku.get(whole)
  if (sku) return { target: sku.target, reason: 'sku', confidence: 'sure' }
  const parts = whole.split('-')
  for (const part of parts) {
    const page = isGtin(part) ? byGtin.get(fullGtin(part)) : undefined
    if (page) return { target: page.target, reason: 'gtin', confidence: 'sure' }
  }
  // Systems put the number first or last: the longest that is there.
  for (let length = Math.min(mostParts, parts.length - 1); length > 0; length -= 1)
    for (const code of [parts.slice(0, length).join('-'), parts.slice(-length).join('-')]) {
      const shortest = /[a-z]/.test(code) ? shortestCode : shortestNumber
      if (code.length < shortest || !/\d/.test(code)) continue
      const page = bySku.get(code)
      if (page) return { target: page.target, reason: 'sku', confidence: 'likely' }
    }
  return null
}

interface WordIndex {
  pages: readonly KnownPage[]
  /** Word → places of its pages. */
  places: ReadonlyMap<string, readonly number[]>
  /** Of each page, its words and what they weigh together. */
  named: readonly { words: ReadonlySet<string>; weight: number }[]
  weightOf: (word: string) => number
}

/** `ä` is `a` or `ae`, by language and system: both are written alike to be compared. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    slugOf(text.replaceAll('ø', 'o').replaceAll('æ', 'a'))
      .replaceAll(/ae|oe|ue|aa/g, (pair) => pair[0]!)
      .split('-')
      .filter((word) => word.length > 1 || /\d/.test(word)),
  ),
]

function indexWords(pages: readonly KnownPage[]): WordIndex {
  const places = new Map<string, number[]>()
  const named = pages.map(({ name }, place) => {
    const words = wordsOf(name)
    for (const word of words) {
      const known = places.get(word)
      if (known) known.push(place)
      else places.set(word, [place])
    }
    return words
  })
  // A word of few pages says more than one of many.
  const weightOf = (word: string) => Math.log(1 + pages.length / (places.get(word)?.length ?? 1))
  const sum = (words: readonly string[]) => words.reduce((total, word) => total + weightOf(word), 0)
  return {
    pages,
    places,
    weightOf,
    named: named.map((each) => ({ words: new Set(each), weight: sum(each) })),
  }
}

/** Shared weight from which a proposal is likely, and from which it is made at all: 1 means the same words. */
const likelyFrom = 0.75
const proposedFrom = 0.45

function bySharedWords(
  index: WordIndex,
  { last, title, kind }: { last: string; title: string | null; kind: PageKind | null },
): Match | null {
  const texts = [last, ...(title === null ? [] : [title, title.replace(titleEnd, '')])]
  let best: { page: KnownPage; score: number } | null = null
  let isTied = false
  for (const text of new Set(texts)) {
    const words = wordsOf(text).slice(0, mostWords)
    const own = words.reduce((total, word) => total + index.weightOf(word), 0)
    for (const place of candidatesFor(index, words)) {
      const page = index.pages[place]!
      if (kind !== null && page.kind !== kind) continue
      const named = index.named[place]!
      const shared = words.reduce((sum, word) => sum + (named.words.has(word) ? index.weightOf(word) : 0), 0)
      // Dice's coefficient, by weight.
      const score = (2 * shared) / (own + named.weight)
      if (best !== null && score < best.score) continue
      isTied = best !== null && score === best.score && page.target !== best.page.target
      if (best === null || score > best.score) best = { page, score }
    }
  }
  if (best === null || best.score < proposedFrom) return null
  const isLikely = best.score >= likelyFrom && !isTied
  return { target: best.page.target, reason: 'name', confidence: isLikely ? 'likely' : 'doubtful' }
}

/** The places of the pages that have the rarest of the words; of a word that more have than are compared, the first. */
function candidatesFor({ places }: WordIndex, words: readonly string[]): Set<number> {
  const found = new Set<number>()
  const rarestFirst = words.map((word) => places.get(word) ?? []).toSorted((a, b) => a.length - b.length)
  for (const each of rarestFirst) {
    if (found.size > 0 && found.size + each.length > enoughCandidates) break
    for (const place of each.slice(0, enoughCandidates)) found.add(place)
  }
  return found
}
