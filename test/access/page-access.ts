/**
 * Every page address of `app/routes.ts` with who may open it. A new page needs one line here; `access-tables.test.ts`
 * names those without. Addresses that differ only by store are visited in the Swedish one.
 */
import { ofModules } from '../module-tests.ts'
import { stores } from '../../domain/stores/stores.ts'
import { account, open, order, unguessable } from './access-rule.ts'

const { search, brand, tag } = stores.sv.paths

export const pageAccess = {
  '/:locale': open(),
  '/:locale/artiklar/:slug.html': open({ fixed: { slug: 'finns-inte' } }),
  '/:locale/artiklar/:slug.md': open({ fixed: { slug: 'finns-inte' } }),
  '/:locale/compare': open({ query: { sku: 'finns-inte' } }),
  '/:locale/buy/:slug': open({ fixed: { slug: 'finns-inte' } }),
  '/:locale/artiklar/*': open({ fixed: { '*': 'batterier/index.html' } }),
  [`/sv/${search}`]: open({ query: { query: 'batteri' } }),
  [`/sv/${brand}/*`]: open({ fixed: { '*': 'finns-inte' } }),
  [`/sv/${tag}/:slug`]: open({ fixed: { slug: 'finns-inte' } }),
  '/:locale/rabatt/*': open({ fixed: { '*': 'KOD' } }),
  '/:locale/unsubscribe': open({ query: { token: 'x' } }),
  '/:locale/confirm': open({ query: { token: 'x' } }),
  ...ofModules('pageAccess'),
  '/:locale/page-preview': open(),
  '/:locale/*': open({ fixed: { '*': 'finns-inte' } }),

  '/:locale/checkout/:id?': unguessable({ params: { id: 'checkout' } }),
  '/:locale/checkout/confirmation/:id?': unguessable({ params: { id: 'orderToken' } }),
  '/:locale/checkout/failed/:id?': unguessable({ params: { id: 'checkout' } }),

  '/:locale/register': open({ query: { token: 'x' } }),
  '/:locale/confirm-email': open({ query: { token: 'x' } }),
  '/:locale/join-company': open({ query: { token: 'x' } }),

  '/:locale/my-account': account(),
  '/:locale/my-account/overview': account(),
  '/:locale/my-account/orders': account(),
  '/:locale/my-account/quick-order': account(),
  '/:locale/my-account/company': account(),
  '/:locale/my-account/profile/edit': account(),
  '/:locale/my-account/data': account(),
  '/:locale/my-account/security': account(),
  '/:locale/my-account/addresses': account(),

  '/:locale/my-order/:id?': order({ params: { id: 'order' } }),
  '/:locale/track-order/:id?': open({ params: { id: 'order' } }),
}
