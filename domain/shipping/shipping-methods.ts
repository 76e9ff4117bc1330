/**
 * How each store delivers and what it costs (CHECKOUT-05). Prices in minor units, VAT included at the store's
 * standard rate. Which methods a cart may choose is decided here; which service points there are is the
 * carrier's to say.
 */
import type { CarrierLogo, StoreCode } from '../stores/stores.ts'

export type ShippingKind = 'pickup' | 'locker' | 'home' | 'letter' | 'email'

export interface ShippingMethod {
  /** Stored on checkouts and orders; never reused for something else. */
  id: string
  /** Null where nothing is carried. */
  carrier: CarrierLogo | null
  kind: ShippingKind
  /** In the store's language. */
  name: string
  priceMinor: number
  /** Cart sum (minor units, after discounts) from which it is free; null: never. */
  freeFromMinor: number | null
  /** Weekdays from dispatch to arrival. */
  days: { min: number; max: number }
  /** Most units a cart may hold for it; null: any number. */
  maxUnits: number | null
  /** Whether starter batteries may travel this way (dangerous goods). */
  carriesStarterBatteries: boolean
}

const letterUnits = 6

const pickup = { kind: 'pickup', maxUnits: null, carriesStarterBatteries: false } as const
const locker = { kind: 'locker', maxUnits: 40, carriesStarterBatteries: false } as const
const home = { kind: 'home', maxUnits: null, carriesStarterBatteries: true } as const
const letter = {
  kind: 'letter',
  maxUnits: letterUnits,
  carriesStarterBatteries: false,
  freeFromMinor: null,
} as const

const methods: Record<StoreCode, readonly ShippingMethod[]> = {
  sv: [
    { id: 'postnord-pickup', carrier: 'postnord', name: 'PostNord till ombud', priceMinor: 4900, freeFromMinor: 49900, days: { min: 1, max: 2 }, ...pickup },
    { id: 'instabox-locker', carrier: 'instabox', name: 'Instabox till skåp', priceMinor: 3900, freeFromMinor: 49900, days: { min: 1, max: 2 }, ...locker },
    { id: 'budbee-home', carrier: 'budbee', name: 'Budbee hem till dörren', priceMinor: 6900, freeFromMinor: 99900, days: { min: 1, max: 2 }, ...home },
    { id: 'postnord-letter', carrier: 'postnord', name: 'Brev till brevlådan', priceMinor: 2900, days: { min: 2, max: 3 }, ...letter },
  ],
  no: [
    { id: 'bring-pickup', carrier: 'bring', name: 'Bring til hentested', priceMinor: 5900, freeFromMinor: 59900, days: { min: 2, max: 4 }, ...pickup },
    { id: 'bring-home', carrier: 'bring', name: 'Bring hjem på døren', priceMinor: 9900, freeFromMinor: 99900, days: { min: 2, max: 4 }, ...home },
    { id: 'postnord-pickup', carrier: 'postnord', name: 'PostNord til hentested', priceMinor: 5900, freeFromMinor: 59900, days: { min: 2, max: 5 }, ...pickup },
    { id: 'bring-letter', carrier: 'bring', name: 'Brev i postkassen', priceMinor: 3900, days: { min: 3, max: 6 }, ...letter },
  ],
  de: [
    { id: 'dhl-home', carrier: 'DHL', name: 'DHL Paket nach Hause', priceMinor: 495, freeFromMinor: 4900, days: { min: 1, max: 2 }, ...home },
    { id: 'dhl-pickup', carrier: 'DHL', name: 'DHL an eine Postfiliale', priceMinor: 450, freeFromMinor: 4900, days: { min: 1, max: 3 }, ...pickup },
    { id: 'dhl-locker', carrier: 'DHL', name: 'DHL an eine Packstation', priceMinor: 450, freeFromMinor: 4900, days: { min: 1, max: 3 }, ...locker },
  ],
  da: [
    { id: 'postnord-pickup', carrier: 'postnord', name: 'PostNord til udleveringssted', priceMinor: 3900, freeFromMinor: 39900, days: { min: 1, max: 3 }, ...pickup },
    { id: 'dhl-home', carrier: 'DHL', name: 'DHL til døren', priceMinor: 5900, freeFromMinor: 69900, days: { min: 1, max: 3 }, ...home },
    { id: 'budbee-locker', carrier: 'budbee', name: 'Budbee Box', priceMinor: 3500, freeFromMinor: 39900, days: { min: 1, max: 2 }, ...locker },
    { id: 'bring-letter', carrier: 'bring', name: 'Brev i postkassen', priceMinor: 2900, days: { min: 2, max: 5 }, ...letter },
  ],
} // prettier-ignore

/** Gift cards come as codes by mail: what holds nothing else is not delivered, and nobody is asked how. */
const emailNames: Record<StoreCode, string> = {
  sv: 'Med e-post',
  no: 'På e-post',
  de: 'Per E-Mail',
  da: 'På e-mail',
}

/** The only way for an order of gift cards. */
export function emailDelivery(store: StoreCode): ShippingMethod {
  return {
    id: 'email',
    carrier: null,
    kind: 'email',
    name: emailNames[store],
    priceMinor: 0,
    freeFromMinor: null,
    days: { min: 0, max: 0 },
    maxUnits: null,
    carriesStarterBatteries: false,
  }
}

/** What decides which methods a cart may choose. */
export interface Consignment {
  /** Units of goods that travel; gift cards do not. */
  units: number
  starterBatteries: boolean
}

/** The store's methods that can carry the goods, in the order shown. */
export function shippingMethods(store: StoreCode, goods?: Consignment): readonly ShippingMethod[] {
  if (!goods) return methods[store]
  if (goods.units === 0) return [emailDelivery(store)]
  return methods[store].filter((method) => canCarry(method, goods))
}

/** A method of the store by its id; null where it has none of that name. */
export function shippingMethod(store: StoreCode, id: string): ShippingMethod | null {
  return methods[store].find((method) => method.id === id) ?? null
}

/** Whether the goods may travel so. */
export function canCarry(method: ShippingMethod, goods: Consignment): boolean {
  if (method.maxUnits !== null && goods.units > method.maxUnits) return false
  return method.carriesStarterBatteries || !goods.starterBatteries
}

/** What the method costs for a cart of that sum (minor units, after discounts). */
export function shippingPriceMinor(method: ShippingMethod, cartSumMinor: number): number {
  return method.freeFromMinor !== null && cartSumMinor >= method.freeFromMinor ? 0 : method.priceMinor
}

/** Whether the shopper must choose where to collect it (CHECKOUT-06). */
export function needsServicePoint(method: ShippingMethod): boolean {
  return method.kind === 'pickup' || method.kind === 'locker'
}
