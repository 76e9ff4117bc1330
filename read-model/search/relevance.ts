/**
 * Relevance of a product for a query: in which column each typed word is found, and whether the product
 * itself is what was searched for. Coarse on purpose: products of the same step are equal, and stock, sales
 * and ratings decide between them. Pure.
 */
import type { QueryGroup, QueryPlan } from './query-plan.ts'
import type { RequestedThing } from './requested-thing.ts'
import type { Wordings } from '../../domain/search/search-synonyms.ts'

/** Height of a step; scores that differ by less are equal. */
const step = 0.06
/** A synonym scores a little less than the typed word. */
const otherName = 0.95
const beginning = 0.6
const looser = 0.7
/** Found in texts that are not scored: devices, descriptions. */
const elsewhere = 0.2

/** The scored words of a product, parsed once: each column as words between spaces. */
export interface WeighedWords {
  /** All columns together; a word that is not in here is in none of them. */
  all: string
  heads: string
  kinds: string
  cells: string
  name: string
  brand: string
  codes: string
  attributes: string
  categories: string
  /** The words of the name that say what the product is for; '' for a general one. */
  purpose: string
  /** Penalty for products with long names. */
  lengthPenalty: number
}

/** Folded words between a product and what it is for: `larmbatterier till lås`; not before a number of things. */
const forWords = / (?:till|til|for|fur|passar|passer|passend) (?!\d)/

/** Parses the text that `weighedText` (index-words.server.ts) wrote. */
export function readWeighedWords(text: string): WeighedWords {
  const [
    heads = '',
    kinds = '',
    cells = '',
    name = '',
    brand = '',
    codes = '',
    attributes = '',
    categories = '',
  ] = text.split('\n')
  return {
    all: text,
    heads,
    kinds,
    cells,
    name,
    brand,
    codes,
    attributes,
    categories,
    purpose: purposeOf(name),
    lengthPenalty: lengthPenalty(name),
  }
}

function purposeOf(name: string): string {
  const at = name.search(forWords)
  return at < 0 ? '' : name.slice(name.indexOf(' ', at + 1))
}

/** Score of a word by the column it is found in. */
interface Worth {
  name: number
  kind: number
  other: number
}

/** The category is a more reliable sign of the kind of product than a word's position in the name. */
const worth = { maker: 1.15, head: 0.9, named: 0.7, kind: 1, cell: 0.9, above: 0.3 }

const none: Worth = { name: 0, kind: 0, other: 0 }

/** One wording of a group. */
interface Wording {
  /** Its words in the form in which they are searched in a column: ` word `, or ` prefix`. */
  texts: string[]
  /** Weight of the wording, as a share of the full score. */
  factor: number
}

/** A group of the plan, prepared for matching many products. */
interface PreparedGroup {
  strict: Wording[]
  /** The looser wordings without the strict ones. */
  wide: Wording[]
  /** Whole words of strict wordings, any of which names the kind of product. */
  kinds: string[][]
  compounds: string[]
  parts: PreparedGroup[]
}

function prepareGroup(group: QueryGroup): PreparedGroup {
  return {
    strict: prepareWordings(group.strict, 0, 1),
    // The looser wordings repeat the strict ones first.
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
    // A product's own brand in its name scores like the head word; another brand is what it fits.
    name: isBrand
      ? worth.maker
      : words.name.includes(text)
        ? words.heads.includes(text)
          ? worth.head
          : worth.named
        : 0,
    kind: words.kinds.includes(text)
      ? worth.kind
      : words.cells.includes(text)
        ? worth.cell
        : words.categories.includes(text)
          ? worth.above
          : 0,
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
  // A compound is a kind of its last part: a Geschenkgutschein is a Gutschein.
  else if (best.kind < looser && group.compounds.some((text) => words.kinds.includes(text)))
    best.kind = looser
  if (group.parts.length > 0) {
    const parts = group.parts.map((part) => groupWorth(part, words, isKind))
    for (const field of ['name', 'kind', 'other'] as const)
      best[field] = Math.max(best[field], parts.reduce((sum, part) => sum + part[field], 0) / parts.length)
  }
  return best
}

/** Added to the score of a product of the requested kind: more than all other words together. */
const requestedKind = 27 * step

function isNamedIn(group: PreparedGroup, text: string): boolean {
  return (
    [...group.strict, ...group.wide].some(({ texts }) => texts.some((word) => text.includes(word))) ||
    group.parts.some((part) => isNamedIn(part, text))
  )
}

/** Where words are missing, the requested kind of product counts more than its qualities. */
const kindsWeight = 3

/**
 * Whether the word says what the product is, as its category does. Such a word is never matched with a brand:
 * `projector` is not a product by Projecta, whose name has the same stem.
 */
function namesKind(group: PreparedGroup, words: WeighedWords): boolean {
  return group.kinds.some((texts) => texts.every((text) => words.kinds.includes(text)))
}

/** Whether the product is of the requested kind, and not what that is for: a battery, not the alarm that it powers. */
function isThing({ names, isBattery }: RequestedThing, group: PreparedGroup, words: WeighedWords): boolean {
  if (namesKind(group, words) || (isBattery && words.cells.trim() !== '')) return true
  const kinds = words.kinds.trim() === '' ? words.heads : words.kinds
  return names.some((name) => kinds.includes(` ${name} `))
}

/** A `knappcell` is a battery as much as a product that is called one. */
function raiseToKind(own: Worth, { names }: RequestedThing, words: WeighedWords): void {
  own.kind = Math.max(own.kind, worth.kind)
  // Its name may be a compound.
  if (names.some((name) => words.heads.includes(`${name} `))) own.name = Math.max(own.name, worth.head)
}

/** The typed words in order, adjacent; null if there is only one. */
function phraseOf(plan: QueryPlan): string | null {
  return plan.read.length > 1 ? ` ${plan.read.map((word) => word.text).join(' ')} ` : null
}

/**
 * The steps of the products, in the order of the products; smaller is better. `isPartial`: where words are
 * missing, rarer ones count more.
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
    const { thing } = plan
    const asked = thing && isThing(thing, groups[thing.group]!, words) ? thing.group : -1
    for (const [at, worth] of worths[product]!.entries()) {
      if (at === asked) raiseToKind(worth, thing!, words)
      const best = bestOf(worth)
      sum += weights[at]! * (best === 0 ? elsewhere : best + 0.35 * Math.min(worth.name, worth.kind))
      if (worth.name > 0 || worth.other >= 0.75) named += 1
    }
    let score = sum / Math.max(1, all)
    if (asked >= 0) score += requestedKind
    if (named === groups.length) score += 0.1
    if (phrase !== null && words.name.includes(phrase)) score += 0.1
    // What is for something else than the query names comes after what is general.
    if (words.purpose !== '' && !groups.some((group) => isNamedIn(group, words.purpose))) score -= step
    // Long names contain much else. Variants repeat the words of their parent, which adds no information.
    score -= words.lengthPenalty
    return -Math.round(score / step)
  })
}

/** Distinct words above which a name counts as long. */
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
