/** Stores redirects of a former shop's addresses. */
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
import { shortened, type RowProblem } from '../catalogue-import/row-report.ts'
import type { RedirectValues } from './shopify-redirects.ts'
import type { RowOutcome, ShopTableWriter } from './shop-table-writer.ts'

export const redirectWriter: ShopTableWriter<RedirectValues> = {
  keyOf: ({ from }) => formerPath(from) ?? from,
  async write(trx, rows, { store, ownHosts, now }) {
    const read = rows.map(({ values }) => readRedirect(values.from, values.to, { store, ownHosts }))
    const valid = read.filter((each) => each.ok)
    const saved = await saveRedirects(
      trx,
      valid.map(({ path, target }) => ({ store, path, target })),
      now,
    )
    // Looked up after all of them are saved: redirects of the file lead to each other.
    const resolved = await resolvedPaths(
      trx,
      store,
      valid.map(({ path }) => path),
    )
    const bySaved = new Map(valid.map((each, at) => [each, saved[at]!] as const))
    return read.map((each, at): RowOutcome => {
      const { values } = rows[at]!
      if (!each.ok) return { refused: problemOf(each.code, values) }
      return outcomeOf(each, bySaved.get(each)!, values, resolved.has(each.path))
    })
  },
}

function outcomeOf(
  { target }: Extract<ReadRedirect, { ok: true }>,
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
