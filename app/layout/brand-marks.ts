/** Addresses of the stores' logos and of the logos of payment methods and carriers. */
import type { CarrierLogo, PaymentLogo } from '../../domain/stores/store.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

/** `alt` is the logo of the simple header (ENTITY-03). */
export const logoUrl = (store: StoreCode, kind: 'logo' | 'alt') =>
  `/logos/${store}${kind === 'logo' ? '' : '-alt'}.svg`

const fileName = (name: string) => name.toLowerCase().replaceAll(' ', '-')

export const paymentMarkUrl = (name: PaymentLogo) => `/payment/${fileName(name)}.svg`
export const carrierMarkUrl = (name: CarrierLogo) => `/carriers/${fileName(name)}.svg`
