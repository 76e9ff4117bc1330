/**
 * The letter-only words of a store's products, kept in memory: for compounds, corrections and suggestions.
 * Read from the index once and extended as it grows. A word that no product has any more stays until the next
 * build, which only costs a suggestion without hits.
 */
import type { IndexDatabase } from '../schema/index-database.server.ts'
import { storeNumber } from '../schema/index-schema.server.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { cellsWithNumber } from '../../domain/devices/battery-size.ts'
import { letterMask, nearestWords, spokenForm, type KnownWords } from './nearest-words.ts'
import { foldedWords, textSeparator, wordsOfLetters } from '../../domain/search/search-words.ts'
import { lowerBound } from './sorted-words.ts'
import type { Vocabulary } from './vocabulary.ts'

interface WordRow {
  id: number
  word: string
  shown: string
  docs: number
}

class StoreVocabulary implements Vocabulary {
  readonly #db: IndexDatabase
  readonly #store: StoreCode
  /** State version and last row read. */
  version = -1
  lastId = 0
  #rows = new Map<string, { shown: string; docs: number }>()
  #sorted: string[] = []
  #reversed: string[] = []
  #known: KnownWords | null = null
  /** Folded words of brand names. */
  brands: ReadonlySet<string> = new Set()

  constructor(db: IndexDatabase, store: StoreCode) {
    this.#db = db
    this.#store = store
  }

  add(rows: readonly WordRow[]): void {
    if (rows.length === 0) return
    for (const { id, word, shown, docs } of rows) {
      this.#rows.set(word, { shown, docs })
      this.lastId = Math.max(this.lastId, id)
    }
    this.#sorted = [...this.#rows.keys()].sort()
    this.#reversed = []
    this.#known = null
  }

  has(stem: string): boolean {
    return this.#rows.has(stem)
  }

  hasDesignation(word: string): boolean {
    const sql = `select 1 from words_${this.#store} where words_${this.#store} match ? limit 1`
    return this.#db.column<number>(sql, `"${word}"`).length > 0
  }

  cellsNumbered(number: string): string[] {
    return cellsWithNumber(number).filter((cell) => this.hasDesignation(cell))
  }

  isBrand(folded: string): boolean {
    return this.brands.has(folded)
  }

  hasBeginning(beginning: string): boolean {
    return this.#sorted[lowerBound(this.#sorted, beginning)]?.startsWith(beginning) ?? false
  }

  endingWith(stem: string, limit: number): string[] {
    if (this.#reversed.length === 0) this.#reversed = this.#sorted.map(reversed).sort()
    const ending = reversed(stem)
    const found: string[] = []
    for (let at = lowerBound(this.#reversed, ending); this.#reversed[at]?.startsWith(ending); at++) {
      // A compound's first part has three letters at least.
      if (this.#reversed[at]!.length >= ending.length + 3) found.push(reversed(this.#reversed[at]!))
    }
    const docs = (word: string) => this.#rows.get(word)!.docs
    return found.sort((a, b) => docs(b) - docs(a)).slice(0, limit)
  }

  nearest(forms: readonly string[], errors: number, limit: number): string[] {
    this.#known ??= {
      words: this.#sorted,
      masks: Int32Array.from(this.#sorted, letterMask),
      spoken: this.#sorted.map(spokenForm),
      counts: Int32Array.from(this.#sorted, (word) => this.#rows.get(word)!.docs),
    }
    return nearestWords(this.#known, forms, errors, limit)
  }

  shown(stem: string): string {
    return this.#rows.get(stem)?.shown ?? stem
  }
}

function reversed(word: string): string {
  return [...word].reverse().join('')
}

const vocabularies = new WeakMap<IndexDatabase, Map<StoreCode, StoreVocabulary>>()

/** The current words of the store. */
export function vocabularyOf(state: IndexState, store: StoreCode): Vocabulary {
  let stores = vocabularies.get(state.db)
  if (!stores) vocabularies.set(state.db, (stores = new Map()))
  let own = stores.get(store)
  if (!own) stores.set(store, (own = new StoreVocabulary(state.db, store)))
  if (own.version !== state.version) {
    const sql = 'select id, word, shown, docs from vocabulary where store = ? and id > ?'
    own.add(state.db.all<WordRow>(sql, storeNumber[store], own.lastId))
    own.brands = new Set(state.structure.rows.brands.flatMap((brand) => foldedWords(brand.name)))
    own.version = state.version
  }
  return own
}

/** Adds the words of a new or changed product. */
export function addToVocabulary(db: IndexDatabase, store: StoreCode, text: string): void {
  const words = new Map<string, string>()
  wordsOfLetters(text, store, words)
  for (const [word, shown] of words) {
    db.run(
      'insert into vocabulary (store, word, shown, docs) values (?, ?, ?, 1) on conflict do nothing',
      storeNumber[store],
      word,
      shown,
    )
  }
}

/** Spellings of words, collected while an index is built: the first spelling of each stem. */
export interface Spellings {
  /** Stem → word as written. */
  of: Record<StoreCode, Map<string, string>>
  /** Reads texts with separators between them; a text that was read before is skipped. */
  add(texts: string, store: StoreCode): void
}

const mostTextsKnown = 20_000

export function gatherSpellings(): Spellings {
  const perStore = <T>(make: () => T) =>
    Object.fromEntries(storeCodes.map((code) => [code, make()])) as Record<StoreCode, T>
  const of = perStore(() => new Map<string, string>())
  const known = perStore(() => new Set<string>())
  return {
    of,
    add(texts, store) {
      for (const text of texts.split(textSeparator)) {
        if (known[store].has(text)) continue
        if (known[store].size >= mostTextsKnown) known[store].clear()
        known[store].add(text)
        wordsOfLetters(text, store, of[store])
      }
    },
  }
}

/** Fills the words of a built index from its full-text tables. */
export function writeVocabulary(db: IndexDatabase, store: StoreCode, spellings: Map<string, string>): void {
  db.exec(`create virtual table temp.terms_${store} using fts5vocab('main', 'words_${store}', 'row')`)
  const sql = `select term, doc as docs from temp.terms_${store} where term >= 'a'`
  db.transaction(() => {
    for (const { term, docs } of db.all<{ term: string; docs: number }>(sql)) {
      if (!/^\p{L}{3,30}$/u.test(term)) continue
      db.run(
        'insert into vocabulary (store, word, shown, docs) values (?, ?, ?, ?)',
        storeNumber[store],
        term,
        spellings.get(term) ?? term,
        docs,
      )
    }
  })
  db.exec(`drop table temp.terms_${store}`)
}
