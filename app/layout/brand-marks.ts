/** Addresses of the logos of payment methods and carriers. */
import type { CarrierLogo, PaymentLogo } from '../../domain/stores/store.ts'

const fileName = (name: string) => name.toLowerCase().replaceAll(' ', '-')

export const paymentMarkUrl = (name: PaymentLogo) => `/payment/${fileName(name)}.svg`
export const carrierMarkUrl = (name: CarrierLogo) => `/carriers/${fileName(name)}.svg`
