/**
 * The route table: every address of the shop (spec, section 2). Paths that are the same in all stores are
 * listed once under `:locale`; translated paths are listed per store, so that one store's word is unknown in
 * another (ROUTE-37). The root loader rejects a first segment that is not a store.
 */
import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { modules } from '../modules/modules.ts'
import { storeCodes, stores } from '../domain/stores/stores.ts'
import { translatedPath } from '../domain/stores/translated-path.ts'

const search = storeCodes.map((code) =>
  route(`${code}/${stores[code].paths.search}`, 'pages/search/search-page.tsx', { id: `search-${code}` }),
)
const brands = storeCodes.map((code) =>
  route(`${code}/${stores[code].paths.brand}/*`, 'pages/catalogue/brand-page.tsx', { id: `brand-${code}` }),
)
const tags = storeCodes.map((code) =>
  route(`${code}/${stores[code].paths.tag}/:slug`, 'pages/catalogue/tag-page.tsx', { id: `tag-${code}` }),
)

const checkout = [
  route(':locale/checkout/confirmation/:id?', 'pages/checkout/confirmation-page.tsx', {
    id: 'checkout-confirmation',
  }),
  route(':locale/checkout/failed/:id?', 'pages/checkout/failed-page.tsx', { id: 'checkout-failed' }),
  route(':locale/checkout/:id?', 'pages/checkout/checkout-page.tsx', { id: 'checkout-id' }),
]

/** Pages of modules inside the account. */
const accountRoutes = modules.flatMap((module) =>
  Object.entries(module.accountPages ?? {}).map(([path, { file, pattern = path }]) =>
    route(pattern, `../modules/${module.name}/${file}`, { id: `my-account-${path.replaceAll('/', '-')}` }),
  ),
)

const account = route(':locale/my-account', 'pages/account/account-page.tsx', { id: 'my-account' }, [
  index('pages/account/overview-page.tsx'),
  route('overview', 'pages/account/overview-page.tsx', { id: 'my-account-overview' }),
  route('orders', 'pages/account/orders-page.tsx', { id: 'my-account-orders' }),
  route('quick-order', 'pages/account/quick-order-page.tsx', { id: 'my-account-quick-order' }),
  route('company', 'pages/account/company-page.tsx', { id: 'my-account-company' }),
  route('profile/edit', 'pages/account/profile-page.tsx', { id: 'my-account-profile-edit' }),
  route('addresses', 'pages/account/addresses-page.tsx', { id: 'my-account-addresses' }),
  route('data', 'pages/account/data-page.tsx', { id: 'my-account-data' }),
  route('security', 'pages/account/security-page.tsx', { id: 'my-account-security' }),
  ...accountRoutes,
])

const openingAccount = [
  route(':locale/register', 'pages/account/register-page.tsx', { id: 'register' }),
  route(':locale/join-company', 'pages/account/join-company-page.tsx', { id: 'join-company' }),
  route(':locale/confirm-email', 'pages/account/confirm-email-page.tsx', { id: 'confirm-email' }),
]

const order = [
  route(':locale/my-order/:id?', 'pages/order/my-order-page.tsx', { id: 'my-order' }),
  route(':locale/track-order/:id?', 'pages/order/track-order-page.tsx', { id: 'track-order' }),
]

const catalogue = [
  ...search,
  ...brands,
  ...tags,
  route(':locale/artiklar/:slug.html', 'pages/catalogue/product-page.tsx', { id: 'product' }),
  route(':locale/compare', 'pages/catalogue/compare-page.tsx', { id: 'compare' }),
  route(':locale/buy/:slug', 'pages/catalogue/buy-without-script-page.tsx', { id: 'buy-without-script' }),
  // Category (index.html) and full listing (ALLA/sida.html): distinguished by parseArticlePath.
  route(':locale/artiklar/*', 'pages/catalogue/category-page.tsx', { id: 'product-category' }),
]

/** Pages of modules, under the store. */
const moduleRoutes = modules.flatMap((module) =>
  Object.entries(module.pages ?? {}).map(([path, file]) =>
    route(`:locale/${path}`, `../modules/${module.name}/${file}`, { id: path }),
  ),
)

/** Those that have a path of each store's own. */
const translatedRoutes = modules.flatMap((module) =>
  Object.entries(module.translatedPages ?? {}).flatMap(([name, page]) =>
    storeCodes.map((code) =>
      route(
        `${code}/${translatedPath(code, name, page)}${page.below ?? ''}`,
        `../modules/${module.name}/${page.file}`,
        { id: `${name}-${code}` },
      ),
    ),
  ),
)

const content = [
  route(':locale/rabatt/*', 'pages/content/discount-link.tsx', { id: 'discount-link' }),
  route(':locale/unsubscribe', 'pages/content/unsubscribe-page.tsx', { id: 'unsubscribe' }),
  route(':locale/confirm', 'pages/content/confirm-page.tsx', { id: 'confirm' }),
  ...moduleRoutes,
  route(':locale/page-preview', 'pages/content/page-preview.tsx', { id: 'page-preview' }),
  route(':locale/*', 'pages/content/content-page.tsx', { id: 'catch-all' }),
]

/** Resource routes, without the layout. */
const resources = [
  route(':locale/artiklar/:slug.md', 'pages/catalogue/product-markdown.ts', { id: 'product-markdown' }),
]

export default [
  ...resources,
  layout('layout/store-layout.tsx', { id: 'store-layout' }, [
    layout('layout/error-frame.tsx', { id: 'error-frame' }, [
      route(':locale', 'pages/home/home-page.tsx', { id: 'index' }),
      ...checkout,
      account,
      ...openingAccount,
      ...order,
      ...catalogue,
      ...translatedRoutes,
      ...content,
    ]),
  ]),
] satisfies RouteConfig
