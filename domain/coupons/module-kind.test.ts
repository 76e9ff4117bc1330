/** Coupon kinds of modules: the example, and a module that answers anything at all. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { couponKinds as mixOffer } from '../../examples/mix-offer/module/coupon-kinds.ts'
import { sumMinor, toMajor } from '../money/money.ts'
import type { CouponDefinition } from './coupon.ts'
import type { ModuleCouponKind } from '../../modules/coupon-kind.ts'

/** What the kinds of the faulty module answer. */
let answer: unknown
const give = () => {
  if (answer instanceof Error) throw answer
  return answer as never
}
const steps = ['unitRewards', 'unitReductions', 'sumReductions'] as const
/** A kind without checks of its own. */
const amountOff: ModuleCouponKind = {
  name: 'acme-off',
  fields: { acme_off: 'amount' },
  grantField: 'acme_off',
  step: 'sumReductions',
  apply: ({ acme_off: off }, lines) => ({
    amountMinor: off as number,
    lines: lines.map((_line, place) => place),
  }),
}
const faulty = steps.map((step): ModuleCouponKind => ({
  name: `faulty-${step}`,
  fields: { [`faulty_${step}`]: 'number' },
  grantField: `faulty_${step}`,
  step,
  apply: give,
  missing: give,
}))

/** The files with these kinds bound: they read the list when they are loaded. */
async function load() {
  const [examples, kinds, record, describe] = await Promise.all([
    import('../pricing/example-cart.test-support.ts'),
    import('./module-kind.ts'),
    import('./coupon-record.server.ts'),
    import('./describe-kinds.server.ts'),
  ])
  return { ...examples, ...kinds, ...record, ...describe }
}
let shop: Awaited<ReturnType<typeof load>>
const list = '../../modules/outside-coupon-kinds.generated.ts'

beforeAll(async () => {
  vi.resetModules()
  vi.doMock(list, () => ({ outsideCouponKinds: { 'mix-offer': mixOffer, acme: [amountOff], faulty } }))
  shop = await load()
})
afterAll(() => {
  vi.doUnmock(list)
  vi.resetModules()
})

type Terms = Omit<CouponDefinition, 'code'>
const mix = (articles: number, more: object = {}) => ({ mix_offer_articles: articles, ...more }) as Terms

it('a kind of a module prices carts beside those of the shop', () => {
  const lines = [
    shop.line(1, { sku: 'A', price: 30 }),
    shop.line(2, { sku: 'B', price: 20 }),
    shop.line(1, { sku: 'C', price: 50 }),
  ]
  expect(shop.evaluated(lines, [mix(3)])).toMatchObject({
    coupons: [
      {
        applied: true,
        buyx_free_amount: 20,
        all_affected_items: [{ sku: 'B', quantity: 1 }],
        mix_offer_articles: 3,
        missing: null,
      },
    ],
    sum: 100,
  })
  expect(shop.evaluated(lines, [mix(3, { mix_offer_percentage: 50 })]).sum).toBe(110)
  expect(shop.evaluated(lines, [mix(2)]).sum).toBe(80)
  // The higher of two percentages on a unit, never both (DEF-13).
  expect(shop.evaluated(lines, [mix(3, { mix_offer_percentage: 50 }), { percentage_discount: 10 }]).sum).toBe(
    100,
  )
  expect(shop.evaluated(lines, [mix(4)]).coupons[0]).toMatchObject({
    applied: true,
    buyx_free_amount: 0,
    missing: { what: 'units', units: 1 },
  })
})

it('staff choose the goods of a kind that has them, as for offers of the shop', () => {
  const lines = [
    shop.line(1, { sku: 'A', price: 30, category: 7 }),
    shop.line(1, { sku: 'B', price: 20 }),
    shop.line(1, { sku: 'C', price: 50, category: 7 }),
  ]
  expect(shop.evaluated(lines, [mix(2, { buy_categories: [7] })]).sum).toBe(70)
  expect(shop.evaluated(lines, [mix(2, { get_categories: [8] })]).coupons[0]!.missing).toMatchObject({
    what: 'goods',
  })
})

it('the form, the file and the checks of a code know its fields', () => {
  expect(shop.describeKinds().find(({ name }) => name === 'mix-offer')?.fields).toEqual(
    expect.arrayContaining([
      { name: 'mix_offer_articles', type: 'number' },
      { name: 'mix_offer_percentage', type: 'optionalNumber' },
      { name: 'buy_products', type: 'ids' },
    ]),
  )
  expect(shop.judgeCouponRecord({ code: 'MIX', mix_offer_articles: 3 })).toMatchObject({
    ok: true,
    record: { definition: { code: 'MIX', mix_offer_articles: 3 } },
  })
  expect(
    shop.judgeCouponRecord({ code: 'MIX', mix_offer_articles: 1, mix_offer_percentage: 120 }),
  ).toMatchObject({
    ok: false,
    problems: [
      { field: 'mix_offer_articles', code: 'bad_quantity' },
      { field: 'mix_offer_percentage', code: 'bad_percentage' },
    ],
  })
  expect(
    shop.judgeCouponRecord({ code: 'MIX', mix_offer_articles: 3, percentage_discount: 10 }),
  ).toMatchObject({
    ok: false,
    problems: [{ code: 'more_than_one_kind' }],
  })
})

it('amounts of a kind of a module are amounts, also where the module does not check them', () => {
  const off = (amount: number) => ({ code: 'OFF', stores: ['sv'], acme_off: amount })
  expect(shop.judgeCouponRecord(off(30))).toMatchObject({ ok: true })
  for (const amount of [1e15, 10.999, -5])
    expect(shop.judgeCouponRecord(off(amount))).toMatchObject({
      ok: false,
      problems: [{ field: 'acme_off', code: 'bad_amount' }],
    })
  const lines = [shop.line(1, { price: 100 })]
  expect(shop.evaluated(lines, [{ acme_off: 30 } as Terms]).sum).toBe(70)
  expect(shop.evaluated(lines, [{ acme_off: 1e15 } as Terms])).toMatchObject({
    coupons: [{ applied: false, reason: 'invalid' }],
    sum: 100,
  })
})

it('a code whose module was taken out gives nothing, and says so to staff', () => {
  const former = { code: 'FORMER', gone_offer_units: 3 } as unknown as CouponDefinition
  expect(shop.kindNameOf(former)).toBe('unknown')
  expect(shop.hasSoundTypes(former)).toBe(false)
  expect(shop.kindNameOf({ code: 'MIX', mix_offer_articles: 3 } as CouponDefinition)).toBe('mix-offer')
})

it('whatever a module answers, a cart has a price whose parts add up, and a fault names the module', () => {
  const faults: string[] = []
  shop.onModuleKindFault((module) => void faults.push(module))
  const anything = fc.oneof(
    fc.anything(),
    fc.constant(new Error('the module fails')),
    fc.array(fc.oneof(fc.integer({ min: -5, max: 9_000_000 }), fc.double()), { maxLength: 3 }),
    fc.record({
      rewarded: fc.array(fc.record({ line: fc.integer({ min: -1, max: 3 }), units: fc.double() })),
      percent: fc.double({ min: -10, max: 110 }),
    }),
    fc.record({
      rewarded: fc.array(
        fc.record({ line: fc.integer({ min: 0, max: 2 }), units: fc.integer({ min: 0, max: 2 }) }),
      ),
      percent: fc.integer({ min: 0, max: 100 }),
    }),
    fc.record({
      amountMinor: fc.oneof(fc.integer({ min: -5 }), fc.double()),
      lines: fc.array(fc.integer({ min: -1, max: 3 })),
    }),
  )
  fc.assert(
    fc.property(anything, fc.constantFrom(...steps), fc.constantFrom<0 | 2>(0, 2), (given, step, digits) => {
      answer = given
      const lines = [
        shop.line(1, { price: 9.99 }),
        shop.line(3, { price: 25 }),
        shop.line(2, { price: 0.5, vat: 12 }),
      ]
      const terms = { [`faulty_${step}`]: 1 } as Terms
      const { cart, sum } = shop.evaluated(lines, [terms, { percentage_discount: 10 }], { digits })
      const full = shop.sumOf(lines, [shop.applied({ percentage_discount: 10 })], { digits })
      expect(sum).toBeGreaterThanOrEqual(0)
      expect(sum).toBeLessThanOrEqual(full)
      expect(
        toMajor(sumMinor(cart.lines.map(({ lineTotalMinor }) => lineTotalMinor))),
      ).toBeGreaterThanOrEqual(sum)
    }),
    { numRuns: 2_000 },
  )
  expect(new Set(faults)).toEqual(new Set(['faulty']))
})
