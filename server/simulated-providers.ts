/** The providers that the simulator simulates. A provider is added by its line here. */
import { simulatedBring } from '../providers/carriers/bring/simulator.ts'
import { simulatedBudbee } from '../providers/carriers/budbee/simulator.ts'
import { simulatedDhl } from '../providers/carriers/dhl/simulator.ts'
import { simulatedInstabee } from '../providers/carriers/instabee/simulator.ts'
import { simulatedPostnord } from '../providers/carriers/postnord/simulator.ts'
import { simulatedKustom } from '../providers/kustom/simulator.ts'
import type { SimulatedProvider } from '../providers/simulator/simulated-provider.ts'
import { simulatedStripe } from '../providers/stripe/simulator.ts'
import { simulatedBrreg } from '../providers/vat-number/brreg/simulator.ts'
import { simulatedVies } from '../providers/vat-number/vies/simulator.ts'
import { simulatedWalley } from '../providers/walley/simulator.ts'

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
