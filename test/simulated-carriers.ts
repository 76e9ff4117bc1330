/** The simulated carriers on a port of their own, with the accounts that a demo shop has there. */
import { simulatedProviders } from '../sandbox/simulated-providers.ts'
import { registerUrls, type RegisterUrls } from '../domain/vat-numbers/vat-number-registers.ts'
import { readCarrierAccounts, type CarrierAccounts } from '../server/carrier-settings.ts'
import type { Exchange } from '../sandbox/simulator/request-log.ts'
import { startSimulator } from '../sandbox/simulator/simulator.ts'

export interface SimulatedCarriers {
  accounts: CarrierAccounts
  vatRegisters: RegisterUrls
  /** Asks for a fault, as the control endpoint describes it. */
  fault(fault: object): Promise<void>
  exchanges(): Promise<Exchange[]>
  /** Moves the simulator's clock. */
  advance(milliseconds: number): Promise<void>
  /** Forgets faults and exchanges. */
  reset(): Promise<void>
  stop(): Promise<void>
}

export async function openCarriers(): Promise<SimulatedCarriers> {
  const simulator = await startSimulator({ port: 0, providers: simulatedProviders, root: process.cwd() })
  if (!simulator) throw new Error('no free port')
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${simulator.url}/control/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  return {
    vatRegisters: registerUrls(simulator.url),
    accounts: readCarrierAccounts({}, { simulatorUrl: simulator.url, publicUrl: 'http://shop.example' }),
    fault: async (fault) => void (await control('POST', 'faults', fault)),
    exchanges: async () => (await control('GET', 'requests')) as Exchange[],
    advance: async (advanceMs) => void (await control('POST', 'clock', { advanceMs })),
    reset: async () => void (await control('POST', 'reset')),
    stop: () => simulator.stop(),
  }
}
