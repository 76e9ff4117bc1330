/** Shared by the tests of imports from other shops: an empty shop, and the import of a text into it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ChangeReport, RowReport } from '../catalogue-import/row-report.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { testKeys } from '../test/keyring.ts'
import { testActor } from '../test/test-actor.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import {
  importShopTable,
  openShopTable,
  type ShopTableOptions,
  type ShopTableResult,
} from './import-shop-table.server.ts'

export interface ShopImport {
  test: TestDatabase
  now: number
  /** Imports the text of a file, or its bytes. */
  imported(
    content: string | Buffer,
    options?: Partial<ShopTableOptions>,
  ): Promise<ShopTableResult & { reports: RowReport[]; changes: ChangeReport[] }>
}

/** An empty shop for each test of the file. Call it once, outside of tests. */
export function useShopImport(store: StoreCode = 'sv'): ShopImport {
  let folder = ''
  let files = 0
  const shop = { now: Date.parse('2026-11-28T10:00:00Z') } as ShopImport
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anode-shop-import-'))
  })
  beforeEach(async () => {
    shop.test = await testDatabase()
    return () => shop.test.drop()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return Object.assign(shop, {
    async imported(content: string | Buffer, options: Partial<ShopTableOptions> = {}) {
      const file = join(folder, `table-${(files += 1)}`)
      await writeFile(file, content)
      const given = { file, store, ...options }
      const opened = await openShopTable(given)
      if (opened === null) throw new Error('The file is no table of another shop.')
      const reports: RowReport[] = []
      const changes: ChangeReport[] = []
      const result = await importShopTable(shop.test.db, testActor, opened, {
        ownHosts: ['shop.example'],
        keys: testKeys,
        clock: () => shop.now,
        onReport: (report) => void reports.push(report),
        onChange: (change) => void changes.push(change),
        ...given,
      })
      return { ...result, reports, changes }
    },
  })
}
