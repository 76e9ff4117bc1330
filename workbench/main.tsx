/**
 * The workbench's page: an index of widgets beside two frames, light and dark. A frame is this page again, with the
 * widgets of one store: `?store=de&scheme=dark`.
 */
import '../ui/styles/global.css'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { Strings } from '../domain/content/message.ts'
import { defaultStoreCode, isStoreCode, storeCodes, stores, type StoreCode } from '../domain/stores/stores.ts'
import { StringsProvider, StringsSource } from '../ui/strings.tsx'
import { allWidgets, WidgetList } from './widget-list.tsx'
import styles from './workbench.module.css'

/** `../locales/sv/cart.json` → its texts; those of a module are in `../modules/reviews/texts/sv.json`. */
const files = import.meta.glob<Record<string, unknown>>(
  ['../locales/*/*.json', '../modules/*/texts/??.json'],
  { eager: true, import: 'default' },
)

/** The texts of a store's pages. */
function stringsOf(store: StoreCode): Strings {
  const texts = Object.entries(files)
    .filter(([path]) => path.startsWith(`../locales/${store}/`) || path.endsWith(`/texts/${store}.json`))
    .flatMap(([, file]) => Object.entries(file))
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}

const schemes = ['light', 'dark'] as const

function Workbench() {
  const [store, setStore] = useState<StoreCode>(defaultStoreCode)
  const [widget, setWidget] = useState('')
  return (
    <div className={styles.workbench}>
      <nav className={styles.index} aria-label="Widgets">
        <label>
          Store{' '}
          <select
            value={store}
            onChange={({ target }) => isStoreCode(target.value) && setStore(target.value)}
          >
            {storeCodes.map((code) => (
              <option key={code} value={code}>
                {stores[code].country}
              </option>
            ))}
          </select>
        </label>
        <ul>
          {Object.keys(allWidgets).map((name) => (
            <li key={name}>
              <a
                href={`#${name}`}
                aria-current={name === widget ? 'true' : undefined}
                onClick={() => setWidget(name)}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {schemes.map((scheme) => (
        <iframe
          key={scheme}
          className={styles[scheme]}
          title={scheme}
          src={`?store=${store}&scheme=${scheme}#${widget}`}
        />
      ))}
    </div>
  )
}

const asked = new URLSearchParams(location.search)
const store = asked.get('store') ?? ''
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    {isStoreCode(store) ? (
      <StringsSource.Provider value={stringsOf(store)}>
        <StringsProvider storeCode={store}>
          <RouterProvider router={createMemoryRouter([{ path: '*', element: <WidgetList /> }])} />
        </StringsProvider>
      </StringsSource.Provider>
    ) : (
      <Workbench />
    )}
  </StrictMode>,
)
