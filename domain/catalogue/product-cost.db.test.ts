import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exportProducts } from '../../catalogue-import/export-products.server.ts'
import { openCatalogueIndex } from '../../read-model/catalogue-index.server.ts'
import { testApp, testServices } from '../../test/composition.ts'
import { testDatabase } from '../../test/database.ts'
import { smallCatalogue } from '../../test/small-catalogue.ts'
import { testActor } from '../../test/test-actor.ts'
import { toMinor } from '../money/money.ts'
import { toSku } from '../products/sku.ts'
import { setCosts } from './product-cost.server.ts'

it('a purchase cost is in no index, feed, export or answer of the shop', async () => {
  const test = await testDatabase()
  await smallCatalogue(test.db)
  const sku = toSku('NC-AA4')
  const costs = { SEK: toMinor(9_876_543.21), EUR: toMinor(9_876_543.21) }
  expect(await setCosts(test.db, testActor, { sku, costs })).toEqual({ ok: true, costs })
  const dataDir = await mkdtemp(join(tmpdir(), 'anode-costs-'))
  const index = openCatalogueIndex({
    dataDir,
    databaseUrl: test.url,
    log: { info: () => {}, warn: () => {} },
  })
  await index.ready
  const services = testServices({ db: test.db })
  const app = await testApp(services, { jobs: { enqueue: async () => {} }, catalogue: index.catalogue })
  const texts = [
    (await app.inject('/api/products/nc-aa4?locale=sv&sid=7')).body,
    (await app.inject('/api/products?locale=sv&sid=7&category=batterier')).body,
  ]
  expect(texts[0]).toContain('NC-AA4')
  for await (const line of exportProducts(test.db, { format: 'ndjson' })) texts.push(line)
  for await (const line of exportProducts(test.db, { format: 'tsv', store: 'sv', productLink: String }))
    texts.push(line)
  await app.close()
  await index.close()
  const folder = join(dataDir, 'index')
  for (const file of readdirSync(folder)) texts.push(readFileSync(join(folder, file), 'latin1'))
  expect(texts.join('\n')).toContain('Ängsbatteri')
  expect(texts.join('\n')).not.toMatch(/9[ .,]?876[ .,]?543|product_cost/)
  await rm(dataDir, { recursive: true, force: true })
  await test.drop()
})
