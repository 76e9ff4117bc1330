/**
 * Several texts in one cell, such as the alternative texts of pictures: separated by `|`, where a `|` that is part of a text
 * is written `\|`. Pure.
 */
import type { FeedValues } from './feed-row.ts'

/** Alternative texts in the order of the pictures of a row; nothing where all are empty. */
export function pictureTexts([main = '', ...others]: readonly string[]): FeedValues {
  const additional = joinTexts(others)
  return {
    ...(main !== '' && { image_alt_text: main }),
    ...(additional !== '' && { additional_image_alt_text: additional }),
  }
}

/** Trailing empty texts are not written. */
export function joinTexts(texts: readonly string[]): string {
  const last = texts.findLastIndex((text) => text !== '')
  return texts
    .slice(0, last + 1)
    .map((text) => text.replaceAll(/[\\|]/g, String.raw`\$&`))
    .join(' | ')
}

/** The texts in their order, empty ones included. */
export function splitTexts(cell: string): string[] {
  if (cell.trim() === '') return []
  const texts = ['']
  for (const [part] of cell.matchAll(/\\[\\|]|[\s\S]/gu)) {
    if (part === '|') texts.push('')
    else texts.push(texts.pop() + (part.length > 1 && part.startsWith('\\') ? part.slice(1) : part))
  }
  return texts.map((text) => text.trim())
}
