/** Hydrates the page once the store's strings are loaded; without them the page stays plain, working HTML. */
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { defaultStoreCode, storeFromPath } from '../domain/stores/stores.ts'
import { limitReloads } from './state/chunk-reload.ts'
import { loadStrings } from './state/load-strings.ts'
import { StringsSource } from '../ui/strings.tsx'

const reportError = (error: unknown): void => {
  import('./state/error-report.ts').then((reports) => reports.reportError(error)).catch(() => {})
}
addEventListener('error', (event) => reportError(event.error ?? event.message))
addEventListener('unhandledrejection', (event) => reportError(event.reason))
limitReloads()

void loadStrings(storeFromPath(location.pathname)?.code ?? defaultStoreCode).then((strings) => {
  const shop = (
    <StringsSource.Provider value={strings}>
      <HydratedRouter onError={reportError} />
    </StringsSource.Provider>
  )
  startTransition(() => {
    hydrateRoot(document, import.meta.env.DEV ? <StrictMode>{shop}</StrictMode> : shop)
  })
})
