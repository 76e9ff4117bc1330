/** The payment methods whose provider's own frame collects contact, address and consent. */
export const framedMethods = ['klarna', 'walley_b2c', 'walley_b2b'] as const

export type FramedMethod = (typeof framedMethods)[number]

export function isFramed(method: string): method is FramedMethod {
  return (framedMethods as readonly string[]).includes(method)
}
