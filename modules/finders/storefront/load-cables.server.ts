/** Parses a cable request and finds matching cables. */
import { cableFacts, cableOptions, chooseCables, type CableRequest } from '../cable.ts'
import type { ShopContext } from '../../../app/shop-context.ts'
import { parameter, showProducts } from './show-products.server.ts'

/** Maximum number of cables shown. */
const mostCables = 24

export function loadCables(shop: ShopContext, url: URL) {
  const { code } = shop.store
  const { catalogue } = shop
  const cables = catalogue.productFacts(code, cableFacts)
  const numberIn = (name: string) => {
    const value = Number(parameter(url, name).replace(',', '.'))
    return Number.isFinite(value) && value > 0 && value < 100_000 ? value : null
  }
  const ends = cableOptions(cables, {}).a
  const a = ends.find((end) => end === parameter(url, 'from')) ?? null
  const b =
    a === null ? null : (cableOptions(cables, { a }).b.find((end) => end === parameter(url, 'to')) ?? null)
  const options = cableOptions(cables, { ...(a !== null && { a }), b })
  const wish: CableRequest = { a: a ?? '', b, lengthM: numberIn('length'), powerW: numberIn('power') }
  const isDone = a !== null && b !== null
  const choice = isDone ? chooseCables(cables, wish) : { exact: [], nearest: [] }
  const products = catalogue.productsById(code, [...choice.exact, ...choice.nearest].slice(0, mostCables))
  showProducts(shop, products, null)
  const named = (end: string) => ({
    value: end,
    text: catalogue.attributeValueName(code, 'connector_a', end),
  })
  return {
    from: options.a.map(named),
    to: options.b.map(named),
    lengths: options.lengths,
    powers: options.powers,
    wish: { a, b, lengthM: isDone ? wish.lengthM : null, powerW: isDone ? wish.powerW : null },
    isDone,
    isExact: choice.exact.length > 0,
    total: choice.exact.length + choice.nearest.length,
    products,
  }
}
