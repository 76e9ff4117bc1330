/** Says what the import of an uploaded table of another shop would do, and changes nothing. */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { CheckOther } from '../catalogue-import/import-upload.server.ts'
import { createProblemList } from '../catalogue-import/problem-list.ts'
import type { Keyring } from '../domain/keys/keyring.server.ts'
import type { FeedOutcome } from '../domain/catalogue/feed-upload.ts'
import { importShopTable, openShopTable } from './import-shop-table.server.ts'

/** Changes and problems that an answer lists; all of them are counted. */
const listed = 1000

export const shopTableCheck =
  ({
    db,
    clock,
    ownHosts,
    keys,
  }: {
    db: Kysely<DB>
    clock: () => number
    ownHosts: readonly string[]
    keys: Keyring
  }): CheckOther =>
  async (actor, { may, ...file }) => {
    const opened = await openShopTable(file)
    if (opened === null) return null
    if (!may(opened.head.holds)) {
      await opened.close()
      return { ok: false, code: 'not_permitted' }
    }
    const changes: FeedOutcome['changes'] = []
    const problems = createProblemList(listed)
    const {
      reasons: _reasons,
      dryRun: _,
      ...counts
    } = await importShopTable(db, actor, opened, {
      ...file,
      ownHosts,
      keys,
      clock,
      dryRun: true,
      onReport: (report) => problems.add(report),
      onChange: ({ row, id, column, before, after }) => {
        if (changes.length < listed) changes.push({ row, sku: id ?? null, column, before, after })
      },
    })
    return {
      ok: true,
      outcome: {
        ...counts,
        pictures: null,
        redirects: 0,
        tags: 0,
        currency: null,
        otherCurrencies: [],
        format: 'csv',
        newProducts: [],
        columns: [],
        clears: [],
        changes,
        problems: problems.takeRefused(),
        notes: problems.notes(),
      },
    }
  }
