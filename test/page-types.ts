/**
 * The types of page that a guest can open, with an address of each. `page-types.test.ts` holds the list complete: it
 * compares it with the route table.
 */
import { ofModules } from './module-tests.ts'
import { compareLink } from '../app/compare-link.ts'
import { links } from '../app/links.ts'
import { orderLinks } from '../app/order-links.ts'
import { withdrawalPath } from '../domain/stores/paths.ts'
import type { StoreCode } from '../domain/stores/stores.ts'

/** What is sold in the store: slugs, and the path of a category. */
export interface KnownPages {
  product: string
  giftCard: string
  goneProduct: string
  category: string
  brand: string
  tag: string
}

/** Name of the type → an address of it in the store. */
export function pageTypes(store: StoreCode, known: KnownPages): Record<string, string> {
  return {
    home: links.home(store),
    category: links.category(store, known.category),
    'all of a category': links.categoryAll(store, known.category),
    brand: links.brand(store, known.brand),
    tag: links.tag(store, known.tag),
    product: links.product(store, known.product),
    'gift card': links.product(store, known.giftCard),
    'product that is no longer sold': links.product(store, known.goneProduct),
    search: links.search(store, 'aa'),
    'search without hits': links.search(store, 'qqqqxx'),
    'search for too little': links.search(store, 'a'),
    compare: compareLink(store, ['VO-CR2032-1', 'AM-H4']),
    ...Object.fromEntries(
      Object.entries(ofModules('translatedPageTypes')).map(([name, address]) => [name, address(store)]),
    ),
    article: links.page(store, 'about'),
    contact: links.page(store, 'contact'),
    'not found': `/${store}/finns-inte`,
    withdrawal: `/${store}/${withdrawalPath}`,
    'no more mails': links.unsubscribe(store),
    'confirmed request': `/${store}/confirm`,
    ...Object.fromEntries(
      Object.entries(ofModules('pageTypes')).map(([name, path]) => [name, `/${store}/${path}`]),
    ),
    'failed payment': orderLinks.failed(store),
    'order login': links.myOrder(store),
    tracking: orderLinks.trackOrder(store),
    'account login': links.account(store),
    register: links.register(store),
    'join a company': `/${store}/join-company`,
    'confirm a company': `/${store}/confirm?for=company`,
    'confirmed address': `/${store}/confirm-email`,
    'buy without script': links.buyWithoutScript(store, known.product),
  }
}

/** Patterns of `app/routes.ts` that show a guest no document of their own, with the reason. */
export const notOfGuests: Record<string, string> = {
  '/:locale/artiklar/:slug.md': 'Markdown',
  '/:locale/rabatt/*': 'redirects to the page with the discount',
  '/:locale/page-preview': 'of the back office',
  '/:locale/checkout/:id?': 'needs a cart: checkout-look.e2e.ts',
  '/:locale/checkout/confirmation/:id?': 'needs an order',
  ...ofModules('notOfGuests'),
}
