/** A checkout and its shipping methods in the contract's shapes, at current prices. */
import type { z } from 'zod'
import type { AboveLimitAnswer, CheckoutView, RejectedGiftCard } from '../contract/checkout.ts'
import type { ShippingMethodAnswer, shippingMethodsQuery } from '../contract/shipping.ts'
import { minimumOrderSumMinor } from '../domain/cart/minimum-order.ts'
import type { CheckoutRecord } from '../domain/checkout/checkout-repository.server.ts'
import { findCheckout } from '../domain/checkout/checkout-repository.server.ts'
import { isAboveLimit, type AboveLimit } from '../domain/checkout/order-limits.ts'
import { pricedPart, priceCheckout, type PricedCheckout } from '../domain/checkout/price-checkout.server.ts'
import { needsApproval } from '../domain/companies/company.ts'
import { findMember } from '../domain/companies/company-repository.server.ts'
import { paymentTermDays } from '../domain/invoices/payment-terms.ts'
import {
  subtractMinor,
  toMajor,
  vatPartMinor,
  zeroMinor,
  addMinor,
  type Minor,
} from '../domain/money/money.ts'
import { addShippingVat, firstRenewal } from '../domain/orders/order-snapshot.ts'
import { promisedUnitMinor } from '../domain/pricing/promised-price.ts'
import type { CartLine } from '../domain/cart/cart-line.ts'
import { isSettled } from '../domain/orders/order-states.ts'
import { offeredChoices, repeatableChoices } from '../domain/payments/offered-providers.ts'
import { listedChoices } from '../domain/payments/payment-choices.ts'
import { needsPostNumber } from '../domain/shipping/post-number.ts'
import { arrivalOf, type DeliverableLine } from '../domain/shipping/delivery-plan.ts'
import { transitDays } from '../domain/shipping/transit-days.ts'
import { weightGramsOf } from '../domain/shipping/consignment.ts'
import {
  needsServicePoint,
  shippingMethods,
  shippingPriceMinor,
  undeliverableGoods,
} from '../domain/shipping/shipping-methods.ts'
import { normalizePostalCode } from '../domain/stores/postal-code.ts'
import { storePolicies, type Store } from '../domain/stores/stores.ts'
import type { ShippingMethod } from '../domain/stores/store.ts'
import { requestedLines, viewCartItem } from './cart-view.ts'
import type { CheckoutServices } from './checkout-services.ts'

export async function viewCheckout(
  services: CheckoutServices,
  store: Store,
  checkout: CheckoutRecord,
  rejectedGiftCards: RejectedGiftCard[] = [],
): Promise<CheckoutView> {
  const priced = await priceCheckout(services, {
    store,
    ...pricedPart(checkout),
    shippingMethodId: checkout.shippingMethod,
    now: services.clock(),
  })
  const { cart, synced } = priced
  const { order } = checkout
  const subscriptions = synced.lines.flatMap((line) => viewNewSubscription(store, services.clock(), line))
  const company = await viewCompany(services, store, checkout, priced.totalMinor)
  const choices = (customerType: 'private' | 'business') =>
    listedChoices(
      (subscriptions.length > 0 ? repeatableChoices : offeredChoices)(
        services.providers,
        store.code,
        customerType,
      ),
      storePolicies[store.code].paymentChoices[customerType],
    ).map(({ id, provider, offers }) => ({ id, provider, offers: [...offers] }))
  const paymentChoices = {
    private: choices('private'),
    business: choices('business').filter(
      // Nobody has confirmed yet that the buyer acts for the company.
      ({ provider }) => provider !== 'invoice' || company?.verified !== false,
    ),
  }
  const providersOf = (listed: readonly { provider: string }[]) => [
    ...new Set(listed.map(({ provider }) => provider)),
  ]
  const shippingVat = vatPartMinor(priced.shippingMinor, storePolicies[store.code].vatRateBasisPoints)
  return {
    id: checkout.id,
    status: !order ? 'open' : isSettled(order.status) ? 'paid' : 'pending',
    confirmation: order?.accessToken ?? null,
    items: synced.lines.map((line) => viewCartItem(store.code, line)),
    removed: synced.removed,
    coupons: checkout.couponCodes,
    applied_coupons: priced.coupons.map((coupon) => coupon.code),
    rejected_coupons: priced.rejected.map(({ code, reason }) => ({ code, reason: reason ?? 'invalid' })),
    discounts: cart.deductions.map(({ code, label, amountMinor, vatMinor }) => ({
      code,
      label,
      amount: toMajor(amountMinor),
      amount_ex_vat: toMajor(subtractMinor(amountMinor, vatMinor)),
    })),
    sum: toMajor(cart.sumMinor),
    sum_ex_vat: toMajor(cart.sumExVatMinor),
    shipping: toMajor(priced.shippingMinor),
    shipping_ex_vat: toMajor(subtractMinor(priced.shippingMinor, shippingVat)),
    split_delivery: priced.split && {
      chosen: priced.isSplit,
      first: priced.split.first.map(({ uuid }) => uuid),
      rest: priced.split.rest.map(({ uuid }) => uuid),
    },
    undeliverable: undeliverableGoods(store.code, priced.goods),
    total: toMajor(priced.totalMinor),
    vat_amount: toMajor(addMinor(cart.vatMinor, shippingVat)),
    vat_rates: addShippingVat(cart.vatPerRate, {
      priceMinor: priced.shippingMinor,
      vatMinor: shippingVat,
      vatRateBasisPoints: storePolicies[store.code].vatRateBasisPoints,
    }).map((entry) => ({
      vat: entry.vatRateBasisPoints / 100,
      gross: toMajor(entry.grossMinor),
      vat_amount: toMajor(entry.vatMinor),
    })),
    gift_cards: priced.giftCards.map((card) => ({
      id: card.reference,
      hint: card.hint,
      balance: toMajor(card.balanceMinor),
      amount: toMajor(priced.giftCardUses.find((use) => use.id === card.id)?.amountMinor ?? zeroMinor),
    })),
    rejected_gift_cards: rejectedGiftCards,
    amount_due: toMajor(priced.payableMinor),
    needs_delivery: priced.goods.units > 0,
    minimum: { reached: priced.minimumReached, amount: toMajor(store.minimumOrderMinor) },
    above_limit: viewAboveLimit(priced.aboveLimit),
    payable:
      priced.minimumReached &&
      synced.removed === 0 &&
      !isAboveLimit(priced.aboveLimit) &&
      synced.lines.every((line) => line.orderable && line.loweredTo === null),
    payment_methods: {
      private: providersOf(paymentChoices.private),
      business: providersOf(paymentChoices.business),
    },
    payment_choices: paymentChoices,
    subscriptions,
    prepared: checkout.isPrepared,
    needs_login: subscriptions.length > 0 && checkout.accountId === null,
    company,
    customerType: checkout.customerType,
    contact: { ...checkout.contact },
    address: { ...checkout.address },
    separateDelivery: checkout.separateDelivery === true,
    remarks: { ...checkout.remarks },
    invoice_days: {
      private: paymentTermDays(store.code, 'private'),
      business: paymentTermDays(store.code, 'business'),
    },
    shippingMethod: checkout.shippingMethod,
    servicePoint: checkout.servicePoint,
    paymentMethod: checkout.paymentMethod,
  }
}

async function viewCompany(
  { db }: CheckoutServices,
  { code }: Store,
  { accountId }: CheckoutRecord,
  totalMinor: Minor,
): Promise<CheckoutView['company']> {
  const member = accountId === null ? null : await findMember(db, accountId, code)
  if (member === null) return null
  const { company, approvalAboveMinor } = member
  return {
    organisation_number: company.organisationNumber,
    verified: company.isVerified,
    required_references: [...company.requiredReferences],
    cost_centres: [...company.costCentres],
    approval_above: approvalAboveMinor === null ? null : toMajor(approvalAboveMinor),
    needs_approval: needsApproval(member, totalMinor),
  }
}

/** The terms of the subscription that a line starts, as the shopper must see them before ordering (CRD Art. 8 (2)). */
function viewNewSubscription(
  store: Store,
  now: number,
  { uuid, name, quantity, subscriptionInterval, promisedPrices }: CartLine,
): CheckoutView['subscriptions'] {
  if (subscriptionInterval === null || promisedPrices === null) return []
  const promisedMinor = promisedUnitMinor(promisedPrices, quantity)
  const first = firstRenewal(store, now, subscriptionInterval)
  if (promisedMinor === null) return []
  return [
    {
      uuid,
      name,
      quantity,
      interval: subscriptionInterval,
      price: toMajor(promisedMinor),
      first_renewal_on: first.firstRenewalOn,
    },
  ]
}

/** The lines above the buyer's limits, in major units. */
export function viewAboveLimit({ lines, mostMinor }: AboveLimit): AboveLimitAnswer {
  return { lines, total: mostMinor === null ? null : toMajor(mostMinor) }
}

/** The checkout or the product that is asked about at current prices; null: neither. */
async function priceAsked(
  services: CheckoutServices,
  store: Store,
  { checkout: id, sku }: Pick<z.output<typeof shippingMethodsQuery>, 'checkout' | 'sku'>,
): Promise<PricedCheckout | null> {
  const asked = { store, shippingMethodId: null, now: services.clock() }
  if (sku !== undefined) {
    const lines = requestedLines(services.catalogue, store.code, [{ sku, quantity: 1 }])
    return priceCheckout(services, { ...asked, lines, couponCodes: [] })
  }
  const checkout = id === undefined ? null : await findCheckout(services.db, store.code, id)
  return checkout && priceCheckout(services, { ...pricedPart(checkout), ...asked })
}

/**
 * Shipping methods for a postal code, priced for a checkout or a product if one is named; null: not a postal code of this
 * store.
 */
export async function viewShippingMethods(
  services: CheckoutServices,
  store: Store,
  query: z.output<typeof shippingMethodsQuery>,
): Promise<ShippingMethodAnswer[] | null> {
  const postalCode = normalizePostalCode(query.postalCode, store)
  if (postalCode === null) return null
  const priced = await priceAsked(services, store, query)
  if (priced?.synced.lines.some(({ orderable }) => !orderable) && query.sku !== undefined) return []
  const methods = shippingMethods(store.code, priced?.goods)
  return Promise.all(
    methods.map((method) =>
      viewMethod(services, store, method, {
        postalCode,
        listsPoints: query.sku === undefined,
        lines: priced?.goodsLines ?? [],
        split: priced?.split ?? null,
        sumMinor: priced ? minimumOrderSumMinor(priced.cart) : zeroMinor,
        grams: priced ? weightGramsOf(priced.goods) : 0,
      }),
    ),
  )
}

async function viewMethod(
  services: CheckoutServices,
  store: Store,
  method: ShippingMethod,
  {
    postalCode,
    listsPoints,
    lines,
    split,
    sumMinor,
    grams,
  }: {
    postalCode: string
    listsPoints: boolean
    lines: readonly DeliverableLine[]
    split: PricedCheckout['split']
    sumMinor: Minor
    grams: number
  },
): Promise<ShippingMethodAnswer> {
  const now = services.clock()
  const secondMinor = split ? shippingPriceMinor(method, sumMinor, split.restGrams) : zeroMinor
  const kind = method.kind === 'locker' ? 'locker' : 'pickup'
  // If the carrier does not respond the list is empty; the parcel then goes to the nearest point.
  const answer =
    listsPoints && needsServicePoint(method) && method.carrier
      ? await services.carriers.servicePoints({
          store: store.code,
          countryCode: store.countryCode,
          language: store.iso,
          carrier: method.carrier,
          kind,
          postalCode,
        })
      : { ok: false as const }
  const days = transitDays(store.code, method, postalCode)
  const daysOf = (delivered: readonly DeliverableLine[]) =>
    arrivalOf(store, delivered, days, now) ?? { from: null, to: null }
  return {
    id: method.id,
    carrier: method.carrier,
    kind: method.kind,
    name: method.name,
    price: toMajor(shippingPriceMinor(method, sumMinor, grams)),
    free_from: method.freeFromMinor === null ? null : toMajor(method.freeFromMinor),
    vat: storePolicies[store.code].vatRateBasisPoints / 100,
    estimated: {
      min_days: days.min,
      max_days: days.max,
      ...daysOf(lines),
    },
    split: split && { price: toMajor(secondMinor), first: daysOf(split.first) },
    needs_service_point: needsServicePoint(method),
    needs_post_number: needsPostNumber(method),
    service_points: (answer.ok ? answer.points : []).map((point) => ({
      id: point.id,
      type: point.type,
      name: point.name,
      street: point.street,
      postal_code: point.postalCode,
      city: point.city,
      distance_metres: point.distanceMetres,
      opening_hours: point.openingHours,
    })),
  }
}
