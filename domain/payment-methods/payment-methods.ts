/**
 * What the shop knows about each payment method beside its adapter: those of modules (`paymentMethods` of their
 * declarations), and its own invoice. Pages get what they need of it with the checkout. Pure.
 */
import type { PaymentMethodDeclaration } from '../../modules/declarations.ts'
import { entriesOf, type DeclaredName } from '../../modules/modules.ts'
import type { PaymentProviderId } from './payment-provider-id.ts'
import type { OfferedMeans, PaymentLogo } from '../stores/store.ts'

/** The methods that a payment provider collects; it calls the shop. */
export type ProviderMethod = DeclaredName<'paymentMethods'>

interface PaymentMethod extends Omit<PaymentMethodDeclaration, 'name' | 'collects'> {
  /** Null: of our own, which is named in words. */
  name: string | null
  /** `form`: our form alone; the order is settled as it is written. */
  collects: PaymentMethodDeclaration['collects'] | 'form'
}

const ofProviders: ReadonlyMap<ProviderMethod, PaymentMethodDeclaration> = entriesOf('paymentMethods')

/** Our own, in which staff or a job collect the money. */
const invoice: PaymentMethod = { name: null, collects: 'form', canRepeat: true }

const paymentMethods: ReadonlyMap<string, PaymentMethod> = new Map<string, PaymentMethod>([
  ...ofProviders,
  ['invoice', invoice],
])

/** The methods that a payment provider collects. */
export const providerMethods: readonly ProviderMethod[] = [...ofProviders.keys()]

/** All methods that the shop knows. */
export const paymentProviderIds: readonly PaymentProviderId[] = [...providerMethods, 'invoice']

const methodOf = (method: PaymentProviderId): PaymentMethod => paymentMethods.get(method)!

/** Whether renewals can be paid with it (SUBS-02). */
export function canRepeat(method: PaymentProviderId): boolean {
  return methodOf(method).canRepeat === true
}

/** Whether this version knows the method. */
export function isPaymentMethod(method: string): method is PaymentProviderId {
  return paymentMethods.has(method)
}

/** What collects the shopper's details. */
export const collectorOf = (method: PaymentProviderId): PaymentMethod['collects'] => methodOf(method).collects

/** Whether the shopper pays on the provider's own page; not of a method that this version does not know. */
export const isRedirected = (method: string): boolean => paymentMethods.get(method)?.collects === 'redirect'

/** The methods that are paid on their provider's own page. */
export const redirectedMethods: readonly ProviderMethod[] = providerMethods.filter(isRedirected)

/** Whether a payment provider collects it; otherwise it needs nothing but our form. */
export function isOfProvider(method: PaymentProviderId): method is ProviderMethod {
  return collectorOf(method) !== 'form'
}

/** The company that collects it; null: nobody else does, or this version does not know it. */
export const companyOf = (method: string): string | null => paymentMethods.get(method)?.name ?? null

/** The name of a method's provider in the addresses that it calls. */
export const callbackNameOf = (method: ProviderMethod): string =>
  ofProviders.get(method)?.callbackName ?? method

/** The payment marks that a method brings, where the store shows them. */
export const marksBroughtBy = (method: PaymentProviderId): readonly PaymentLogo[] =>
  methodOf(method).marks ?? []

/**
 * The marks beside a choice in checkout, of those that the store shows, in the store's order: of what it is named by,
 * and of the company whose frame it is.
 */
export function marksOf(
  provider: PaymentProviderId,
  named: readonly OfferedMeans[],
  shown: readonly PaymentLogo[],
): PaymentLogo[] {
  const own: ReadonlySet<PaymentLogo> = new Set([
    ...named.flatMap((means) => meansMarks[means]),
    ...(collectorOf(provider) === 'frame' ? frameMarks : []),
  ])
  const brought = marksBroughtBy(provider)
  return shown.filter((mark) => own.has(mark) && brought.includes(mark))
}

const frameMarks = ['kustom', 'walley'] as const

const meansMarks: Record<OfferedMeans, readonly PaymentLogo[]> = {
  card: ['visa', 'mastercard', 'amex'],
  swish: ['swish'],
  mobilepay: ['mobilepay'],
  vipps: ['vipps'],
  invoice: [],
  part_payment: [],
  own: [],
}

/** The methods that need nothing but our form. */
export const formMethods: readonly PaymentProviderId[] = paymentProviderIds.filter((id) => !isOfProvider(id))
