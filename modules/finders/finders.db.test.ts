import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCatalogueIndex, type CatalogueIndex } from '../../read-model/catalogue-index.server.ts'
import { saveDevices } from '../../catalogue-import/devices/device-repository.server.ts'
import { addProduct, smallCatalogue } from '../../test/small-catalogue.ts'
import { testApp, testServices } from '../../test/composition.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: TestDatabase
let folder: string
let index: CatalogueIndex
let app: FastifyInstance
const store = 'locale=sv&sid=7'

beforeAll(async () => {
  shop = await testDatabase()
  await smallCatalogue(shop.db)
  await addProduct(shop.db, {
    sku: 'PACK-1',
    name: 'Packbatteri',
    category: 'batteries',
    fits: ['Doro 1360'],
  })
  await saveDevices(shop.db, testActor, [
    { kind: 'phone', maker: 'Doro', model: '1360', codes: ['DFC-0180'], power: 'pack' },
    { kind: 'remote', maker: 'Doro', model: 'Remote', power: 'cell', cellSize: 'zz9', quantity: 2 },
  ])
  folder = await mkdtemp(join(tmpdir(), 'anode-finder-api-'))
  index = openCatalogueIndex({
    dataDir: folder,
    databaseUrl: shop.url,
    log: { info: () => {}, warn: () => {} },
  })
  await index.ready
  app = await testApp(testServices({ db: shop.db }), { catalogue: index.catalogue })
})

afterAll(async () => {
  await app?.close()
  await index?.close()
  await shop?.drop()
  await rm(folder, { recursive: true, force: true })
})

it('finds devices by name and code, those with products to buy first', async () => {
  const answer = await app.inject(`/api/devices?${store}&query=doro`)
  expect(answer.json()).toMatchObject({
    devices: [
      { name: 'Doro 1360', slug: 'doro-1360', kind: 'phone', sold: true },
      { name: 'Doro Remote', sold: false },
    ],
  })
  const byCode = await app.inject(`/api/devices?${store}&query=dfc-0180`)
  expect(byCode.json()).toMatchObject({ devices: [{ slug: 'doro-1360' }] })
})

it('returns what fits a device, and 404 for an unknown one', async () => {
  const answer = await app.inject(`/api/devices/doro-1360/products?${store}`)
  const { batteries, others } = answer.json<{ batteries: { sku: string }[]; others: { sku: string }[] }>()
  expect([...batteries, ...others].map(({ sku }) => sku).sort()).toEqual(['NC-AA4', 'PACK-1'])
  expect((await app.inject(`/api/devices/none/products?${store}`)).statusCode).toBe(404)
})

it('returns whether products fit, and rejects a malformed question', async () => {
  const { id } = index.catalogue.device('doro-1360')!
  const ask = (payload: unknown) =>
    app.inject({ method: 'POST', url: `/api/device-fit?${store}`, payload: payload as object })
  const answer = await ask({ devices: [id, 999_999], skus: ['PACK-1', 'NC-2032', 'NOPE'] })
  expect(answer.json()).toEqual({ answers: [{ deviceId: id, sku: 'PACK-1', fits: true }] })
  expect((await ask({ devices: ['x'], skus: [] })).statusCode).toBe(422)
  expect((await ask({ devices: Array.from({ length: 21 }, () => 1), skus: [] })).statusCode).toBe(422)
})
