/** The rules of db/routines/statutory-gaps.sql, and that TypeScript agrees with them where it has a rule of its own. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { addProduct, smallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { lacksLithiumFacts } from '../products/dangerous-goods.ts'
import { toSku } from '../products/sku.ts'
import { shownPictures } from './shown-pictures.ts'
import { countStatutoryGaps, statutoryGapsOf } from './statutory-gaps.server.ts'

let test: TestDatabase
let ids: SmallCatalogue
beforeEach(async () => {
  test = await testDatabase()
  ids = await smallCatalogue(test.db)
  return () => test.drop()
})

const gapsOf = (sku: string) => statutoryGapsOf(test.db, toSku(sku))

describe('statutory data', () => {
  it('is missing without a picture and without a responsible person of the brand', async () => {
    expect(await gapsOf('NC-2032')).toEqual([])
    await sql`delete from product_image where product_id = ${ids['NC-2032']!}`.execute(test.db)
    await sql`update product set brand_id = null where sku = 'NC-2032'`.execute(test.db)
    expect(await gapsOf('NC-2032')).toEqual(['no_picture', 'no_responsible_person'])
    expect(await gapsOf('KV-CABLE-1')).toEqual(['no_responsible_person'])
    await sql`update brand set manufacturer = '{"name": "Kabelverk", "address": "", "email": "a@b.example"}'
      where slug = 'kabelverk'`.execute(test.db)
    expect(await gapsOf('KV-CABLE-1')).toEqual(['no_responsible_person'])
  })

  it('of a set is that of its parts too; parents and gift cards need none', async () => {
    expect(await gapsOf('NC-AA10')).toEqual([])
    await sql`delete from product_image where product_id = ${ids['NC-2032']!}`.execute(test.db)
    expect(await gapsOf('NC-AA10')).toEqual(['part_gaps'])
    expect(await gapsOf('KV-CABLE')).toEqual([])
    const card = await addProduct(test.db, { sku: 'CARD', name: 'Presentkort', category: 'cables', type: 4 })
    await sql`delete from product_image where product_id = ${card}`.execute(test.db)
    expect(await gapsOf('CARD')).toEqual([])
  })

  it('is counted store by store, without discontinued products', async () => {
    expect(await countStatutoryGaps(test.db, 'sv')).toBe(2)
    await sql`update stock set discontinued = true where product_id = ${ids['KV-CABLE-1']!} and store = 'sv'`.execute(
      test.db,
    )
    expect([await countStatutoryGaps(test.db, 'sv'), await countStatutoryGaps(test.db, 'de')]).toEqual([1, 2])
  })

  it('of batteries is decided as carriers decide on their class, for every UN number', async () => {
    for (const unNumber of [
      null,
      'none',
      'UN3480',
      'UN3481',
      'UN3090',
      'UN3091',
      'UN2794',
      'UN2800',
      'UN1950',
    ])
      for (const batteryEnergyMilliwattHours of [null, 9000])
        for (const lithiumContentMilligrams of [null, 90]) {
          const facts = { unNumber, batteryEnergyMilliwattHours, lithiumContentMilligrams }
          await sql`update product set attributes = '{"chemistry": "li-ion"}', un_number = ${unNumber},
            battery_energy_mwh = ${batteryEnergyMilliwattHours}, lithium_content_mg = ${lithiumContentMilligrams}
            where sku = 'NC-AA4'`.execute(test.db)
          const expected = [
            ...(unNumber === null ? ['no_un_number'] : []),
            ...(lacksLithiumFacts(facts) ? ['no_battery_facts'] : []),
          ]
          expect([facts, await gapsOf('NC-AA4')]).toEqual([facts, expected])
        }
    await sql`update product set attributes = '{}', un_number = null where sku = 'NC-AA4'`.execute(test.db)
    expect(await gapsOf('NC-AA4')).toEqual([])
  })

  it('has a picture exactly where the shop shows one', async () => {
    const sha256 = 'a'.repeat(64)
    await sql`insert into picture_original (sha256, format, width, height, bytes)
      values (decode(${sha256}, 'hex'), 'jpeg', 1, 1, 'x')`.execute(test.db)
    const address = 'https://pictures.example/aa.jpg'
    const sources = ['drawing:cell', address, `picture:${sha256}`, 'file:aa.jpg']
    for (let chosen = 0; chosen < 2 ** sources.length; chosen++)
      for (const isStored of [false, true]) {
        const own = sources.filter((_, bit) => (chosen >> bit) % 2 === 1)
        await sql`delete from product_image where product_id = ${ids['NC-AA4']!}`.execute(test.db)
        for (const [index, source] of own.entries())
          await sql`insert into product_image values (${ids['NC-AA4']!}, 5, ${index + 1}, ${source})`.execute(
            test.db,
          )
        const stored = isStored ? sql`decode(${sha256}, 'hex')` : sql`null`
        await sql`insert into picture_source (source, sha256) values (${address}, ${stored})
          on conflict (source) do update set sha256 = excluded.sha256`.execute(test.db)
        const named = own.map((source, sort) => ({
          type: 5,
          sort,
          source: source === address && isStored ? `picture:${sha256}` : source,
        }))
        const expected = shownPictures(named).length > 0 ? [] : ['no_picture']
        expect([own, isStored, await gapsOf('NC-AA4')]).toEqual([own, isStored, expected])
      }
  })
})
