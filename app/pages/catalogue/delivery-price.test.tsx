import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { minor } from '../../../domain/money/money.ts'
import { stringsOf } from '../../../locales/texts.server.ts'
import { StringsProvider, StringsSource } from '../../../ui/strings.tsx'
import DeliveryPrice from './delivery-price.tsx'
import { someDetails } from './product-fixture.test-support.ts'

function textIn(vatIncluded: boolean): string {
  const Page = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: () => (
        <StringsSource.Provider value={stringsOf('sv')}>
          <StringsProvider storeCode="sv">
            <DeliveryPrice
              product={someDetails()}
              delivery={{ fromMinor: minor(3900), freeFromMinor: minor(49_900) }}
            />
          </StringsProvider>
        </StringsSource.Provider>
      ),
    },
  ])
  return renderToStaticMarkup(<Page hydrationData={{ loaderData: { root: { vatIncluded } } }} />)
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/[\u00A0\u202F]/g, ' ')
}

it('[VAT-10] says in the view without VAT that the prices of delivery and the minimum order include it', () => {
  expect(textIn(true)).toContain('|Frakt från 39 kr, fri från 499 kr|')
  const ex = textIn(false)
  expect(ex).toContain('|Frakt från 39 kr, fri från 499 kr (inkl. moms)|')
  expect(ex).toContain('|Minsta ordervärde 99 kr (inkl. moms)|')
})
