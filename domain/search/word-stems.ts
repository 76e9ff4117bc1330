/**
 * Stems words, so that a word is found in all its forms: plural, definite form, genitive. Light rules for
 * four languages plus the English plural; derived words stay distinct (`laddning` is not `laddare`). Works on
 * folded words (search-words.ts); never changes words with digits or short ones.
 */
import type { SearchLanguage } from '../stores/store.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'

/** Linking letters of compounds: ladd-kabel, hörapparat-s-batteri, lade-e-kabel. */
export const joints = ['', 's', 'e', 'n', 'en', 'es', 'ar', 'er']

/** Endings from longest to shortest; a stem keeps at least three letters, one of them a vowel. */
const endings: Record<SearchLanguage, string[]> = {
  swedish: byLength(
    'arnas ernas ornas arens erens arna erna orna aren eren arne iets arn ern orn are ade et en an ar er or es na a e t n s',
  ),
  norwegian: byLength('enes ernes erne ene ens ets ers eren erens aren arene ere are en et er es ar a e s n'),
  german: byLength('ern ers em en er es e n s'),
  danish: byLength('ernes erens erne eren ere ens ets ers en et er es e s n'),
  other: [],
}

/** Endings that are removed only after certain letters; elsewhere they are usually part of the word. */
const afterOnly: Partial<Record<string, RegExp>> = {
  n: /e[lr]$/,
  t: /[ei]$/,
  s: /[bcdfghjklmnprtvyaeiou]$/,
  na: /[aeor]$/,
}

const shortestStem = 3

function byLength(list: string): string[] {
  return list.split(' ').sort((a, b) => b.length - a.length)
}

/** The stem of a folded word of letters in the store's language; the word itself where it has no ending. */
export function stemOf(word: string, store: StoreCode): string {
  if (word.length <= shortestStem || /\d/.test(word)) return word
  const adjective = /^(\p{L}{2,}(?:bar|ig|isk|lich))(?:t|a|e|en|er|es|em)?$/u.exec(word)
  if (adjective) return adjective[1]!
  let stem = without(word, ['s'])
  stem = without(stem, endings[storePolicies[store].searchLanguage])
  return settled(stem)
}

function without(word: string, list: readonly string[]): string {
  for (const ending of list) {
    if (!word.endsWith(ending)) continue
    const rest = word.slice(0, -ending.length)
    if (rest.length < shortestStem || !/[aeiouy]/.test(rest)) continue
    if (afterOnly[ending] && !afterOnly[ending].test(rest)) continue
    return rest
  }
  return word
}

/**
 * One form for words that lose a vowel when inflected: kabel – kablar, adapter – adaptrar, nyckel – nycklar.
 */
function settled(stem: string): string {
  if (/[^aeiouy]el$/.test(stem) && stem.length > 4) return settled(`${stem.slice(0, -2)}l`)
  if (/(?<double>[a-z])\k<double>l$/.test(stem)) return `${stem.slice(0, -2)}l`
  if (/[td]r$/.test(stem) && stem.length > 5) return stem.slice(0, -1)
  return stem
}
