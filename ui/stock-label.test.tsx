import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { StockLabel } from './stock-label.tsx'
import { StringsProvider, StringsSource } from './strings.tsx'
import { stringsOf } from '../locales/texts.server.ts'
import type { StoreCode } from '../domain/stores/stores.ts'

const shown = (storeCode: StoreCode, stock_status: string, estimated_at: string | null) =>
  renderToStaticMarkup(
    <StringsSource.Provider value={stringsOf(storeCode)}>
      <StringsProvider storeCode={storeCode}>
        <StockLabel product={{ stock_status, estimated_at }} />
      </StringsProvider>
    </StringsSource.Provider>,
  ).replaceAll(/<[^>]+>/g, '')

it('[STOCK-01] presale shows its words and the estimated date in the format of the store', () => {
  expect(shown('sv', 'presale', '2026-03-01')).toMatch(/^Förhandsboka.*1 mars 2026$/)
  expect(shown('de', 'presale', '2026-03-01')).toMatch(/^Vorbestell.*01\.03\.2026$/)
})

it('[STOCK-02] back-order shows the words for out of stock', () => {
  expect(shown('sv', 'back_order', null)).toBe(shown('sv', 'out_of_stock', null))
  expect(shown('sv', 'back_order', null)).toMatch(/^Slut i lager/)
  expect(shown('sv', 'back_order', '2026-03-01')).toMatch(/^Slut i lager.*1 mars 2026$/)
  expect(shown('de', 'back_order', null)).toBe(shown('de', 'out_of_stock', null))
})
