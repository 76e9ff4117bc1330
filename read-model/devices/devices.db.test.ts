import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../catalogue-index.server.ts'
import { loadDemoCatalogue } from '../../demo/load-demo-catalogue.server.ts'
import type { RowReport } from '../../catalogue-import/row-report.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { importDevices } from '../../catalogue-import/devices/import-devices.server.ts'
import { loadDemoDevices } from '../../demo/load-demo-devices.server.ts'
import { testActor } from '../../test/test-actor.ts'
import { toSku } from '../../domain/products/sku.ts'

const sharedData = process.env['SHARED_DATA'] ?? join(import.meta.dirname, '../../../shared/data')
const now = new Date('2026-11-21T12:00:00Z')

let shop: TestDatabase
let folder: string
let index: CatalogueIndex

beforeAll(async () => {
  shop = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'anode-devices-'))
  await loadDemoCatalogue(shop.db, testActor, now)
  await loadDemoDevices(shop.db, testActor, now)
  index = openCatalogueIndex({
    dataDir: folder,
    databaseUrl: shop.url,
    log: { info: () => {}, warn: () => {} },
  })
  await index.ready
})

afterAll(async () => {
  await index?.close()
  await shop?.drop()
  await rm(folder, { recursive: true, force: true })
})

async function countDevices(): Promise<number> {
  return (await shop.db.selectFrom('device').select('id').execute()).length
}

const found = (query: string) => index.catalogue.findDevices('sv', query, 5).map((device) => device.slug)

async function load(file: string, dryRun = false) {
  const reports: RowReport[] = []
  const result = await importDevices(shop.db, testActor, {
    file,
    format: null,
    dryRun,
    reportDirectory: join(folder, 'reports'),
    now,
    onReport: (report) => reports.push(report),
  })
  return { result, reports }
}

describe('devices in the index', () => {
  it('every device of the demo leads to a battery in every store', () => {
    const { catalogue } = index
    for (const store of storeCodes) {
      for (const { kind } of catalogue.deviceKinds()) {
        const hits = catalogue
          .deviceMakers([kind])
          .flatMap((maker) => catalogue.deviceModels(store, [kind], maker.key))
        expect(hits.length).toBeGreaterThan(0)
        expect(hits.filter((hit) => !hit.sold)).toEqual([])
      }
    }
  })

  it('lead to batteries of their size, never to products that use that size', () => {
    const alarm = index.catalogue.device('kidde-29hd')!
    expect(alarm).toMatchObject({ kind: 'smoke_alarm', cellSize: '9v', quantity: 1 })
    const { batteries, total } = index.catalogue.deviceProducts('sv', alarm)
    expect(batteries.map((card) => card.sku)).toContain('VO-LI-9V')
    expect(batteries.map((card) => card.sku)).not.toContain('LA-SM9')
    expect(total).toBeGreaterThanOrEqual(batteries.length)
  })

  it('lead to batteries made for them first, and to other products that name them', () => {
    const phone = index.catalogue.device('apple-iphone-12')!
    const { batteries, others } = index.catalogue.deviceProducts('de', phone)
    expect(batteries.map((card) => card.sku)).toEqual(['CB-IP12'])
    expect(others.map((card) => card.sku)).toContain('TF-CL')
  })

  it('are found by the beginnings of their words, by code and without spaces', () => {
    expect(found('kidde 29')).toContain('kidde-29hd')
    expect(found('29hd')).toContain('kidde-29hd')
    expect(found('iphone12')[0]).toBe('apple-iphone-12')
    expect(found('a2403')).toEqual(['apple-iphone-12'])
    expect(found('"; drop table device --')).toEqual([])
    expect(found('x')).toEqual([])
  })

  it('run as many queries for a long list as for a short one', () => {
    const asked = (ask: () => unknown) => {
      ask()
      const before = index.executions()
      ask()
      return index.executions() - before
    }
    const models = (kind: 'phone' | 'ebike', maker: string) => () =>
      index.catalogue.deviceModels('sv', [kind], maker)
    expect(asked(models('phone', 'samsung'))).toBe(asked(models('ebike', 'bosch')))
    expect(asked(models('phone', 'samsung'))).toBe(1)
  })

  it('facts about devices and products', () => {
    const { catalogue } = index
    const id = (slug: string) => catalogue.device(slug)!.id
    const hearing = id('widex-evoke-f2')
    const phone = id('apple-iphone-12')
    const answers = catalogue.deviceFit(
      'sv',
      [hearing, phone],
      [toSku('SO-ZA312-6'), toSku('SO-ZA13-6'), toSku('CB-IP12-B'), toSku('CB-IP13'), toSku('TF-CC60-1BL')],
    )
    const fits = (deviceId: number, sku: string) =>
      answers.find((answer) => answer.deviceId === deviceId && answer.sku === sku)?.fits
    expect(fits(hearing, 'SO-ZA312-6')).toBe(true)
    expect(fits(hearing, 'SO-ZA13-6')).toBe(false)
    expect(fits(phone, 'CB-IP12-B')).toBe(true)
    expect(fits(phone, 'CB-IP13')).toBe(false)
    expect(fits(phone, 'SO-ZA13-6')).toBeUndefined()
    expect(fits(hearing, 'TF-CC60-1BL')).toBeUndefined()
  })
})

describe('importing a list of devices', () => {
  const header = 'manufacturer,model,model_id,hw_version,battery_type,quantity'

  it('imports valid rows, reports the others by row and column, and is idempotent', async () => {
    const file = join(folder, 'list.csv')
    const rows = [
      header,
      'Exempla,Smoke One,,,9v,1',
      'Exempla,"Sensor, outside",,,CR2023,2',
      'Exempla,Broken,,,CR456,1',
      'Exempla,Many,,,AA,zero',
      'Exempla,Sealed,,,Rechargeable,1',
      ',Nameless,,,AA,1',
      'Exempla,Smoke One,,,AA,2',
      'Exempla,Short',
    ]
    await writeFile(file, `\uFEFF${rows.join('\r\n')}\r\n`)
    const before = await countDevices()
    const dry = await load(file, true)
    expect(dry.result).toMatchObject({ read: 8, created: 3, refused: 5, repaired: 1, dryRun: true })
    expect(await countDevices()).toBe(before)
    const { result, reports } = await load(file)
    expect(result).toMatchObject({
      format: 'device-batteries',
      read: 8,
      created: 3,
      refused: 5,
      repaired: 1,
    })
    expect(reports.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'battery_type', 'swapped_neighbours'],
      [4, 'battery_type', 'unknown_battery'],
      [5, 'quantity', 'bad_quantity'],
      [7, 'manufacturer', 'missing'],
      [8, 'model', 'contradicts_row'],
      [9, undefined, 'too_few_fields'],
    ])
    expect((await load(file)).result).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
    await index.refresh()
    expect(index.catalogue.device('exempla-sensor-outside')).toMatchObject({
      cellSize: 'cr2032',
      quantity: 2,
    })
    expect(found('exempla smoke')).toEqual(['exempla-smoke-one'])
  })

  it('adds to known devices and removes nothing', async () => {
    const file = join(folder, 'phones.csv')
    await writeFile(file, 'brand,model,codes\nApple,iPhone 12,A2176|A2402\n')
    expect((await load(file)).result).toMatchObject({ format: 'phone-models', changed: 1 })
    await index.refresh()
    expect(found('a2176')).toEqual(['apple-iphone-12'])
    expect(index.catalogue.device('apple-iphone-12')).toMatchObject({ power: 'pack' })
  })

  it('rejects a file that is not a list of devices', async () => {
    const file = join(folder, 'other.csv')
    await writeFile(file, 'a,b\n1,2\n')
    await expect(load(file)).rejects.toThrow('no known list of devices')
  })

  it.skipIf(!existsSync(join(sharedData, 'device-batteries.csv')))(
    'takes the real lists of SHARED_DATA, and a second time changes nothing',
    async () => {
      const names = ['device-batteries', 'phone-models', 'phone-batteries', 'laptop-battery-parts']
      const twice = []
      for (const name of [...names, ...names])
        twice.push((await load(join(sharedData, `${name}.csv`))).result)
      const first = twice.slice(0, names.length)
      for (const result of first) expect(result.read - result.refused).toBeGreaterThan(result.read * 0.95)
      for (const result of twice.slice(names.length)) expect(result).toMatchObject({ created: 0, changed: 0 })
    },
  )
})
