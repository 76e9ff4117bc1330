import { describe, expect, it } from 'vitest'
import { alternatePath } from './alternates.ts'
import { sortedByName } from '../features/menus/menu-rules.ts'
import { layoutOf } from './page-handle.ts'
import { showsFooterMessage, showsStoreMessage } from './store-message.ts'

describe('messages of the store', () => {
  it('[CHROME-18] the bar needs 21 characters and a message that is not hidden', () => {
    expect(showsStoreMessage({ content: 'x'.repeat(20), hidden: false })).toBe(false)
    expect(showsStoreMessage({ content: 'x'.repeat(21), hidden: false })).toBe(true)
    expect(showsStoreMessage({ content: 'x'.repeat(21), hidden: true })).toBe(false)
    expect(showsStoreMessage(null)).toBe(false)
  })

  it('[CHROME-18] tags do not count as characters', () => {
    expect(showsStoreMessage({ content: `<p><strong>${'x'.repeat(20)}</strong></p>`, hidden: false })).toBe(
      false,
    )
  })

  it('[CHROME-19] the footer shows any message that is not hidden and not empty', () => {
    expect(showsFooterMessage({ content: 'Hi', hidden: false })).toBe(true)
    expect(showsFooterMessage({ content: 'Hi', hidden: true })).toBe(false)
    expect(showsFooterMessage({ content: '', hidden: false })).toBe(false)
  })
})

describe('the mega menu', () => {
  it('[MENU-03] sorts children by name in the order of the language', () => {
    const names = sortedByName([{ name: 'Zeta' }, { name: 'Ära' }, { name: 'Alfa' }], 'sv-SE')
    expect(names.map(({ name }) => name)).toEqual(['Alfa', 'Zeta', 'Ära'])
  })
})

describe('the language switcher', () => {
  it('[ROUTE-50] leads to the same page of the other store if the page names it', () => {
    const known = { de: '/de/suchergebnisse.html?query=a' }
    expect(alternatePath('/sv/sokresultat.html', 'de', known)).toBe('/de/suchergebnisse.html?query=a')
  })

  it('[ROUTE-50] leads home if the page has no counterpart', () => {
    expect(alternatePath('/sv/artiklar/x.html', 'de', {})).toBe('/de')
    expect(alternatePath('/sv/no-such-page', 'de', undefined)).toBe('/de')
  })

  it('[ROUTE-50] keeps pages whose address is the same in every store, without ids of one store', () => {
    expect(alternatePath('/sv/my-account/orders', 'da', undefined)).toBe('/da/my-account/orders')
    expect(alternatePath('/sv/my-order/1001', 'no', undefined)).toBe('/no/my-order')
  })
})

it('[LAYOUT-05] the layout of the deepest route that names one applies, else the default', () => {
  expect(layoutOf([{ handle: undefined, loaderData: null }])).toBe('default')
  expect(
    layoutOf([
      { handle: { layout: 'plain' }, loaderData: null },
      { handle: { layout: 'simple' }, loaderData: null },
      { handle: undefined, loaderData: null },
    ]),
  ).toBe('simple')
})
