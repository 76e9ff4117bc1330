/** The kinds of pages whose speed is compared. Pure. */

export const pageTypes = [
  'home',
  'category',
  'product',
  'search',
  'finder',
  'checkout',
  'receipt',
  'account',
  'content',
] as const
export type PageType = (typeof pageTypes)[number]

const typesOfRoutes: readonly (readonly [RegExp, PageType])[] = [
  [/^index$/, 'home'],
  [/^product$/, 'product'],
  [/^(?:product-category$|brand-|tag-)/, 'category'],
  [/^search-/, 'search'],
  [/^find-/, 'finder'],
  [/^checkout-confirmation$/, 'receipt'],
  [/^checkout-/, 'checkout'],
  [/^my-account/, 'account'],
]

/** The type of a page by the id of its route (app/routes.ts). */
export function pageTypeOf(routeId: string): PageType {
  return typesOfRoutes.find(([pattern]) => pattern.test(routeId))?.[1] ?? 'content'
}
