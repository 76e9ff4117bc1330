/** The shop's strings in components: `const t = useStrings(); t('cart.title')` (ENTITY-42). */
import { createContext, useContext, type ReactNode } from 'react'
import { formatMessage, type Strings } from '../domain/content/message.ts'
import type { StringKey } from '../locales/texts.server.ts'
import { defaultStoreCode, stores, type StoreCode } from '../domain/stores/stores.ts'

/** Filled by the server's or the browser's entry before anything is rendered. */
export const StringsSource = createContext<Strings>({})

const StoreSource = createContext<StoreCode>(defaultStoreCode)

export function StringsProvider({ storeCode, children }: { storeCode: StoreCode; children: ReactNode }) {
  return <StoreSource.Provider value={storeCode}>{children}</StoreSource.Provider>
}

/** The store whose page this is. */
export function useStore() {
  return stores[useContext(StoreSource)]
}

export type Translate = (key: StringKey, values?: Record<string, string | number>) => string

/** A key without a text shows its last part, never an empty string. */
export function useStrings(): Translate {
  const strings = useContext(StringsSource)
  const { iso } = useStore()
  return (key, values) => {
    const message = strings[key] ?? fallbackText(key)
    return values ? formatMessage(message, values, iso) : message
  }
}

/** The fallback for a missing text: the key's last part in plain letters. */
export function fallbackText(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1).replaceAll('_', ' ')
}
