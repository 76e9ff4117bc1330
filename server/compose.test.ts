import { expect, it } from 'vitest'
import { noVehicleRegistry } from '../providers/vehicle-registry/no-vehicle-registry.ts'
import { readCarrierAccounts } from './carrier-settings.ts'
import { composeServices, simulatedServices } from './compose.ts'
import { createDatabase } from './database/database.ts'

const config = { secret: 'x'.repeat(32), previousSecrets: [], publicUrl: 'http://shop.example' }
const log = { info: () => {}, warn: () => {} }

it('uses a simulated service only where the configuration asks for it, and names those it uses', async () => {
  // The pool connects with its first query.
  const db = createDatabase('postgres://127.0.0.1:1/none', { log })
  const carriers = readCarrierAccounts(
    { POSTNORD_API_KEY: 'x' },
    { simulatorUrl: null, publicUrl: config.publicUrl },
  )
  const compose = (providers: 'simulator' | 'live') =>
    composeServices({
      config: {
        ...config,
        providers,
        providerVariables: {},
        payments: {},
        carriers,
        callbackKeys: {},
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
