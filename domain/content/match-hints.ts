/**
 * Selects the search hints for a term. A trigger is a word or a phrase, compared with the folding of search;
 * a trailing `*` matches every word that begins so. A trigger that is still being typed matches too, ranked
 * after complete matches.
 */
import { foldedWords } from '../search/search-words.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { SearchHint } from '../../contract/content.ts'

/** A hint as it is stored. */
export interface StoredHint extends SearchHint {
  store: StoreCode
  triggers: readonly string[]
}

const mostHints = 5
const shortestBeginning = 2

/** The hints of a store for a term, closest first; those that redirect immediately have `redirect` set. */
export function matchHints(hints: readonly StoredHint[], store: StoreCode, term: string): SearchHint[] {
  const typed = foldedWords(term)
  if (typed.join('').length < shortestBeginning) return []
  return hints
    .filter((hint) => hint.store === store)
    .map((hint) => ({ hint, closeness: Math.max(0, ...hint.triggers.map((each) => closeness(each, typed))) }))
    .filter((match) => match.closeness > 0)
    .sort((a, b) => b.closeness - a.closeness || a.hint.id - b.hint.id)
    .slice(0, mostHints)
    .map(({ hint: { id, hint, url, url_title, redirect }, closeness: close }) => {
      // Only paths of the store itself: search must not redirect a shopper elsewhere.
      return {
        id,
        hint,
        url,
        url_title,
        redirect: redirect && close === exact && url.startsWith(`/${store}/`),
      }
    })
}

/** The trigger equals the typed words. */
const exact = 3

/** 3: equals the typed words; 2: contained in them; 1: begun; 0: no match. */
function closeness(trigger: string, typed: readonly string[]): number {
  const isOpen = trigger.endsWith('*')
  const words = foldedWords(trigger)
  if (words.length === 0) return 0
  const last = words.length - 1
  const isAt = (start: number) =>
    words.every((word, index) => {
      const other = typed[start + index]
      return other === word || (isOpen && index === last && other?.startsWith(word) === true)
    })
  if (typed.length === words.length && words.every((word, index) => word === typed[index])) return exact
  if (typed.some((_, start) => isAt(start))) return 2
  return typed.some((_, start) => isBegun(words, typed.slice(start))) ? 1 : 0
}

/** Whether the typed words are the beginning of the trigger's words. */
function isBegun(words: readonly string[], typed: readonly string[]): boolean {
  const last = typed.length - 1
  if (typed.length > words.length || typed[last]!.length < shortestBeginning) return false
  return typed.every((word, index) =>
    index === last ? words[index]!.startsWith(word) : words[index] === word,
  )
}
