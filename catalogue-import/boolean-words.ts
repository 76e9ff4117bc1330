/**
 * Yes and no as files of other systems write them. Excel and LibreOffice write `true` and `false` in the language of the
 * person who saves the file. Pure.
 */

/** In lower case: English, German, Swedish, Norwegian, Danish. */
const words: Readonly<Record<'yes' | 'no', readonly string[]>> = {
  yes: ['true', 'yes', 'y', '1', 'wahr', 'ja', 'sant', 'sann', 'sand'],
  no: ['false', 'no', 'n', '0', 'falsch', 'nein', 'falskt', 'falsk', 'usann', 'usant', 'nej', 'nei'],
}

/** Null: empty, or neither. What neither means is the caller's to say: it is never `true` by itself. */
export function readBoolean(text: string): boolean | null {
  // A spreadsheet keeps an apostrophe before a value that is text, and writes numbers with decimals.
  const word = text
    .trim()
    .replace(/^'/, '')
    .replace(/^([01])[.,]0+$/, '$1')
    .toLowerCase()
  if (words.yes.includes(word)) return true
  return words.no.includes(word) ? false : null
}
