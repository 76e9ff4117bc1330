/** The payment methods whose provider's own frame collects contact, address and consent. */
export const framedMethods = ['klarna', 'walley_b2c', 'walley_b2b'] as const

export type FramedMethod = (typeof framedMethods)[number]

/** The payment methods that draw something of their provider's into the payment step. */
export const embeddedMethods = [...framedMethods, 'stripe'] as const
export type EmbeddedMethod = (typeof embeddedMethods)[number]

/** Whether our own button lets the shopper pay in the provider's embed. */
export function isEmbedded(method: string): boolean {
  return (embeddedMethods as readonly string[]).includes(method) && !isFramed(method)
}

export function isFramed(method: string): method is FramedMethod {
  return (framedMethods as readonly string[]).includes(method)
}
