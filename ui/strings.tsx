/** The shop's strings in components: `const t = useStrings(); t('cart.title')` (ENTITY-42). */
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { Strings } from '../domain/content/message.ts'
import { translator } from './translator.ts'
import type { StringKey } from '../locales/texts.server.ts'
import type { ShownLogos } from '../domain/stores/shown-identity.ts'
import { defaultStoreCode, stores, type Store, type StoreCode } from '../domain/stores/stores.ts'

/** Filled by the server's or the browser's entry before anything is rendered. */
export const StringsSource = createContext<Strings>({})

/** `logos`: null or absent: the name is set as text. */
type ShownStore = Store & { logos?: ShownLogos | null }

const StoreSource = createContext<ShownStore>(stores[defaultStoreCode])

/** `facts`: those of the store that its merchant has set. */
export function StringsProvider({
  storeCode,
  facts,
  children,
}: {
  storeCode: StoreCode
  facts?: Partial<ShownStore>
  children: ReactNode
}) {
  const store = useMemo(() => ({ ...stores[storeCode], ...facts }), [storeCode, facts])
  return <StoreSource.Provider value={store}>{children}</StoreSource.Provider>
}

/** The store whose page this is. */
export function useStore() {
  return useContext(StoreSource)
}

export type Translate = (key: StringKey, values?: Record<string, string | number>) => string

export function useStrings(): Translate {
  const strings = useContext(StringsSource)
  const { iso } = useStore()
  return translator<StringKey>(strings, iso)
}
