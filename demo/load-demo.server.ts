/** Fills a shop with the demo: goods, devices and discount codes. */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import type { WriteOptions, WriteSummary } from '../catalogue-import/write-catalogue.server.ts'
import { openNewStores } from '../domain/settings/open-new-stores.server.ts'
import { loadDemoCatalogue } from './load-demo-catalogue.server.ts'
import { loadDemoCoupons } from './load-demo-coupons.server.ts'
import { loadDemoDevices } from './load-demo-devices.server.ts'

export interface DemoSummary extends WriteSummary {
  /** How many discount codes were new. */
  coupons: number
  devices: number
}

/**
 * Loads the demo with dates relative to `now`. With `onlyIfEmpty` a shop with products stays as it is. Codes are worth
 * money: they are loaded only together with the goods.
 */
export async function loadDemo(
  db: Kysely<DB>,
  actor: Actor,
  now: Date,
  options: Pick<WriteOptions, 'onlyIfEmpty'> = {},
): Promise<DemoSummary> {
  const loaded = await loadDemoCatalogue(db, actor, now, options)
  if (loaded.read === 0) return { ...loaded, coupons: 0, devices: 0 }
  await openNewStores(db, actor)
  const devices = await loadDemoDevices(db, actor, now)
  return { ...loaded, coupons: await loadDemoCoupons(db, actor, now), devices }
}
