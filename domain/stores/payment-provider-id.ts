/** Payment methods by the ids used in the API, orders and attempts: Kustom keeps its former id `klarna`. */
export const paymentProviderIds = ['klarna', 'stripe', 'invoice', 'walley_b2c', 'walley_b2b'] as const
export type PaymentProviderId = (typeof paymentProviderIds)[number]
