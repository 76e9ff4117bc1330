/**
 * Which searches without results are counted (decision 95): shops learn words from them, never who searched. Pure.
 */
import { isGtin } from '../products/gtin.ts'
import { shortestTerm } from './search-term.ts'

/** Longer texts are pasted, not searched for. */
const longestQuery = 100

/**
 * First digits of the article numbers of Europe, China and Taiwan (GS1 prefixes) that begin no telephone number of 13
 * digits, as a number is typed with the code of its country: 49 is Japan's, and Germany's on the telephone; 43 and 35 are
 * of other goods, and Austria's and Finland's; 54 and 88 are longer telephone numbers too. 0 would be a number with 00 in
 * front, 1 and 2 a date of birth.
 */
const articlePrefix = /^(?:3[0-4]|4[0-24]|47|5[079]|64|69|7[036]|8[0-47])/

/**
 * Whether the query is the article number on a package, and no number of a person: 13 digits in a row, a prefix of goods
 * only, and the check digit, which nine of ten other numbers miss. Numbers of 8, 12 and 14 digits are too often numbers of
 * persons and telephones to be distinguished from them.
 */
const isArticleNumber = (query: string): boolean =>
  /^\d{13}$/.test(query) && articlePrefix.test(query) && isGtin(query)

/** Telephone numbers, identity numbers and numbers of organisations of the stores' countries have no fewer digits. */
const personalDigits = /\d(?:[\s()./+-]*\d){7}/

/**
 * The query as it is counted: in lower case, with single spaces. Null: it is too short or too long, or may name a person
 * (an e-mail address, a telephone number, a personal or organisation number). An article number (EAN-13) names goods.
 * Registration numbers of cars are for the caller to leave out: whether a query is one depends on the store.
 */
export function missedQuery(text: string): string | null {
  const query = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
  const { length } = [...query]
  if (length < shortestTerm || length > longestQuery) return null
  // Nobody types these, and PostgreSQL stores none of them.
  if (!query.isWellFormed() || /\p{Cc}/u.test(query)) return null
  if (query.includes('@')) return null
  if (personalDigits.test(query) && !isArticleNumber(query)) return null
  return /[\p{L}\p{N}]/u.test(query) ? query : null
}
