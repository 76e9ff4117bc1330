/** What modules say of their carriers, by the name of the account. Read by rooms of the kernel. */
import { bring } from './bring/carrier.server.ts'
import { budbee } from './budbee/carrier.server.ts'
import type { CarrierDescription } from './account-description.ts'
import { dhl } from './dhl/carrier.server.ts'
import { instabee } from './instabee/carrier.server.ts'
import type { DeclaredName } from './modules.ts'
import { outsideCarriers } from './outside-carriers.generated.ts'
import { postnord } from './postnord/carrier.server.ts'

export const carrierDescriptions: Readonly<Record<DeclaredName<'carriers'>, CarrierDescription>> = {
  postnord,
  bring,
  dhl,
  budbee,
  instabee,
  ...outsideCarriers,
}
