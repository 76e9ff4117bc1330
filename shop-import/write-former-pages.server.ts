/** Stores addresses of a former shop with the page of this one that each is likely to have meant. */
import type { Kysely } from 'kysely'
import { shortened, type RowProblem } from '../catalogue-import/row-report.ts'
import type { DB } from '../db/schema.generated.ts'
import {
  knownPages,
  saveFormerPages,
  type ProposedPage,
  type SavedPage,
} from '../domain/redirects/former-page-repository.server.ts'
import { createAddressMatcher, type MatchAddress } from '../domain/redirects/match-address.ts'
import { redirectPath } from '../domain/redirects/redirect.ts'
import { storeFromPath, type StoreCode } from '../domain/stores/stores.ts'
import type { FormerPageValues } from './former-pages.ts'
import type { RowOutcome, ShopTableWriter } from './shop-table-writer.ts'

interface Pages {
  match: MatchAddress
  /** The addresses of the store's own pages, as they are compared. */
  own: ReadonlySet<string>
}

/** A writer for one import: the pages of the store are read once for all of its rows. */
export function formerPageWriter(): ShopTableWriter<FormerPageValues> {
  let pages: Promise<Pages> | undefined
  return {
    keyOf: ({ path }) => path,
    async write(trx, rows, { store, now }) {
      pages ??= readPages(trx, store)
      const { match, own } = await pages
      const outcomes = new Map<number, RowOutcome>()
      const proposed = new Map<number, ProposedPage>()
      for (const [at, { values }] of rows.entries()) {
        const { path, title } = values
        const prefix = storeFromPath(path)?.code ?? null
        // A page that exists is always shown.
        if (path === '' || own.has(path)) outcomes.set(at, { outcome: 'unchanged' })
        else if (prefix !== null && prefix !== store)
          outcomes.set(at, { refused: { code: 'other_store', column: 'Address', value: prefix } })
        else
          proposed.set(at, { path, title, target: null, reason: null, confidence: 'none', ...match(values) })
      }
      const saved = await saveFormerPages(trx, { store, pages: [...proposed.values()], now })
      for (const [place, [at, page]] of [...proposed].entries())
        outcomes.set(at, outcomeOf(page, saved[place]!))
      return rows.map((_, at) => outcomes.get(at)!)
    },
  }
}

async function readPages(db: Kysely<DB>, store: StoreCode): Promise<Pages> {
  const known = await knownPages(db, store)
  const own = new Set([`/${store}`, ...known.flatMap(({ target }) => redirectPath(target) ?? [])])
  return { match: createAddressMatcher(known), own }
}

function outcomeOf({ path, target, confidence }: ProposedPage, saved: SavedPage): RowOutcome {
  if (saved === 'redirected') return { outcome: 'unchanged' }
  const noted: RowProblem[] =
    confidence === 'none'
      ? [{ code: 'no_page_found', column: 'Address', value: shortened(path) }]
      : confidence === 'doubtful'
        ? [{ code: 'doubtful_page', column: 'Address', value: shortened(path) }]
        : []
  return {
    outcome: saved,
    noted,
    ...(target !== null &&
      saved !== 'unchanged' && { changes: [{ column: 'Address', before: path, after: target }] }),
  }
}
