/** The shipping methods that modules declare, as those of the stores' files. */
import type { ShippingMethodDeclaration } from '../../modules/declarations.ts'
import { entriesOf } from '../../modules/modules.ts'
import { minor } from '../money/money.ts'
import { addShippingMethods } from '../stores/apply-settings.ts'
import type { CarrierId, ShippingMethod } from '../stores/store.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'

const declared: ReadonlyMap<string, ShippingMethodDeclaration> = entriesOf('shippingMethods')

/** What the index keeps of a product depends on them: another set of them is another index. Empty without any. */
export const moduleMethodsText: string = declared.size === 0 ? '' : JSON.stringify([...declared])

/**
 * Adds the methods of modules to the stores. Each process that asks for a store's methods does it at its start, before
 * settings are in force.
 */
export function addModuleMethods(): void {
  if (declared.size === 0) return
  for (const code of storeCodes) addShippingMethods(code, methodsIn(code))
}

const methodsIn = (store: StoreCode): ShippingMethod[] =>
  [...declared].flatMap(([id, method]) => methodIn(store, id, method) ?? [])

/** Null: the store does not have it. */
function methodIn(
  store: StoreCode,
  id: string,
  { carrier, kind, stores, buyers, days, ...limits }: ShippingMethodDeclaration,
): ShippingMethod | null {
  const { [store]: offered } = stores
  if (offered === undefined) return null
  const { name, priceMinor, freeFromMinor, heavier = [] } = offered
  return {
    id,
    carrier: carrier as CarrierId,
    kind,
    ...(buyers && { buyers }),
    name,
    days,
    priceMinor: minor(priceMinor),
    freeFromMinor: freeFromMinor === undefined ? null : minor(freeFromMinor),
    heavier: heavier.map(({ aboveGrams, ...step }) => ({ aboveGrams, priceMinor: minor(step.priceMinor) })),
    maxUnits: limits.maxUnits ?? null,
    maxWeightGrams: limits.maxWeightGrams ?? null,
    maxSidesMm: limits.maxSidesMm ?? null,
    carries: limits.carries ?? [],
  }
}
