/** Ways of paying by the names that the API, orders and attempts bear: Kustom is still called `klarna`. */
export const paymentProviderIds = ['klarna', 'stripe', 'invoice', 'walley_b2c', 'walley_b2b'] as const
export type PaymentProviderId = (typeof paymentProviderIds)[number]
