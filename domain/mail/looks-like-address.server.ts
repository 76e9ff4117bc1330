/**
 * Whether a mail program would show a text as a link: a web address, an e-mail address, or a bare domain.
 * Names of people and places are mailed to unconfirmed addresses, so they must contain nothing clickable.
 */
import topLevelDomains from 'tlds' with { type: 'json' }

const knownDomains = new Set(topLevelDomains)

/**
 * Top-level domains that form a link even after a single letter (`t.co`); longer ones are words (`P.O.Box`).
 */
const afterOneLetter = /^(?:\p{L}{2}|com|net|org)$/u

/** Label, dot, label, surrounded by nothing but more of the same. */
const dotted = /([\p{L}\p{N}-]+)\.([\p{L}\p{N}-]+)(?![\p{L}\p{N}.-])/gu

export function looksLikeAddress(text: string): boolean {
  // Normalised to what a reader sees: full-width and ideographic dots are dots, invisible characters are
  // removed.
  const read = text
    .normalize('NFKC')
    .replaceAll(/[。｡]/g, '.')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase()
  if (/@|:\/\/|\bwww\.|\b(?:https?|mailto|tel|ftp):/.test(read)) return true
  return [...read.matchAll(dotted)].some(([, before = '', ending = '']) => {
    if (!knownDomains.has(ending) && !ending.startsWith('xn--')) return false
    // Danish floors: "2.tv", "12.th".
    if (/^\d{1,2}$/.test(before) && ending.length === 2) return false
    return before.length > 1 || afterOneLetter.test(ending)
  })
}
