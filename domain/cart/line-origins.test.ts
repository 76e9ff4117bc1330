import { describe, expect, it } from 'vitest'
import { productTypes } from '../catalogue/product-type.ts'
import { toProductId, type ProductId } from '../products/product-id.ts'
import type { RequestedLine } from './cart-line.ts'
import { claimedSources, genuineOrigins, type ProductRelations, type RelationKind } from './line-origins.ts'

const [charger, cell, holder] = [toProductId(1), toProductId(2), toProductId(3)]
const sold = { id: cell, type: 1, subscriptionIntervals: ['1 month'] }
const line = (claim: Partial<RequestedLine>): RequestedLine => ({
  uuid: 'l1',
  productId: cell,
  quantity: 1,
  ...claim,
})
/** The charger offers the cell in this way only. */
const relatedAs = (kind: RelationKind): ProductRelations => ({
  sources: (asked, target) => new Set(asked === kind && target === cell ? [charger] : []),
})
const inCart = (...ids: ProductId[]): ReadonlySet<ProductId> => new Set(ids)

describe('claimedSources', () => {
  it('lists the products that the claims of a line name', () => {
    const claims = { crossSellingProductId: charger, accessoryId: cell, upsellingBundleId: '3' }
    expect(claimedSources(line(claims))).toEqual([charger, cell, holder])
    expect(claimedSources(line({ relatedId: charger, recommendedId: holder }))).toEqual([charger, holder])
  })

  it('leaves out what can be no id', () => {
    const claims = ['-1', '0', '1.5', 'abc', '2147483648', '9007199254740993']
    expect(claims.flatMap((upsellingBundleId) => claimedSources(line({ upsellingBundleId })))).toEqual([])
    expect(claimedSources(line({ upsellingBundleId: '2147483647' }))).toEqual([2_147_483_647])
    expect(claimedSources(line({}))).toEqual([])
  })
})

describe('genuineOrigins', () => {
  it.each([
    ['accessory', { accessoryId: charger }],
    ['related', { relatedId: charger }],
    ['recommended', { recommendedId: charger }],
    ['upsell', { upsellingBundleId: '1' }],
  ] as const)('keeps a claim of the kind %s where the shop relates the products so', (kind, claim) => {
    expect(genuineOrigins(line(claim), sold, inCart(), relatedAs(kind))).toEqual(claim)
    const other = kind === 'related' ? 'accessory' : 'related'
    expect(genuineOrigins(line(claim), sold, inCart(), relatedAs(other))).toEqual({})
  })

  it('keeps a cross-sell with a line at its full price in the cart only', () => {
    const claim = { crossSellingProductId: charger }
    const related = relatedAs('cross_sell')
    expect(genuineOrigins(line(claim), sold, inCart(charger), related)).toEqual(claim)
    expect(genuineOrigins(line(claim), sold, inCart(holder), related)).toEqual({})
    expect(genuineOrigins(line(claim), sold, inCart(charger), relatedAs('upsell'))).toEqual({})
  })

  it('keeps a cross-sell that names the product itself, with its source in the cart', () => {
    const claim = { crossSellingProductId: cell }
    const related = relatedAs('cross_sell')
    expect(genuineOrigins(line(claim), sold, inCart(charger), related)).toEqual(claim)
    expect(genuineOrigins(line(claim), sold, inCart(cell), related)).toEqual({})
  })

  it('keeps an interval that the product offers, and that of a running subscription', () => {
    const monthly = { subscriptionInterval: '1 month' }
    const related = relatedAs('related')
    expect(genuineOrigins(line(monthly), sold, inCart(), related)).toEqual(monthly)
    const none = { ...sold, subscriptionIntervals: [] }
    expect(genuineOrigins(line(monthly), none, inCart(), related)).toEqual({})
    expect(genuineOrigins(line({ ...monthly, renewalPrices: [] }), none, inCart(), related)).toEqual(monthly)
    const unreadable = { subscriptionInterval: 'often', renewalPrices: [] }
    expect(genuineOrigins(line(unreadable), sold, inCart(), related)).toEqual({})
  })

  it('keeps the recipient of a gift card, and of nothing else', () => {
    const gift = { giftRecipient: { email: 'ola@example.se', name: 'Ola', message: '', sendOn: null } }
    const claim = gift as unknown as Partial<RequestedLine>
    const card = { ...sold, type: productTypes.GiftCard }
    expect(genuineOrigins(line(claim), card, inCart(), relatedAs('related'))).toEqual(gift)
    expect(genuineOrigins(line(claim), sold, inCart(), relatedAs('related'))).toEqual({})
  })
})
