/**
 * Which searches without results are counted (decision 95): shops learn words from them, never who searched. Pure.
 */
import { shortestTerm } from './search-term.ts'

/** Longer texts are pasted, not searched for. */
const longestQuery = 100

/** Telephone numbers, identity numbers and numbers of organisations of the stores' countries have no fewer digits. */
const personalDigits = /\d(?:[\s()./+-]*\d){7}/

/**
 * The query as it is counted: in lower case, with single spaces. Null: it is too short or too long, or may name a person
 * (an e-mail address, a telephone number, a personal or organisation number). Registration numbers of cars are for the
 * caller to leave out: whether a query is one depends on the store.
 */
export function missedQuery(text: string): string | null {
  const query = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
  const { length } = [...query]
  if (length < shortestTerm || length > longestQuery) return null
  if (query.includes('@') || personalDigits.test(query)) return null
  return /[\p{L}\p{N}]/u.test(query) ? query : null
}
