/** Fills the shop with the devices of the demo. */
import type { Kysely } from 'kysely'
import { demoDevices } from './devices.ts'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import { saveDevices } from '../catalogue-import/devices/device-repository.server.ts'

/** Returns how many devices the demo has; what is known of other devices stays. */
export async function loadDemoDevices(db: Kysely<DB>, actor: Actor, now: Date): Promise<number> {
  const devices = demoDevices(now)
  await saveDevices(db, actor, devices)
  return devices.length
}
