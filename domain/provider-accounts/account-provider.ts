/** The companies that a store has an account at: payment providers and carriers of modules. Pure. */
import { entriesOf, type DeclaredName } from '../../modules/modules.ts'
import { carrierLogos, type CarrierId, type OutsideCarrier } from '../stores/store.ts'

/** Payment providers that a store has an account at. */
export type PaymentAccountProvider = DeclaredName<'paymentAccounts'>
/** Carriers that a store has an account at. */
export type CarrierAccountProvider = DeclaredName<'carriers'>
/** Companies that a store has an account at; one account may serve several payment methods. */
export type AccountProvider = PaymentAccountProvider | CarrierAccountProvider

const carriers = entriesOf('carriers')

export const paymentAccountProviders: readonly PaymentAccountProvider[] = [
  ...entriesOf('paymentAccounts').keys(),
]
export const carrierAccountProviders: readonly CarrierAccountProvider[] = [...carriers.keys()]
export const accountProviders: readonly AccountProvider[] = [
  ...paymentAccountProviders,
  ...carrierAccountProviders,
]

/** The carrier of shipping methods that an account is for. */
export const carrierOfAccount = (account: CarrierAccountProvider): CarrierId =>
  carriers.get(account)!.mark ?? (account as string as OutsideCarrier)

/** The account of a carrier of shipping methods; undefined: no module of the shop has the carrier. */
export const accountOfCarrier = (mark: CarrierId): CarrierAccountProvider | undefined =>
  carrierAccountProviders.find((account) => carrierOfAccount(account) === mark)

/** The carriers that the shop knows: by their marks, and by the accounts of modules. */
export const knownCarriers: readonly CarrierId[] = [
  ...new Set([...carrierLogos, ...carrierAccountProviders.map(carrierOfAccount)]),
]

export function isCarrier(name: string): name is CarrierId {
  return (knownCarriers as readonly string[]).includes(name)
}

export function isAccountProvider(text: string): text is AccountProvider {
  return (accountProviders as readonly string[]).includes(text)
}

export function isCarrierAccount(provider: AccountProvider): provider is CarrierAccountProvider {
  return (carrierAccountProviders as readonly string[]).includes(provider)
}
