import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { productTypes } from '../../../domain/catalogue/product-type.ts'
import { storeCodes, type StoreCode } from '../../../domain/stores/stores.ts'
import { stringsOf } from '../../../locales/texts.server.ts'
import { StringsProvider, StringsSource } from '../../../ui/strings.tsx'
import { someDetails } from './product-fixture.test-support.ts'
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

it('states separate collection, safe use and the manufacturer, in the words for batteries or for electrical goods', async () => {
  for (const store of storeCodes) {
    const words = stringsOf(store)
    const battery = await shown(
      store,
      someDetails({ facts: [fact('chemistry'), fact('power_w')], manufacturer }),
    )
    const lamp = await shown(store, someDetails({ facts: [fact('lumen_lm')], manufacturer }))
    const unknown = await shown(store, someDetails({ manufacturer }))
    for (const page of [battery, lamp, unknown])
      for (const part of [
        words['product.safety'],
        words['product.bin_symbol'],
        ...Object.values(manufacturer),
      ])
        expect(page, store).toContain(part)
    expect(battery).toContain(words['product.safety_text'])
    expect(unknown).toContain(words['product.safety_text'])
    expect(lamp).toContain(words['product.safety_electrical'])
    expect(lamp).not.toContain(words['product.safety_text'])
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
