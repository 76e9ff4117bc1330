import { expect, it } from 'vitest'
import { noVehicleRegistry } from '../providers/vehicle-registry/no-vehicle-registry.ts'
import { composeServices, simulatedServices } from './compose.ts'
import { createDatabase } from './database/database.ts'

const config = { secret: 'x'.repeat(32), previousSecrets: [], publicUrl: 'http://shop.example' }
const log = { info: () => {}, warn: () => {} }

it('uses a simulated service only where the configuration asks for it, and names those it uses', async () => {
  // The pool connects with its first query.
  const db = createDatabase('postgres://127.0.0.1:1/none', { log })
  const carriers = { postnord: { url: 'http://127.0.0.1:1/postnord', apiKey: 'x' } }
  const compose = (providers: 'simulator' | 'live') =>
    composeServices({
      config: {
        ...config,
        providers,
        providerVariables: {},
        kustom: {},
        stripe: {},
        walley: {},
        carriers,
        vatRegisters: null,
      },
      db,
      log,
      clock: Date.now,
    })
  expect(compose('live')).toMatchObject({ vehicles: noVehicleRegistry })
  expect(compose('simulator').vehicles).not.toBe(noVehicleRegistry)
  expect(simulatedServices({ providers: 'live' })).toEqual([])
  expect(simulatedServices({ providers: 'simulator' })).toContain('carriers')
  await db.destroy()
})
