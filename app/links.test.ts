import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import { parseArticlePath } from '../domain/stores/paths.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import { links } from './links.ts'
import { orderLinks } from './order-links.ts'
import routes from './routes.ts'

/** The route table as the router sees it. */
function toRouteObjects(entries: readonly RouteConfigEntry[]): RouteObject[] {
  return entries.map((entry): RouteObject => {
    const id = entry.id ?? entry.file
    if (entry.index) return { id, index: true }
    return {
      id,
      ...(entry.path !== undefined && { path: entry.path }),
      children: toRouteObjects(entry.children ?? []),
    }
  })
}

const table = toRouteObjects(routes)

/** Name and parameters of the route that an address leads to. */
function resolve(address: string) {
  const match = matchRoutes(table, address.split('?', 1)[0] ?? '')?.at(-1)
  return match && { name: match.route.id, params: match.params }
}

describe.each(storeCodes)('addresses of the %s store', (store) => {
  it.each([
    ['[ROUTE-03] the home page', links.home(store), 'index'],
    ['[ROUTE-06] the orders of the account', links.accountOrders(store), 'my-account-orders'],
    ['[ROUTE-19] the checkout', links.checkout(store), 'checkout-id'],
    ['[ROUTE-19] the checkout with its id', links.checkout(store, 'c1'), 'checkout-id'],
    ['[ROUTE-20] the confirmation', orderLinks.confirmation(store), 'checkout-confirmation'],
    [
      '[ROUTE-20] the confirmation with its id',
      orderLinks.confirmation(store, 'c1'),
      'checkout-confirmation',
    ],
    ['[ROUTE-21] the failed payment', orderLinks.failed(store), 'checkout-failed'],
    ['[ROUTE-21] the failed payment with its id', orderLinks.failed(store, 'c1'), 'checkout-failed'],
    ['[ROUTE-22] a product', links.product(store, 'aa-cell'), 'product'],
    ['[ROUTE-11] my order', links.myOrder(store), 'my-order'],
    ['[ROUTE-11] my order with its id', links.myOrder(store, 1001), 'my-order'],
    ['[ROUTE-31] tracking with an id', orderLinks.trackOrder(store, '1001'), 'track-order'],
    ['[ROUTE-18] unsubscribing', links.unsubscribe(store), 'unsubscribe'],
    ['[ROUTE-34] any other path', links.page(store, 'any/thing'), 'catch-all'],
    ['a search', links.search(store, 'batteri'), `search-${store}`],
    ['a brand', links.brand(store, 'acme'), `brand-${store}`],
    ['a tag', links.tag(store, 'ny'), `tag-${store}`],
  ])('%s', (_title, address, name) => {
    expect(address.startsWith(`/${store}`)).toBe(true)
    expect(resolve(address)?.name).toBe(name)
  })

  it('[ROUTE-22] a product address contains its slug, whatever its characters', () => {
    for (const slug of ['aa-cell', 'å&b?c#d', '100%'])
      expect(resolve(links.product(store, slug))?.params['slug']).toBe(slug)
  })

  it('[ROUTE-32] [ROUTE-33] categories and full listings contain their path, page and name', () => {
    const all = links.categoryAll(store, 'batterier/bil', 2)
    expect(all).toBe(`/${store}/artiklar/batterier/bil/ALLA/sida.html?page=2`)
    const rest = (address: string) => resolve(address)?.params['*'] ?? ''
    expect(parseArticlePath(rest(all))).toEqual({ name: 'product-category-all', path: 'batterier/bil' })
    expect(parseArticlePath(rest(links.category(store, 'batterier/bil')))).toEqual({
      name: 'product-category',
      path: 'batterier/bil',
    })
    expect(links.categoryAll(store, 'a')).not.toContain('page')
  })
})

it('[ROUTE-37] a translated path of one store is unknown in another', () => {
  expect(resolve('/sv/suchergebnisse.html')?.name).toBe('catch-all')
  expect(resolve('/de/maerke/acme')?.name).toBe('catch-all')
  expect(resolve('/no/produkt-tagg/ny')?.name).toBe('catch-all')
})

it('[API-01] a call of the API names store and sid', () => {
  expect(links.api({ code: 'de', storeId: 9 }, 'products', { query: 'aa' })).toBe(
    '/api/products?locale=de&sid=9&query=aa',
  )
})
