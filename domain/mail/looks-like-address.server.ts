/**
 * Whether a text would be shown as a link by a mail program: a web address, an e-mail address, or a bare domain. Names
 * of people and places are mailed to addresses that nobody has shown to be theirs, so these hold nothing to click on.
 */
import topLevelDomains from 'tlds' with { type: 'json' }

const knownDomains = new Set(topLevelDomains)

/** Top-level domains that make a link after a single letter too (`t.co`); longer ones are words (`P.O.Box`). */
const afterOneLetter = /^(?:\p{L}{2}|com|net|org)$/u

/** Label, dot, label, where nothing but more of the same stands around them. */
const dotted = /([\p{L}\p{N}-]+)\.([\p{L}\p{N}-]+)(?![\p{L}\p{N}.-])/gu

export function looksLikeAddress(text: string): boolean {
  // As it is read: full-width and ideographic dots are dots, and invisible characters are nothing.
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
