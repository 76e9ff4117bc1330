/**
 * The trade's common questions over the demo catalogue: a query, and a pattern that the name of the first hit must match.
 * The project's own are in search-questions.csv; SHARED_DATA may hold more.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isStoreCode, type StoreCode } from '../domain/stores/stores.ts'
import type { AskPage } from './search-judgement.ts'

export interface SearchQuestion {
  store: StoreCode
  query: string
  first: RegExp
}

export const ownQuestions = join(import.meta.dirname, 'search-questions.csv')

/** The questions of a file `store,query,first`; null where it is absent. Throws for a line of another form. */
export function readSearchQuestions(file: string): SearchQuestion[] | null {
  if (!existsSync(file)) return null
  const [, ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/)
  return lines.map((line) => {
    const [, store = '', query = '', first = ''] = /^(\w+),([^,]+),(.+)$/.exec(line) ?? []
    if (!isStoreCode(store)) throw new Error(`${file}: "${line}" is no question.`)
    return { store, query, first: new RegExp(first, 'u') }
  })
}

/** The questions whose first hit is another: `sv "18650" → Batterihållare 18650`. */
export async function wrongAnswers(ask: AskPage, questions: readonly SearchQuestion[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { store, query, first } of questions) {
    const { products } = await ask(store, query, 1)
    const name = products[0]?.name ?? 'nothing'
    if (!first.test(name)) wrong.push(`${store} "${query}" → ${name}`)
  }
  return wrong
}
