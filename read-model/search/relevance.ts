/**
 * How well a product's words answer a query: where each typed word stands, and whether the thing itself is
 * what was asked for. Coarse on purpose: products in the same step are equal, and stock, sales and ratings
 * decide between them. Pure; `words` are those of `weighedText`.
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

interface Fields {
  heads: string
  kinds: string
  name: string
  brand: string
  codes: string
  attributes: string
  categories: string
}

function fieldsOf(words: string): Fields {
  const [heads = '', kinds = '', name = '', brand = '', codes = '', attributes = '', categories = ''] =
    words.split('\n')
  return { heads, kinds, name, brand, codes, attributes, categories }
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

function worthOf(word: string, fields: Fields, isKind: boolean): Worth {
  const text = word.endsWith('*') ? ` ${word.slice(0, -1)}` : ` ${word} `
  const isBrand = !isKind && fields.brand.includes(text)
  return {
    // Its own maker in a product's name is worth the thing; another one's is what it fits.
    name: isBrand
      ? worth.maker
      : fields.name.includes(text)
        ? fields.heads.includes(text)
          ? worth.head
          : worth.named
        : 0,
    kind: fields.kinds.includes(text) ? worth.kind : fields.categories.includes(text) ? worth.above : 0,
    other: fields.codes.includes(text) ? 0.8 : fields.attributes.includes(text) ? 0.5 : 0,
  }
}

/** All words of a wording together. */
function wordingWorth(wording: readonly string[], fields: Fields, isKind: boolean): Worth {
  if (wording.length === 1) return worthOf(wording[0]!, fields, isKind)
  const sum = { ...none }
  for (const word of wording) {
    const own = worthOf(word, fields, isKind)
    sum.name += own.name / wording.length
    sum.kind += own.kind / wording.length
    sum.other += own.other / wording.length
  }
  return sum
}

function raise(
  best: Worth,
  wordings: Wordings,
  from: number,
  share: number,
  fields: Fields,
  isKind: boolean,
): void {
  for (let at = from; at < wordings.length; at++) {
    const wording = wordings[at]!
    const begins = wording.at(-1)!.endsWith('*')
    const factor = (at === 0 ? 1 : begins ? beginning : otherName) * share
    const own = wordingWorth(wording, fields, isKind)
    best.name = Math.max(best.name, own.name * factor)
    best.kind = Math.max(best.kind, own.kind * factor)
    best.other = Math.max(best.other, own.other * factor)
  }
}

function groupWorth(group: QueryGroup, fields: Fields, isKind: boolean): Worth {
  const best = { ...none }
  raise(best, group.strict, 0, 1, fields, isKind)
  // The looser ways repeat the strict ones before their own.
  if (best.name + best.kind + best.other === 0)
    raise(best, group.wide, group.strict.length, looser, fields, isKind)
  // A compound is a kind of what its last word says: a Geschenkgutschein is a Gutschein.
  else if (best.kind < looser && group.compounds.some(([word]) => fields.kinds.includes(` ${word} `)))
    best.kind = looser
  if (group.parts.length > 0) {
    const parts = group.parts.map((part) => groupWorth(part, fields, isKind))
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
function namesKind(group: QueryGroup, { kinds }: Pick<Fields, 'kinds'>): boolean {
  return group.strict.some((wording) => wording.every((word) => !word.endsWith('*') && kinds.includes(` ${word} `)))
} // prettier-ignore

/** Whether the words typed stand in the name in their order, side by side. */
function isPhrase(plan: QueryPlan, name: string): boolean {
  return plan.words.length > 1 && name.includes(` ${plan.words.map((word) => word.text).join(' ')} `)
}

/**
 * The steps the products stand on, in their order; smaller is better. `isPartial`: where words are missing,
 * the rarer ones say more.
 */
export function relevanceSteps(plan: QueryPlan, products: readonly string[], isPartial: boolean): number[] {
  const { groups } = plan
  const fields = products.map(fieldsOf)
  const isKind = groups.map((group) => fields.some((each) => namesKind(group, each)))
  const worths = fields.map((each) => groups.map((group, at) => groupWorth(group, each, isKind[at]!)))
  const weights = groups.map((_, at) => {
    if (!isPartial) return 1
    const having = worths.filter((own) => bestOf(own[at]!) > 0).length
    return (1 + Math.log2((products.length + 1) / (having + 1))) * (isKind[at] ? kindsWeight : 1)
  })
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return fields.map((each, product) => {
    let sum = 0
    let named = 0
    for (const [at, worth] of worths[product]!.entries()) {
      const best = bestOf(worth)
      sum += weights[at]! * (best === 0 ? elsewhere : best + 0.35 * Math.min(worth.name, worth.kind))
      if (worth.name > 0 || worth.other >= 0.75) named += 1
    }
    let score = sum / Math.max(1, all)
    if (named === groups.length) score += 0.1
    if (isPhrase(plan, each.name)) score += 0.1
    // Long names say much besides. Variants repeat the words of their parent, which says nothing.
    score -= lengthPenalty(each.name)
    return -Math.round(score / step)
  })
}

/** Distinct words that a name may have before it is long. */
const shortName = 8

function lengthPenalty(name: string): number {
  const words = new Set(name.split(' ')).size
  return Math.min(0.06, Math.max(0, words - shortName) * 0.004)
}

function bestOf({ name, kind, other }: Worth): number {
  return Math.max(name, kind, other)
}
