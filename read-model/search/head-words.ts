/**
 * Head words: the words of a name that say what the product is. In `notebook case 40 cm` it is the case, not
 * the notebook. A heuristic over word order and capitals for English, Scandinavian and German product names;
 * where it is wrong the category decides. Pure text, no vocabulary.
 */

/** Words followed by what the product is for, or comes with. */
const joining = new Set(
  'for to with w from by without till för med från utan passar til for fra uden passer für fur zu zum zur mit von ohne passend kompatibel compatible'.split(
    ' ',
  ),
)
/** Qualities that follow the head. */
const qualities = new Set(
  `black white blue red green yellow gray grey silver pink orange purple brown beige gold rose cyan magenta transparent original multicolor
   svart vit blå röd grön gul grå hvit hvid rød grøn sort schwarz weiß blau rot grün gelb grau silber`.split(
    /\s+/,
  ),
)
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
  const words = piece.replaceAll('/', ' / ').split(/\s+/).filter(Boolean)
  const heads: string[] = []
  for (const [at, word] of words.entries()) {
    if (joining.has(word.toLowerCase())) break
    if (!isName(word) || brand.has(word.toLowerCase())) continue
    const next = words[at + 1]
    const endsRun = next === undefined || !isName(next) || joining.has(next.toLowerCase())
    const turnsCapital = next !== undefined && !isCapital(word) && isCapital(next)
    // `Ficklampa Stark`: names in the store's own language begin with the head.
    const leads = isFirst && at === 0 && (next === undefined || isCapital(next))
    if (endsRun || turnsCapital || leads) heads.push(word)
  }
  return heads
}

/** A word of letters that may be a head: not a measure, designation or colour. */
function isName(word: string): boolean {
  return (
    /^\p{L}[\p{L}'’-]{2,}$/u.test(word) &&
    !/^\p{Lu}{2,4}(?:-|$)/u.test(word) &&
    !qualities.has(word.toLowerCase())
  )
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word)
}

/** The kinds of product in a category: `Laptop Bags` bags, `Headphones & Headsets` both. */
export function categoryHeads(name: string): string {
  // Words in brackets are qualities: `Storlek 312 (brun)`.
  const parts = name
    .replace(/\([^()]*\)/g, '')
    .trim()
    .split(/\s*(?:[,&/]|\s(?:och|og|und|and)\s)\s*/)
    .filter(Boolean)
  return parts
    .flatMap((part, index) => {
      const last = part.split(/\s+/).at(-1)!
      // A part that is not a plural belongs to the next part: `TV & Monitor Mounts`.
      return index === parts.length - 1 || /(?:s|ar|or|ier|en|e)$/.test(last) ? [last] : []
    })
    .join(' ')
}

/**
 * The kind of product named by a category path, root first. A category named only by a size or a type
 * (`CR2032`, `Lithium CR 3 V`) contains the same kind as its parent: button cells.
 */
export function kindHeads(names: readonly string[]): string {
  const heads: string[] = []
  for (const name of names.toReversed()) {
    const own = categoryHeads(name)
    heads.push(own)
    if (own.split(' ').some((word) => /^\p{L}[\p{L}'’-]{3,}$/u.test(word))) break
  }
  return heads.join(' ')
}
