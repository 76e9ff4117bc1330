/** Every page of the back office. A page's script and data load with its first visit. */
import { createBrowserRouter, redirect, type RouteObject } from 'react-router'
import { modules } from '../modules/modules.ts'
import { loader as loadSavedViews } from './table/saved-views.tsx'
import { loadSession, reloadSession, sessionRouteId } from './session.ts'
import { modulePageError } from './shell/module-boundary.tsx'
import { loadFile } from './shell/module-files.ts'
import { PageError, RootError } from './shell/page-error.tsx'
import { Shell } from './shell/shell.tsx'

/** Those that modules declare, by file. */
const moduleFiles = import.meta.glob<Pick<RouteObject, 'Component' | 'loader' | 'action' | 'handle'>>(
  '../modules/*/staff/*-page.tsx',
)

const pagesOfModules: RouteObject[] = modules.flatMap(({ name, staffPages = {} }) =>
  Object.entries(staffPages).map(([path, file]) => {
    const load = moduleFiles[`../modules/${name}/${file}`]
    if (load === undefined) throw new Error(`the module ${name} has no page ${file}`)
    return { path, lazy: () => loadFile(load), ErrorBoundary: modulePageError(name) }
  }),
)

/** The pages inside the shell. An error in one of them leaves the sidebar usable. */
const pages: RouteObject[] = [
  { index: true, lazy: () => import('./pages/todo/todo-page.tsx') },
  { path: 'orders', lazy: () => import('./pages/orders/orders-page.tsx') },
  { path: 'new-order', lazy: () => import('./pages/orders/new-order-page.tsx') },
  { path: 'staff', lazy: () => import('./pages/staff/staff-page.tsx') },
  { path: 'security', lazy: () => import('./pages/staff/security-page.tsx') },
  { path: 'orders/picking-list', lazy: () => import('./pages/orders/picking-list-page.tsx') },
  { path: 'orders/packing-slips', lazy: () => import('./pages/orders/packing-slips-page.tsx') },
  {
    path: 'orders/:number',
    lazy: () => import('./pages/orders/order-page.tsx'),
    children: [
      { path: 'answer', lazy: () => import('./pages/orders/order-answer-page.tsx') },
      { path: ':action', lazy: () => import('./pages/orders/order-action-page.tsx') },
    ],
  },
  { path: 'orders/:number/packing-slip', lazy: () => import('./pages/orders/packing-slip-page.tsx') },
  { path: 'customers/:id', lazy: () => import('./pages/customers/customer-page.tsx') },
  { path: 'products', lazy: () => import('./pages/products/products-page.tsx') },
  { path: 'products/:sku', lazy: () => import('./pages/products/product-page.tsx') },
  { path: 'products/:sku/preview', lazy: () => import('./pages/products/preview-page.tsx') },
  { path: 'new-product', lazy: () => import('./pages/products/product-page.tsx') },
  { path: 'stock', lazy: () => import('./pages/stock/stock-table-page.tsx') },
  { path: 'stock/:store/:sku', lazy: () => import('./pages/stock/stock-page.tsx') },
  { path: 'import', lazy: () => import('./pages/import/import-page.tsx') },
  { path: 'coupons', lazy: () => import('./pages/coupons/coupons-page.tsx') },
  { path: 'coupons/:code', lazy: () => import('./pages/coupons/coupon-page.tsx') },
  { path: 'new-coupon', lazy: () => import('./pages/coupons/coupon-page.tsx') },
  { path: 'coupon-simulator', lazy: () => import('./pages/coupons/simulator-page.tsx') },
  { path: 'prices', lazy: () => import('./pages/prices/prices-page.tsx') },
  { path: 'prices/proposal', lazy: () => import('./pages/prices/price-proposal-page.tsx') },
  { path: 'prices/campaigns', lazy: () => import('./pages/prices/campaigns-page.tsx') },
  { path: 'jobs', lazy: () => import('./pages/jobs/jobs-page.tsx') },
  { path: 'jobs/:id', lazy: () => import('./pages/jobs/job-page.tsx') },
  { path: 'audit', lazy: () => import('./pages/audit/audit-page.tsx') },
  { path: 'settings', lazy: () => import('./pages/settings/store-settings-page.tsx') },
  { path: 'settings/:store', lazy: () => import('./pages/settings/settings-page.tsx') },
  ...pagesOfModules,
  // Where its API is called so; no list has the name.
  { path: 'todo', loader: () => redirect('/') },
  // Read by a fetcher; it shows nothing.
  { path: 'views/:table', loader: loadSavedViews },
  // The lists that are declared once, by name.
  { path: ':resource', lazy: () => import('./pages/resources/resource-list-page.tsx') },
  { path: ':resource/new', lazy: () => import('./pages/resources/new-row-page.tsx') },
  { path: ':resource/:key', lazy: () => import('./pages/resources/resource-row-page.tsx') },
  { path: '*', lazy: () => import('./pages/not-found-page.tsx') },
]

/** Pages without a session. */
const entrance: RouteObject[] = [
  { path: '/sign-in', lazy: () => import('./pages/sign-in/sign-in-page.tsx') },
  { path: '/sign-in/without-passkey', lazy: () => import('./pages/sign-in/request-link-page.tsx') },
  { path: '/sign-in/link', lazy: () => import('./pages/sign-in/link-page.tsx') },
  { path: '/sign-out', lazy: () => import('./pages/sign-in/sign-out.ts') },
  { path: '/invitation', lazy: () => import('./pages/sign-in/invitation-page.tsx') },
]

export function createAdminRouter() {
  return createBrowserRouter([
    { ErrorBoundary: RootError, HydrateFallback: () => null, children: entrance },
    {
      id: sessionRouteId,
      path: '/',
      loader: loadSession,
      shouldRevalidate: reloadSession,
      Component: Shell,
      ErrorBoundary: RootError,
      HydrateFallback: () => null,
      children: [{ ErrorBoundary: PageError, children: pages }],
    },
  ])
}
