/**
 * The layout around every page of a store: messages, header, menus, breadcrumbs, footer, panels (LAYOUT
 * rows).
 */
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Outlet, useLocation, useMatches, useRouteLoaderData } from 'react-router'
import { contentTags, type Deal } from '../../domain/content/content.ts'
import { nextDeliveryWindowMs, showsNextDelivery, toEpochMs } from '../../domain/content/deal.ts'
import { runningDeal } from '../../domain/content/running-deal.ts'
import { shownPayments } from '../../domain/payments/payment-marks.ts'
import { nextDeliveryAt } from '../../domain/shipping/next-delivery.ts'
import font from '../../ui/styles/fonts/atkinson-hyperlegible-next-latin-wght-normal.woff2?url'
import { NextDeliveryBanner, type NextDelivery } from './next-delivery-banner.tsx'
import { shopContext, type ShopContext } from '../shop-context.ts'
import { closeCartOf } from '../state/cart-actions.ts'
import { closePanel, useOpenPanel, type Panel } from '../state/panels.ts'
import { notePageShown } from '../state/wanted-page.ts'
import { footerPromises } from '../state/promises.server.ts'
import { storeDetails } from '../state/store-details.server.ts'
import { startShopState, useShopState } from '../state/shop-state.ts'
import { useStore, useStrings } from '../../ui/strings.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { classNames } from '../../ui/class-names.ts'
import { hydrateOnInteraction } from '../../ui/lazy-hydration.tsx'
import { CartDrawer } from '../features/cart/cart-drawer.tsx'
import { DealBanner, type BannerDeal } from './deal-banner.tsx'
import { Header } from './header.tsx'
import { DeferredConsent } from '../features/consent/deferred-consent.tsx'
import { footerPages } from './footer-pages.ts'
import { layoutContent } from './layout-content.ts'
import { LinkHandler } from '../navigation/link-handler.tsx'
import { NoticeBar } from './notice-bar.tsx'
import { chromeOf, layoutOf } from './page-handle.ts'
import type { Route } from './+types/store-layout'
import styles from './store-layout.module.css'

/** Content that cannot be read is rendered empty; the page is shown all the same. */
export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const { footer, hasLinkLists, ...content } = layoutContent((slug) => {
    shop.tag(contentTags.widget(code, slug))
    return shop.content.widget(code, slug)
  }, shop.report)
  const service = hasLinkLists ? footer.service : pagesInFooter(shop)
  shop.tag('catalogue', contentTags.deal(code))
  const deal = currentDeal(shop)
  const nextDelivery = nextDeliveryOf(shop)
  return {
    categories: shop.catalogue
      .categoryTree(code, { mainMenu: true })
      .map(({ name, path, metadata }) => ({ name, path, icon: metadata.icon })),
    deal,
    nextDelivery,
    details: storeDetails(code),
    ...content,
    footer: {
      ...footer,
      service,
      year: new Date(shop.now).getFullYear(),
      promises: footerPromises(code),
      payments: shownPayments(code, shop.paymentProviders[code]),
    },
  }
}

/** Instead of link lists, where the store has none; without pages that cannot be read. */
function pagesInFooter({ store, content, tag, report }: ShopContext): string {
  try {
    return footerPages(store.code, (path) => {
      tag(contentTags.page(store.code, path))
      return content.page(store.code, path)
    })
  } catch (error) {
    report(error)
    return ''
  }
}

/** DEAL-06: a deal that cannot be read counts as none. The reduction is taken from the product's price. */
function currentDeal(shop: ShopContext): BannerDeal | null {
  const { code } = shop.store
  try {
    const next = shop.content.currentDeal(code, shop.now)
    if (next === null) return null
    shop.tag(`product:${next.productId}`)
    shop.endsBy(nextChange(next, shop.now))
    const running = runningDeal(next, shop.catalogue, code, shop.now)
    return running && { ...running.deal, lowest30Days: running.lowest30Days, vat: running.product.vat }
  } catch {
    return null
  }
}

/**
 * The cached page is valid until the banner appears, or until the parcels leave. DEAL-06: no banner if the
 * time cannot be computed.
 */
function nextDeliveryOf({ store, now, endsBy }: ShopContext): NextDelivery | null {
  try {
    const at = nextDeliveryAt(store, now)
    const isDue = showsNextDelivery(at, now)
    endsBy(isDue ? at : at - nextDeliveryWindowMs)
    return { at, isDue }
  } catch {
    return null
  }
}

const nextChange = (deal: Deal, now: number) =>
  toEpochMs(deal.startsAt) > now ? toEpochMs(deal.startsAt) : toEpochMs(deal.expiresAt)

const MegaMenu = hydrateOnInteraction(
  import.meta.env.SSR ? await import('../features/menus/mega-menu.tsx') : null,
  () => import('../features/menus/mega-menu.tsx'),
)
// Links only.
const SimpleHeader = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./simple-header.tsx') : null,
  () => import('./simple-header.tsx'),
)
const Footer = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./footer.tsx') : null,
  () => import('./footer.tsx'),
)

/** Preloads the only font, so that the first paint uses it. */
export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: font, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

const cachedPages = () => import('../navigation/navigation-cache.ts')

/** Going back requests nothing (CHROME-24); without a client script the loader is called. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) =>
    cachedPages().then(
      ({ answerFromCache }) => answerFromCache(request.url),
      () => undefined,
    ),
]

/** The layout's data is kept while the shopper navigates within the store. */
export const shouldRevalidate = () => false

export default function StoreLayout({ loaderData }: Route.ComponentProps) {
  const t = useStrings()
  const location = useLocation()
  const { pathname } = location
  const store = useStore()
  const matches = useMatches()
  const vatIncluded = useRouteLoaderData<{ vatIncluded: boolean }>('root')?.vatIncluded ?? true
  const layout = layoutOf(matches)
  const { categories, deal, nextDelivery, message, footer, cookieAlert } = loaderData

  // Before anything can be tapped: an item added before the stored cart is read would be lost.
  useLayoutEffect(() => {
    const stop = startShopState(vatIncluded)
    const { items, pricedFor } = useShopState.getState().cart
    if (items.length > 0 && pricedFor !== store.code)
      void import('../state/store-changes.ts').then(({ carryCartInto }) => carryCartInto(store))
    return stop
  }, [vatIncluded, store])
  const openedAt = useRef(pathname)
  useEffect(() => {
    if (openedAt.current === pathname) return
    openedAt.current = pathname
    closePanel()
    closeCartOf(pathname)
  }, [pathname])
  useEffect(() => {
    notePageShown()
    void import('./after-navigation.ts').then(({ arrive }) => arrive(store, location, matches))
  }, [location, matches, store])

  return (
    <>
      <a className="skip-link" href="#content">
        {t('chrome.skip')}
      </a>
      <noscript>
        {/* React leaves the content alone in the browser. */}
        {import.meta.env.SSR && (
          <aside className={styles.needsScript}>
            <div className="wrap">{t('chrome.needs_script', { phone: store.phoneNumber })}</div>
          </aside>
        )}
      </noscript>
      <DeferredConsent text={cookieAlert} />
      {layout === 'simple' ? (
        <SimpleHeader />
      ) : (
        <>
          <NoticeBar>
            {message !== null && <StoreMessage html={message} />}
            {deal && <DealBanner deal={deal} />}
            {nextDelivery && <NextDeliveryBanner {...nextDelivery} />}
          </NoticeBar>
          <Header />
          <MegaMenu categories={categories} />
        </>
      )}
      <div id="content" tabIndex={-1} className={styles.page} data-layout={layout}>
        {layout === 'default' && (
          <div className={classNames('wrap', styles.crumbs)}>
            <Breadcrumbs trail={chromeOf(matches).breadcrumbs ?? []} />
          </div>
        )}
        <Outlet />
      </div>
      <Footer content={footer} isSimple={layout === 'simple'} />
      <DeferredPanel panel="menu">
        <Sidebar categories={categories} />
      </DeferredPanel>
      <CartDrawer />
      <DeferredPanel panel="login">
        <LoginContent />
      </DeferredPanel>
      <LinkHandler />
    </>
  )
}

const Sidebar = lazy(() => import('./sidebar.tsx'))
const LoginContent = lazy(() => import('../features/login/login-content.tsx'))

/** A side panel, loaded when it is first opened (LAYOUT-04). */
function DeferredPanel({ panel, children }: { panel: Panel; children: ReactNode }) {
  const open = useOpenPanel() === panel
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  return wanted && <Suspense>{children}</Suspense>
}

/** Sanitised HTML of the content store (CHROME-18). */
function StoreMessage({ html }: { html: string }) {
  const t = useStrings()
  return (
    <aside className={styles.message} aria-label={t('chrome.message')} data-widget="store-message">
      <div className="wrap" dangerouslySetInnerHTML={{ __html: html }} />
    </aside>
  )
}
