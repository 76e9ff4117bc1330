/** The payment providers that the simulator simulates. A provider is added by its line here. */
import { simulatedKustom } from '../providers/kustom/simulator.ts'
import type { SimulatedProvider } from '../providers/simulator/simulated-provider.ts'
import { simulatedStripe } from '../providers/stripe/simulator.ts'
import { simulatedWalley } from '../providers/walley/simulator.ts'

export const simulatedProviders: readonly SimulatedProvider[] = [
  simulatedKustom,
  simulatedStripe,
  simulatedWalley,
]
