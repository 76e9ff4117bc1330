import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadDemoCatalogue } from '../../demo/load-demo-catalogue.server.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../../read-model/catalogue-index.server.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { testActor } from '../../test/test-actor.ts'
import { cableFacts } from './cable.ts'
import { starterBatteryFacts } from './starter-battery.ts'

let shop: TestDatabase
let folder: string
let index: CatalogueIndex

beforeAll(async () => {
  shop = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'anode-product-facts-'))
  await loadDemoCatalogue(shop.db, testActor, new Date('2026-11-21T12:00:00Z'))
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

it('[PAGE-10] cables and starter batteries are known with the attributes that select them', () => {
  const cables = index.catalogue.productFacts('de', cableFacts)
  expect(
    cables.filter(
      (cable) => cable.ends.join() === 'usb_c,usb_c' && cable.lengthM === 2 && cable.powerW === 100,
    ),
  ).toHaveLength(1)
  const starters = index.catalogue.productFacts('sv', starterBatteryFacts)
  expect(starters.some((battery) => battery.chemistry === 'agm' && battery.capacityAh === 70)).toBe(true)
})

it('facts are read once for a store, and again after a change of the index', async () => {
  const facts = () => index.catalogue.productFacts('sv', cableFacts)
  const first = facts()
  expect(facts()).toBe(first)
  expect(index.catalogue.productFacts('no', cableFacts)).not.toBe(first)
  await index.rebuild()
  expect(facts()).not.toBe(first)
  expect(facts()).toEqual(first)
})
