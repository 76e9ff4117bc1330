/** The document around every page: language, theme, styles, and the fallback if everything else fails. */
import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import { contentTags } from '../domain/content/content.ts'
import { missingPagePath } from '../domain/stores/paths.ts'
import { textsOf } from '../locales/texts.server.ts'
import { shownLogos } from '../domain/stores/shown-identity.ts'
import { defaultStoreCode, storeCodes, storeFromPath, stores } from '../domain/stores/stores.ts'
import { DocumentScripts, EarlyScript, LaterStyles } from './rendering/document-scripts.tsx'
import { stringsAddress } from './state/load-strings.ts'
import { movedOrMissing } from './moved-or-missing.server.ts'
import { hasOwnToken } from './state/own-token.server.ts'
import { shopContext, type BrowserSettings } from './shop-context.ts'
import { StringsProvider } from '../ui/strings.tsx'
import type { Route } from './+types/root'
import '../ui/styles/global.css'

/**
 * A path that names no store has no page (ROUTE-35, CONST-02); it may be a former address. The server answers its documents
 * before (server/rendering/pages.ts): this is for its data, and for when no store's not-found page can be rendered.
 */
export function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { pathname } = new URL(request.url)
  if (storeFromPath(pathname) === null) throw movedOrMissing(shop, request)
  const { code, brand, minimumOrderMinor, phoneNumber } = shop.store
  // Each store's page names the others that are open.
  shop.tag(...storeCodes.map((each) => contentTags.settings(each)))
  return {
    storeCode: code,
    /** Of the store's facts those that its merchant sets; the others are in the script. */
    // A telephone number is not broken across lines.
    storeFacts: {
      brand,
      logos: shownLogos(code),
      minimumOrderMinor,
      phoneNumber: phoneNumber.replaceAll(' ', '\u00A0'),
    },
    vatIncluded: shop.vatIncluded,
    attributes: {
      ...attributesOf(shop.settings),
      'data-closed': shop.isClosedPreview ? textsOf(code).answers.closed.bar : undefined,
      'data-own-token': hasOwnToken(pathname) ? pathname : undefined,
      // The early script shows the page under its own address.
      'data-path': pathname === missingPagePath(code) ? pathname : undefined,
    },
    ...(shop.isPreview && { base: `${shop.publicUrl}/` }),
  }
}

/** Named by the server, so that the names are not part of the first script. */
const attributesOf = ({ api, tracking, website, reviews, tags, tagsNeed }: BrowserSettings) => ({
  'data-api': api,
  'data-tracking': tracking,
  'data-website': website,
  'data-reviews': reviews,
  'data-tags': tags,
  'data-tags-need': tagsNeed,
})

/** Constant while one store is open; another store is another document. */
export const shouldRevalidate = () => false

/** Not in the browser's script: only the server renders it. */
const HeadOfStore = import.meta.env.SSR
  ? (await import('./rendering/head-of-store.tsx')).HeadOfStore
  : () => null

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const store = stores[root?.storeCode ?? defaultStoreCode]
  return (
    <html lang={store.iso} {...root?.attributes}>
      <head>
        <meta charSet="utf-8" />
        {import.meta.env.SSR && (
          <>
            {root?.base && <base href={root.base} target="_blank" />}
            <EarlyScript />
          </>
        )}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {import.meta.env.SSR && <HeadOfStore code={store.code} />}
        <Meta />
        <Links />
        {import.meta.env.SSR && <LaterStyles />}
      </head>
      <body>
        {children}
        {import.meta.env.SSR ? (
          <DocumentScripts strings={stringsAddress(store, root?.attributes['data-api'])} />
        ) : (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <StringsProvider storeCode={loaderData.storeCode} facts={loaderData.storeFacts}>
      <Outlet />
    </StringsProvider>
  )
}

/** Rendered only if the store's own error frame fails (ERROR-03): it uses no part of the layout. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const unknown = isRouteErrorResponse(error) && error.status === 404
  // Offline, the script of the error page may be missing too. The word is the same in every store's language.
  const isOffline = navigator.onLine === false
  return (
    <main className="last-resort">
      <h1>{isOffline ? 'Offline' : unknown ? '404' : '500'}</h1>
      {!isOffline && (
        <p>{unknown ? 'This page could not be found' : 'An error occurred while showing the error page.'}</p>
      )}
      <p>
        <a href={isOffline ? location.href : '/'}>Start</a>
      </p>
    </main>
  )
}
