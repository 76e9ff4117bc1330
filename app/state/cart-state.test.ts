import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  addItem,
  clearCheckout,
  emptyCart,
  orderSlots,
  replaceItems,
  unitsOf,
  type CartState,
} from './cart-state.ts'
import { removeItem, setQuantity } from './cart-lines.ts'
import type { LineOrigin } from '../../contract/cart.ts'
import { addedProduct, tier } from './added-product.test-support.ts'
import { cartItemOf, originFields } from './cart-item.ts'
import { providerOrderId, withProviderOrder } from './provider-orders.ts'

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

const category = (id: number) => ({ id, name: 'Batterier', path: 'batterier', main: id === 5 })
const battery = addedProduct(100, {
  id: 11,
  sku: 'AA-1500',
  name: 'Alkaliskt batteri AA',
  slug: 'alkaliskt-batteri-aa',
  type: 1,
  thumb: { url: '/bild/aa.webp', width: 80, height: 80, key: 'aa', alt: 'AA' },
  prices: { n: [tier(1, 100), tier(5, 90)], c: [] },
  vat: 25,
  group_id: 3,
  discount_category: 'B2',
  categories: [category(5), category(7)],
  stock_status: 'in_stock',
  estimated_at: null,
  cross_selling_price: 79,
})

const originValues: { [K in keyof LineOrigin]: NonNullable<LineOrigin[K]> } = {
  cross_selling_product_id: 11,
  upselling_bundle_id: 4,
  offer_item_id: 9,
  added_by_coupon: 'GIFT',
  subscription_interval: '1 month',
  accessory_id: 12,
  related_id: 13,
  recommended_id: 14,
  gift_recipient: { name: 'Eva', email: 'eva@example.se', deliver_on: '2026-12-24', greeting: '' },
}

function add(
  state: CartState,
  quantity: number,
  origin: Partial<LineOrigin> = {},
  upselling = false,
): CartState {
  return addItem(state, cartItemOf(battery, quantity, origin), { makeUuid: randomUUID, upselling })
}

describe('the cart', () => {
  it('[ENTITY-23] [ENTITY-24] [ENTITY-25] [ENTITY-26] a fresh cart is closed, empty and shows VAT', () => {
    expect(emptyCart()).toEqual({
      open: false,
      openUpselling: null,
      vat: true,
      items: [],
      checkoutID: null,
      postalCode: '',
      shippingMethod: null,
      paymentMethod: null,
      servicePoint: null,
      providerOrders: {
        klarna: { id: null, locale: null },
        stripe: { id: null, locale: null },
        invoice: { id: null, locale: null },
        walley_b2c: { id: null, locale: null },
        walley_b2b: { id: null, locale: null },
      },
      internal: false,
      campaignData: { location: null, referrer: null },
    })
  })

  it('[CART-01] adding the same product again raises the line', () => {
    const once = add(emptyCart(), 2)
    const twice = add(once, 3)
    expect(twice.items).toHaveLength(1)
    expect(twice.items[0]).toMatchObject({ quantity: 5, uuid: once.items[0]!.uuid })
  })

  it.each(originFields)('[CART-02] a line with %s merges neither way', (field) => {
    const special = { [field]: originValues[field] }
    expect(add(add(emptyCart(), 1), 1, special).items).toHaveLength(2)
    expect(add(add(emptyCart(), 1, special), 1).items).toHaveLength(2)
  })

  it('[CART-02] those are the eight fields of the row', () => {
    expect(new Set(originFields)).toEqual(new Set(Object.keys(originValues)))
  })

  it('[CART-03] every new line gets its own uuid', () => {
    const { items } = add(add(emptyCart(), 1, { related_id: 1 }), 1, { related_id: 1 })
    expect(items.every(({ uuid }) => uuidPattern.test(uuid))).toBe(true)
    expect(items[0]!.uuid).not.toBe(items[1]!.uuid)
  })

  it('[CART-04] an add opens exactly one of mini cart and upselling panel', () => {
    expect(add(emptyCart(), 1)).toMatchObject({ open: true, openUpselling: null })
    expect(add(add(emptyCart(), 1), 1, {}, true)).toMatchObject({ open: false, openUpselling: 11 })
  })

  it('[CART-05] setting a quantity stores it at its tier, 0 removes the line', () => {
    const cart = add(emptyCart(), 1)
    const { uuid } = cart.items[0]!
    expect(setQuantity(cart, uuid, 5).items[0]).toMatchObject({ quantity: 5, price: 90 })
    expect(setQuantity(cart, uuid, 0).items).toEqual([])
    expect(removeItem(cart, uuid).items).toEqual([])
    expect(setQuantity(cart, 'unknown', 5)).toEqual(cart)
  })

  it('[TIER-04] every change of quantity sets the price of its tier, up and down, also for a merged add', () => {
    const cart = add(emptyCart(), 4)
    const { uuid } = cart.items[0]!
    expect(cart.items[0]!.price).toBe(100)
    const five = setQuantity(cart, uuid, 5)
    expect(five.items[0]!.price).toBe(90)
    expect(setQuantity(five, uuid, 4).items[0]!.price).toBe(100)
    expect(add(add(emptyCart(), 3), 2).items[0]).toMatchObject({ quantity: 5, price: 90 })
  })

  it('[CART-14] a provider order id is valid only in its own locale', () => {
    const cart = withProviderOrder(emptyCart(), 'klarna', 'K1', 'sv')
    expect(providerOrderId(cart, 'klarna', 'sv')).toBe('K1')
    expect(providerOrderId(cart, 'klarna', 'no')).toBe(null)
    expect(providerOrderId(cart, 'stripe', 'sv')).toBe(null)
    expect(withProviderOrder(cart, 'klarna', 'K1', 'sv')).toBe(cart)
    const norwegian = withProviderOrder(cart, 'klarna', 'K1', 'no')
    expect(providerOrderId(norwegian, 'klarna', 'no')).toBe('K1')
    expect(providerOrderId(norwegian, 'klarna', 'sv')).toBe(null)
  })

  it('[CART-15] clearing the checkout changes nothing else', () => {
    let full: CartState = {
      ...add(emptyCart(), 2),
      vat: false,
      postalCode: '123 45',
      checkoutID: 'c1',
      shippingMethod: 'postnord',
      paymentMethod: 'stripe',
      servicePoint: 'p7',
      campaignData: { location: '/sv?gclid=1', referrer: 'https://example.com' },
    }
    for (const provider of orderSlots) full = withProviderOrder(full, provider, `${provider}-1`, 'sv')
    const cleared = clearCheckout(full)
    expect(cleared).toEqual({
      ...emptyCart(),
      open: true,
      items: full.items,
      vat: false,
      postalCode: '123 45',
    })
  })

  it('counts units and replaces the lines with those of a sync answer', () => {
    const cart = add(add(emptyCart(), 2), 3, { accessory_id: 1 })
    expect(unitsOf(cart.items)).toBe(5)
    expect(unitsOf([])).toBe(0)
    expect(replaceItems(cart, cart.items.slice(1)).items).toEqual(cart.items.slice(1))
  })
})

describe('a cart line', () => {
  it('[ENTITY-27] [ENTITY-28] [ENTITY-14] is filled from the product', () => {
    expect(add(emptyCart(), 5).items[0]).toMatchObject({
      type: 1,
      thumb: battery.thumb,
      name: battery.name,
      slug: battery.slug,
      product_id: 11,
      sku: 'AA-1500',
      categories: [5, 7],
      group_id: 3,
      discount_category: 'B2',
      stock_status: 'in_stock',
      estimated_at: null,
      quantity: 5,
      price: 90,
      ordinary_price: 100,
      pricing: [
        { q: 1, p: 100 },
        { q: 5, p: 90 },
      ],
      vat: 25,
    })
  })

  it('[ENTITY-29] carries the origin of its add and no other', () => {
    for (const field of originFields) {
      const [item] = add(emptyCart(), 1, { [field]: originValues[field] }).items
      for (const other of originFields)
        expect(item![other]).toBe(other === field ? originValues[field] : null)
    }
  })

  it('[ENTITY-30] [DEF-04] says whether its price is a campaign price', () => {
    const campaign = { ...battery, prices: { n: [tier(1, 199)], c: [{ q: 1, p: 149, o: 199, d: 25 }] } }
    expect(cartItemOf(campaign, 1)).toMatchObject({ price: 149, ordinary_price: 199, campaign: true })
    expect(cartItemOf(battery, 1)).toMatchObject({
      campaign: false,
      cart_notice: null,
      adjusted_quantity: null,
    })
  })

  it('[UPSELL-05] a cross-sell has its cross-selling price, whatever the quantity', () => {
    const cart = add(emptyCart(), 1, { cross_selling_product_id: 11 })
    expect(cart.items[0]).toMatchObject({ price: 79, ordinary_price: 100, cross_selling_product_id: 11 })
    expect(setQuantity(cart, cart.items[0]!.uuid, 5).items[0]!.price).toBe(79)
  })
})
