/** Fills the shop with the devices of the demo. */
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { readDemoLines } from './demo-data.server.ts'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import { deviceKinds, type DeviceRecord } from '../domain/devices/device.ts'
import { saveDevices } from '../catalogue-import/devices/device-repository.server.ts'

const name = z.string().min(1)

/** Lists of devices that `anode import devices` reads cannot name a kind or several parts; the demo has both. */
const deviceRecord = z.strictObject({
  kind: z.enum(deviceKinds),
  maker: name,
  model: name,
  variant: name.exactOptional(),
  codes: z.array(name).exactOptional(),
  power: z.enum(['cell', 'pack', 'fixed', 'unknown']),
  cellSize: name.exactOptional(),
  quantity: z.int().positive().exactOptional(),
  parts: z.array(name).exactOptional(),
}) satisfies z.ZodType<DeviceRecord>

/** All devices of the demo. Throws where a line is no device. */
export async function demoDevices(now: Date): Promise<DeviceRecord[]> {
  return z.array(deviceRecord).parse(await readDemoLines('devices', now))
}

/** Returns how many devices the demo has; what is known of other devices stays. */
export async function loadDemoDevices(db: Kysely<DB>, actor: Actor, now: Date): Promise<number> {
  const devices = await demoDevices(now)
  await saveDevices(db, actor, devices)
  return devices.length
}
