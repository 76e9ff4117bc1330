export interface MarkedPart {
  /** Index in the text at which it begins. */
  from: number
  part: string
  isMarked: boolean
}

/** The text in pieces; a piece is marked if it begins a word and was typed. */
export function markTerm(text: string, term: string): MarkedPart[] {
  const words = term.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return [{ from: 0, part: text, isMarked: false }]
  const typed = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words.toSorted((a, b) => b.length - a.length).join('|')})`,
    'giu',
  )
  const parts: MarkedPart[] = []
  let end = 0
  const add = (from: number, to: number, isMarked: boolean) => {
    if (to > from) parts.push({ from, part: text.slice(from, to), isMarked })
  }
  for (const { index, 0: hit } of text.matchAll(typed)) {
    add(end, index, false)
    add(index, index + hit.length, true)
    end = index + hit.length
  }
  add(end, text.length, false)
  return parts
}
