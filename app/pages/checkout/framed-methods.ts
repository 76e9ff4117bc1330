/** The payment methods whose provider's own frame collects contact, address and consent. */
export const framedMethods = ['klarna'] as const

export function isFramed(method: string): method is (typeof framedMethods)[number] {
  return (framedMethods as readonly string[]).includes(method)
}
