import { expect, it } from 'vitest'
import { noCarriers } from '../providers/carriers/no-carriers.ts'
import { noVehicleRegistry } from '../providers/vehicle-registry/no-vehicle-registry.ts'
import { composeServices, simulatedServices } from './compose.ts'
import { createDatabase } from './database/database.ts'

const config = { secret: 'x'.repeat(32), previousSecrets: [], publicUrl: 'http://shop.example' }
const log = { info: () => {}, warn: () => {} }

it('uses a simulated service only where the configuration asks for it, and names those it uses', async () => {
  // The pool connects with its first query.
  const db = createDatabase('postgres://127.0.0.1:1/none', { log })
  const compose = (providers: 'simulator' | 'live') =>
    composeServices({ config: { ...config, providers, kustom: {} }, db, log, clock: Date.now })
  expect(compose('live')).toMatchObject({ carriers: noCarriers, vehicles: noVehicleRegistry })
  expect(compose('simulator').carriers).not.toBe(noCarriers)
  expect(simulatedServices({ providers: 'live' })).toEqual([])
  expect(simulatedServices({ providers: 'simulator' })).toContain('carriers')
  await db.destroy()
})
