/** The providers that the simulator simulates. A provider is added by its line here. */
import { simulatedBring } from './carriers/bring.ts'
import { simulatedBudbee } from './carriers/budbee.ts'
import { simulatedDhl } from './carriers/dhl.ts'
import { simulatedInstabee } from './carriers/instabee.ts'
import { simulatedPostnord } from './carriers/postnord.ts'
import { simulatedKustom } from './kustom/simulator.ts'
import type { SimulatedProvider } from './simulator/simulated-provider.ts'
import { simulatedStripe } from './stripe/simulator.ts'
import { simulatedBrreg } from './vat-number/brreg.ts'
import { simulatedVies } from './vat-number/vies.ts'
import { simulatedWalley } from './walley/simulator.ts'

export const simulatedProviders: readonly SimulatedProvider[] = [
  simulatedKustom,
  simulatedStripe,
  simulatedWalley,
  simulatedPostnord,
  simulatedBring,
  simulatedDhl,
  simulatedBudbee,
  simulatedInstabee,
  simulatedVies,
  simulatedBrreg,
]
