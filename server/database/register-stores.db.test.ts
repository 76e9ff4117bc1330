import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { changeSettings } from '../../domain/settings/change-settings.server.ts'
import { openNewStores } from '../../domain/settings/open-new-stores.server.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { testDatabase } from '../../test/database.ts'
import { testActor } from '../../test/test-actor.ts'
import { migrate } from './migrate.ts'

it('closes the stores of a new shop, says so in no history, and leaves those of another shop as they are', async () => {
  const { db, url, drop } = await testDatabase({ empty: true })
  try {
    const log = { info: () => {} }
    const closed = async () =>
      (
        await sql<{ store: string }>`select store from store_setting
          where section = 'opening' and value = '{"isOpenToShoppers": false}'`.execute(db)
      ).rows.map(({ store }) => store)
    await migrate(url, { log })
    expect((await closed()).toSorted()).toEqual([...storeCodes].toSorted())
    expect((await sql`select from audit_entry`.execute(db)).rows).toEqual([])
    await openNewStores(db, testActor)
    // As a shop that was registered before stores could be closed.
    await migrate(url, { log })
    expect(await closed()).toEqual([])
    // A store that is added later.
    await sql`delete from invoice_counter where store = 'da'`.execute(db)
    await sql`delete from store where code = 'da'`.execute(db)
    // It is not registered where it cannot be closed.
    await sql`alter table store_setting add constraint none check (store <> 'da') not valid`.execute(db)
    await expect(migrate(url, { log })).rejects.toThrow('none')
    expect((await sql`select from store where code = 'da'`.execute(db)).rows).toEqual([])
    await sql`alter table store_setting drop constraint none`.execute(db)
    await migrate(url, { log })
    expect(await closed()).toEqual(['da'])
    // One that the merchant has closed stays closed, though it is the first change of its setting.
    const change = { section: 'opening', value: { isOpenToShoppers: false }, version: null } as const
    const services = { db, clock: Date.now }
    expect(await changeSettings(services, testActor, { store: 'sv', ...change })).toMatchObject({
      version: 1,
    })
    await openNewStores(db, testActor)
    expect(await closed()).toEqual(['sv'])
  } finally {
    await drop()
  }
})
