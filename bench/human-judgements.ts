/**
 * Manual relevance judgements: a feed of products and a table of query, product and grade, in a directory
 * named by SEARCH_JUDGEMENTS (by default `search-judgements` in SHARED_DATA). Queries are split in two by the
 * hash of their text: rules may be tuned on one half, the other is only reported as a mean.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Judgement } from './search-judgement.ts'

export interface HumanJudgements {
  /** A feed as `anode import` reads it; the products' ids are those of the judgements. */
  feed: string
  judgements: Judgement[]
}

/** Null where the folder has no judgements. Queries without any answer among the products are left out. */
export function readHumanJudgements(folder: string): HumanJudgements | null {
  const feed = join(folder, 'products.tsv.gz')
  const table = join(folder, 'judgements.csv')
  if (!existsSync(feed) || !existsSync(table)) return null
  const queries = new Map<string, Map<string, number>>()
  for (const line of readFileSync(table, 'utf8').split(/\r?\n/).slice(1)) {
    const [, query, sku, grade] = /^(.+),([^,]+),(\d+)$/.exec(line) ?? []
    if (query === undefined || sku === undefined) continue
    const grades = queries.get(query) ?? new Map<string, number>()
    queries.set(query, grades.set(sku, Number(grade)))
  }
  const judgements = [...queries]
    .filter(([, grades]) => Math.max(...grades.values()) > 0)
    .map(([query, grades]) => ({
      store: 'sv' as const,
      query,
      isIdentifier: false,
      heldOut: isHeldOut(query),
      gain: (sku: string) => grades.get(sku) ?? null,
      ideal: [...grades.values()].sort((a, b) => b - a),
    }))
  return { feed, judgements }
}

function isHeldOut(query: string): boolean {
  return createHash('sha256').update(query).digest()[0]! % 2 === 1
}
