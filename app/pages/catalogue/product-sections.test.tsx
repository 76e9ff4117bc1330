import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { productTypes } from '../../../domain/catalogue/product-type.ts'
import { storeCodes, type StoreCode } from '../../../domain/stores/stores.ts'
import { stringsOf } from '../../../locales/texts.server.ts'
import { StringsProvider, StringsSource } from '../../../ui/strings.tsx'
import { someCard, someDetails } from './product-fixture.test-support.ts'
import ProductSections from './product-sections.tsx'

async function shown(store: StoreCode, product: ProductDetails): Promise<string> {
  const path = `/${store}`
  const handler = createStaticHandler([{ id: 'root', path, element: <ProductSections product={product} /> }])
  const context = await handler.query(new Request(`http://shop.invalid${path}`))
  if (context instanceof Response) throw new Error('a redirect')
  return renderToStaticMarkup(
    <StringsSource.Provider value={stringsOf(store)}>
      <StringsProvider storeCode={store}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </StringsProvider>
    </StringsSource.Provider>,
  )
}

const fact = (code: string) => ({ code, name: code, value: '1' })
const manufacturer = {
  name: 'Voltara GmbH',
  address: 'Werkstraße 1, 10115 Berlin',
  email: 'info@voltara.example',
}

const texts = [
  'product.safety_text',
  'product.safety_large_battery',
  'product.safety_electrical',
  'product.safety_with_battery',
] as const

it('states separate collection, safe use and the manufacturer, in the words for what it is', async () => {
  for (const store of storeCodes) {
    const words = stringsOf(store)
    const textOf = async (...codes: string[]) => {
      const page = await shown(store, someDetails({ facts: codes.map(fact), manufacturer }))
      for (const part of [
        words['product.safety'],
        words['product.bin_symbol'],
        ...Object.values(manufacturer),
      ])
        expect(page, store).toContain(part)
      return texts.filter((key) => page.includes(words[key]!))
    }
    expect(await textOf('chemistry', 'battery_size', 'output_a')).toEqual(['product.safety_text'])
    expect(await textOf('chemistry', 'capacity_ah')).toEqual(['product.safety_large_battery'])
    expect(await textOf('lumen_lm')).toEqual(['product.safety_electrical'])
    expect(await textOf('lumen_lm', 'battery_size')).toEqual(['product.safety_with_battery'])
    expect(await textOf()).toEqual(['product.safety_text'])
  }
})

it('of a gift card shows the description alone: no battery words, manufacturer or fitting devices', async () => {
  for (const store of storeCodes) {
    const words = stringsOf(store)
    const type = productTypes.GiftCard
    const page = await shown(store, someDetails({ type, description: 'Ett fint kort', manufacturer }))
    expect(page, store).toContain('Ett fint kort')
    for (const part of ['product.safety', 'product.manufacturer', 'product.questions'] as const)
      expect(page, `${store} ${part}`).not.toContain(words[part])
    expect(page).not.toContain(manufacturer.email)
  }
})

it('a list of products says why they fit, and no two lists say the same', async () => {
  for (const store of storeCodes) {
    const words = stringsOf(store)
    const reasons = {
      related: 'same_device',
      cross_selling: 'charger_for',
      accessories: 'charger_for',
    } as const
    const [charger, larger, battery] = [1, 2, 3].map((id) => someCard({ id }))
    const lists = { cross_selling: [charger!], accessories: [larger!] }
    const both = await shown(store, someDetails({ ...lists, fit_reasons: reasons }))
    expect(both.split(words['product.charger_for']!)).toHaveLength(2)
    expect(both).toContain(words['product.accessories'])
    const only = await shown(store, someDetails({ related: [battery!], fit_reasons: reasons }))
    expect(only).toContain(words['product.same_device'])
  }
})

it('asks for the number of the variant that the page of a parent offers, as shown at its name', async () => {
  const choice = {
    ...someCard({ id: 2, sku: 'PACK-2', orderable: true }),
    choice: { pack: '2' },
  }
  const page = await shown(
    'sv',
    someDetails({ sku: 'parent-handle', variations: [1] as never, choices: [choice] }),
  )
  expect(page).toContain('art.nr PACK-2.')
  expect(page).not.toContain('parent-handle')
})
