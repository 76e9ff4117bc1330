/**
 * How well a product's words answer a query: where each typed word stands, and whether the thing itself is
 * what was asked for. Coarse on purpose: products in the same step are equal, and stock, sales and ratings
 * decide between them. Pure.
 */
import type { QueryGroup, QueryPlan } from './query-plan.ts'
import type { Wordings } from '../../domain/search/search-synonyms.ts'

/** Height of a step; what differs by less is equal. */
const step = 0.06
/** Another name of the thing says a little less than the word typed. */
const otherName = 0.95
const beginning = 0.6
const looser = 0.7
/** Found in texts that are not weighed: devices, descriptions. */
const elsewhere = 0.2

/** The weighed words of a product, read once: each column as words between spaces. */
export interface WeighedWords {
  /** All columns; what is not in here is in none of them. */
  all: string
  heads: string
  kinds: string
  name: string
  brand: string
  codes: string
  attributes: string
  categories: string
  /** Taken off the score of products with long names. */
  lengthPenalty: number
}

/** Reads the text that `weighedText` (index-words.server.ts) wrote. */
export function readWeighedWords(text: string): WeighedWords {
  const [heads = '', kinds = '', name = '', brand = '', codes = '', attributes = '', categories = ''] =
    text.split('\n')
  return {
    all: text,
    heads,
    kinds,
    name,
    brand,
    codes,
    attributes,
    categories,
    lengthPenalty: lengthPenalty(name),
  }
}

/** What a word is worth by where it stands. */
interface Worth {
  name: number
  kind: number
  other: number
}

/** The category says more surely what a thing is than the place of a word in its name. */
const worth = { maker: 1.15, head: 0.9, named: 0.7, kind: 1, above: 0.3 }

const none: Worth = { name: 0, kind: 0, other: 0 }

/** One way to say a group. */
interface Wording {
  /** Its words as they are looked up in a column: ` word `, or ` beginning`. */
  texts: string[]
  /** Share of its worth that counts. */
  factor: number
}

/** A group of the plan, prepared to be looked up in many products. */
interface PreparedGroup {
  strict: Wording[]
  /** The looser ways without the strict ones. */
  wide: Wording[]
  /** Whole words of strict wordings, any of which names the kind of thing. */
  kinds: string[][]
  compounds: string[]
  parts: PreparedGroup[]
}

function prepareGroup(group: QueryGroup): PreparedGroup {
  return {
    strict: prepareWordings(group.strict, 0, 1),
    // The looser ways repeat the strict ones before their own.
    wide: prepareWordings(group.wide, group.strict.length, looser),
    kinds: group.strict
      .filter((wording) => !wording.some((word) => word.endsWith('*')))
      .map((wording) => wording.map(searchedText)),
    compounds: group.compounds.map(([word]) => ` ${word} `),
    parts: group.parts.map(prepareGroup),
  }
}

function prepareWordings(wordings: Wordings, from: number, share: number): Wording[] {
  return wordings.slice(from).map((wording, index) => {
    const begins = wording.at(-1)!.endsWith('*')
    const own = from + index === 0 ? 1 : begins ? beginning : otherName
    return { texts: wording.map(searchedText), factor: own * share }
  })
}

function searchedText(word: string): string {
  return word.endsWith('*') ? ` ${word.slice(0, -1)}` : ` ${word} `
}

function worthOf(text: string, words: WeighedWords, isKind: boolean): Worth {
  if (!words.all.includes(text)) return none
  const isBrand = !isKind && words.brand.includes(text)
  return {
    // Its own maker in a product's name is worth the thing; another one's is what it fits.
    name: isBrand
      ? worth.maker
      : words.name.includes(text)
        ? words.heads.includes(text)
          ? worth.head
          : worth.named
        : 0,
    kind: words.kinds.includes(text) ? worth.kind : words.categories.includes(text) ? worth.above : 0,
    other: words.codes.includes(text) ? 0.8 : words.attributes.includes(text) ? 0.5 : 0,
  }
}

/** All words of a wording together. */
function wordingWorth(texts: readonly string[], words: WeighedWords, isKind: boolean): Worth {
  if (texts.length === 1) return worthOf(texts[0]!, words, isKind)
  const sum = { ...none }
  for (const text of texts) {
    const own = worthOf(text, words, isKind)
    sum.name += own.name / texts.length
    sum.kind += own.kind / texts.length
    sum.other += own.other / texts.length
  }
  return sum
}

function raise(best: Worth, wordings: readonly Wording[], words: WeighedWords, isKind: boolean): void {
  for (const { texts, factor } of wordings) {
    const own = wordingWorth(texts, words, isKind)
    best.name = Math.max(best.name, own.name * factor)
    best.kind = Math.max(best.kind, own.kind * factor)
    best.other = Math.max(best.other, own.other * factor)
  }
}

function groupWorth(group: PreparedGroup, words: WeighedWords, isKind: boolean): Worth {
  const best = { ...none }
  raise(best, group.strict, words, isKind)
  if (best.name + best.kind + best.other === 0) raise(best, group.wide, words, isKind)
  // A compound is a kind of what its last word says: a Geschenkgutschein is a Gutschein.
  else if (best.kind < looser && group.compounds.some((text) => words.kinds.includes(text)))
    best.kind = looser
  if (group.parts.length > 0) {
    const parts = group.parts.map((part) => groupWorth(part, words, isKind))
    for (const field of ['name', 'kind', 'other'] as const)
      best[field] = Math.max(best[field], parts.reduce((sum, part) => sum + part[field], 0) / parts.length)
  }
  return best
}

/** Where words are missing, the thing that was asked for says more than what it should be like. */
const kindsWeight = 3

/**
 * Whether the word says what the product is, as its category does. Such a word is never taken for a maker's:
 * `projector` is not a thing by Projecta, whose name has the same stem.
 */
function namesKind(group: PreparedGroup, words: WeighedWords): boolean {
  return group.kinds.some((texts) => texts.every((text) => words.kinds.includes(text)))
}

/** The words typed in their order, side by side; null where there is only one. */
function phraseOf(plan: QueryPlan): string | null {
  return plan.words.length > 1 ? ` ${plan.words.map((word) => word.text).join(' ')} ` : null
}

/**
 * The steps the products stand on, in their order; smaller is better. `isPartial`: where words are missing,
 * the rarer ones say more.
 */
export function relevanceSteps(
  plan: QueryPlan,
  products: readonly WeighedWords[],
  isPartial: boolean,
): number[] {
  const groups = plan.groups.map(prepareGroup)
  const phrase = phraseOf(plan)
  const isKind = groups.map((group) => products.some((words) => namesKind(group, words)))
  const worths = products.map((words) => groups.map((group, at) => groupWorth(group, words, isKind[at]!)))
  const weights = groups.map((_, at) => {
    if (!isPartial) return 1
    const having = worths.filter((own) => bestOf(own[at]!) > 0).length
    return (1 + Math.log2((products.length + 1) / (having + 1))) * (isKind[at] ? kindsWeight : 1)
  })
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return products.map((words, product) => {
    let sum = 0
    let named = 0
    for (const [at, worth] of worths[product]!.entries()) {
      const best = bestOf(worth)
      sum += weights[at]! * (best === 0 ? elsewhere : best + 0.35 * Math.min(worth.name, worth.kind))
      if (worth.name > 0 || worth.other >= 0.75) named += 1
    }
    let score = sum / Math.max(1, all)
    if (named === groups.length) score += 0.1
    if (phrase !== null && words.name.includes(phrase)) score += 0.1
    // Long names say much besides. Variants repeat the words of their parent, which says nothing.
    score -= words.lengthPenalty
    return -Math.round(score / step)
  })
}

/** Distinct words that a name may have before it is long. */
const shortName = 8

function lengthPenalty(name: string): number {
  const words = name.split(' ')
  // A set would cost several times as much for so few.
  const distinct = words.filter((word, at) => words.indexOf(word) === at).length
  return Math.min(0.06, Math.max(0, distinct - shortName) * 0.004)
}

function bestOf({ name, kind, other }: Worth): number {
  return Math.max(name, kind, other)
}
