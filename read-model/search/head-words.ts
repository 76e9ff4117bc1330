/**
 * Head words: the words of a name that say what the product is. In `notebook case 40 cm` it is the case, not
 * the notebook. A heuristic over word order and capitals for English, Scandinavian and German product names;
 * where it is wrong the category decides. Pure text, no vocabulary.
 */
import { readBatterySize } from '../../domain/devices/battery-size.ts'
import { measure } from '../../domain/search/search-words.ts'

/** Words followed by what the product is for, or comes with. */
const joining = new Set(
  'for to with w from by without till för med från utan passar til for fra uden passer für fur zu zum zur mit von ohne passend kompatibel compatible'.split(
    ' ',
  ),
)
/** Words between two kinds of product. */
const conjunctions = 'och|og|und|and'
/** What follows a kind within a category: no other kind, and nothing that it is for. */
const isQuality = new RegExp(`^ (?!(?:${[...joining].join('|')}|${conjunctions}) )[\\p{L}\\d]`, 'iu')
/** Qualities that follow the head. */
const qualities = new Set(
  `black white blue red green yellow gray grey silver pink orange purple brown beige gold rose cyan magenta transparent original multicolor
   svart vit blå röd grön gul grå hvit hvid rød grøn sort schwarz weiß blau rot grün gelb grau silber`.split(
    /\s+/,
  ),
)
/** A noun behind a designation: `CR2032-knappcell`, `AA-batteri`, `18650-Lithium-Ionen-Zelle`; not `4-port`. */
const designated = /^(?=[^-]*(?:\p{L}|\d{5}))(?:[\p{L}\d,.]+-)+(?<noun>\p{L}{4,})$/u
/** Number of leading parts of a name in which the head is searched. */
const piecesRead = 2

/** The head words, as written, separated by spaces. `brand`: words that are never heads. */
export function nameHeads(name: string, brand: string): string {
  const brandWords = new Set(brand.toLowerCase().split(/\s+/))
  const pieces = name.split(/\s[-–—]\s|[,;:()|"”]+/)
  const heads = pieces
    .slice(0, piecesRead)
    .flatMap((piece, index) => pieceHeads(piece, index === 0, brandWords))
  return [...new Set(heads)].join(' ')
}

function pieceHeads(piece: string, isFirst: boolean, brand: ReadonlySet<string>): string[] {
  const words = piece.replaceAll('/', ' / ').split(/\s+/).filter(Boolean).map(nounOf)
  const heads: string[] = []
  for (const [at, word] of words.entries()) {
    if (joining.has(word.toLowerCase())) break
    if (!isName(word) || brand.has(word.toLowerCase())) continue
    // `3500 mAh`: a unit.
    if (at > 0 && measure(words[at - 1]!.replace(',', 'd'), word.toLowerCase()) !== null) continue
    const next = words[at + 1]
    const endsRun = next === undefined || !isName(next) || joining.has(next.toLowerCase())
    const turnsCapital = next !== undefined && !isCapital(word) && isCapital(next)
    // `Ficklampa Stark`: names in the store's own language begin with the head.
    const leads = isFirst && at === 0 && (next === undefined || isCapital(next))
    if (endsRun || turnsCapital || leads) heads.push(word)
  }
  return heads
}

/** The noun behind a designation; with the designation if that is the size of a cell, because the noun is one of it. */
function nounOf(word: string): string {
  const noun = designated.exec(word)?.groups!['noun']
  if (noun === undefined) return word
  const isCell = readBatterySize(word.slice(0, -noun.length - 1)).kind === 'cell'
  return isCell ? word : noun
}

/** A word of letters that may be a head: not a measure, designation or colour. */
function isName(word: string): boolean {
  if (designated.test(word)) return true
  return (
    /^\p{L}[\p{L}'’-]{2,}$/u.test(word) &&
    !/^\p{Lu}{2,4}(?:-|$)/u.test(word) &&
    !qualities.has(word.toLowerCase())
  )
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word)
}

/**
 * The kinds of product in a category: `Laptop Bags` bags, `Headphones & Headsets` both, `Batterier till larm` batteries.
 */
export function categoryHeads(name: string): string {
  // Words in brackets are qualities: `Storlek 312 (brun)`.
  const words = name
    .replace(/\([^()]*\)/g, '')
    .trim()
    .split(/\s+/)
  const end = words.findIndex((word, at) => at > 0 && joining.has(word.toLowerCase()))
  const parts = (end < 0 ? words : words.slice(0, end))
    .join(' ')
    .split(new RegExp(`\\s*(?:[,&/]|\\s(?:${conjunctions})\\s)\\s*`))
    .filter(Boolean)
  return parts
    .flatMap((part, index) => {
      // `Akku-Ladegeräte` are chargers; a designation stays: `AA-Batterien`.
      const last = part
        .split(/\s+/)
        .at(-1)!
        .replace(/^(?:\p{Lu}?\p{Ll}{3,}-)+(?=\p{L}{4,}$)/u, '')
      // A part that is not a plural belongs to the next part: `TV & Monitor Mounts`.
      return index === parts.length - 1 || /(?:s|ar|or|ier|en|e)$/.test(last) ? [last] : []
    })
    .join(' ')
}

/**
 * The kind of product named by a category path, root first. A category named only by a size or a type
 * (`CR2032`, `Lithium CR 3 V`) contains the same kind as its parent: button cells. So does one that repeats its
 * parent's name (`Mobilbatterier` › `Mobilbatterier Samsung`).
 */
export function kindHeads(names: readonly string[]): string {
  const heads: string[] = []
  for (const [at, name] of [...names.entries()].toReversed()) {
    const parent = names[at - 1]
    if (parent !== undefined && name.startsWith(`${parent} `) && isQuality.test(name.slice(parent.length)))
      continue
    const own = categoryHeads(name)
    heads.push(own)
    if (own.split(' ').some((word) => /^\p{L}[\p{L}'’-]{3,}$/u.test(word))) break
  }
  return heads.join(' ')
}
