/** Stores redirects of a former shop's addresses. */
import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import {
  formerPath,
  readRedirect,
  type ReadRedirect,
  type RedirectProblem,
} from '../domain/redirects/redirect.ts'
import {
  resolvedPaths,
  saveRedirects,
  type SavedRedirect,
} from '../domain/redirects/redirect-repository.server.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { shortened, type RowProblem } from '../catalogue-import/row-report.ts'
import type { RedirectValues } from './shopify-redirects.ts'
import type { RowOutcome, ShopTableWriter } from './shop-table-writer.ts'

export const redirectWriter: ShopTableWriter<RedirectValues> = {
  keyOf: ({ from }) => formerPath(from) ?? from,
  async write(trx, rows, { store, ownHosts, now }) {
    const read = rows.map(({ values }) => readRedirect(values.from, values.to, { store, ownHosts }))
    const valid = read.filter((each) => each.ok)
    const { bySaved, resolved, dead } = await saveWorking(trx, valid, { store, now })
    return read.map((each, at): RowOutcome => {
      const { values } = rows[at]!
      if (!each.ok) return { refused: problemOf(each.code, values) }
      if (dead.has(each)) return { refused: problemOf('dead_target', values) }
      return outcomeOf(each, bySaved.get(each)!, values, resolved.has(each.path))
    })
  },
}

type ValidRedirect = Extract<ReadRedirect, { ok: true }>

/**
 * Saves the redirects, but none by which an address that leads to a page of this shop would lead nowhere (`dead`): the
 * former shop redirected products that it had taken off, and this shop may have them.
 */
async function saveWorking(
  trx: Transaction<DB>,
  valid: readonly ValidRedirect[],
  { store, now }: { store: StoreCode; now: Date },
) {
  const paths = valid.map(({ path }) => path)
  const save = async (redirects: readonly ValidRedirect[]) => {
    const saved = await saveRedirects(
      trx,
      redirects.map(({ path, target }) => ({ store, path, target })),
      now,
    )
    return new Map(redirects.map((each, at) => [each, saved[at]!] as const))
  }
  const worked = await resolvedPaths(trx, store, paths)
  await sql`savepoint save_redirects`.execute(trx)
  let bySaved = await save(valid)
  // Looked up after all of them are saved: redirects of the file lead to each other.
  let resolved = await resolvedPaths(trx, store, paths)
  const dead = new Set(
    valid.filter((each) => {
      const saved = bySaved.get(each)!
      const isNew = saved.ok && saved.outcome !== 'unchanged'
      return isNew && worked.has(each.path) && !resolved.has(each.path)
    }),
  )
  if (dead.size > 0) {
    await sql`rollback to savepoint save_redirects`.execute(trx)
    bySaved = await save(valid.filter((each) => !dead.has(each)))
    resolved = await resolvedPaths(trx, store, paths)
  }
  await sql`release savepoint save_redirects`.execute(trx)
  return { bySaved, resolved, dead }
}

function outcomeOf(
  { target }: ValidRedirect,
  saved: SavedRedirect,
  values: RedirectValues,
  isResolved: boolean,
): RowOutcome {
  if (!saved.ok) return { refused: problemOf(saved.code, values) }
  // Only another redirect, or a page that is written later, makes an address of the former shop one of this shop.
  const noted: RowProblem[] = isResolved
    ? []
    : [{ code: 'former_address', column: 'Redirect to', value: shortened(values.to) }]
  if (saved.outcome !== 'changed') return { outcome: saved.outcome, noted }
  return {
    outcome: 'changed',
    changes: [{ column: 'Redirect to', before: saved.before, after: target }],
    noted,
  }
}

function problemOf(code: RedirectProblem, { from, to }: RedirectValues): RowProblem {
  return code === 'bad_path'
    ? { code: 'bad_address', column: 'Redirect from', value: shortened(from) }
    : { code: code === 'bad_target' ? 'bad_address' : code, column: 'Redirect to', value: shortened(to) }
}
