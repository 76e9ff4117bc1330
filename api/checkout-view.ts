/** A checkout in the contract's shape, at current prices. */
import type { AboveLimitAnswer, CheckoutView, RejectedGiftCard } from '../contract/checkout.ts'
import type { CheckoutRecord } from '../domain/checkout/checkout-repository.server.ts'
import type { AboveLimit } from '../domain/checkout/order-limits.ts'
import { readCheckout, type ReadCheckout } from '../domain/checkout/read-checkout.server.ts'
import { creditOfAccount } from '../domain/gift-cards/store-credit.server.ts'
import { paymentTermDays } from '../domain/invoices/payment-terms.ts'
import { subtractMinor, toMajor, zeroMinor } from '../domain/money/money.ts'
import { storeProviders } from '../domain/payments/offered-providers.ts'
import { namedMeans, type ListedChoice } from '../domain/payments/payment-choices.ts'
import { shownPayments } from '../domain/payments/payment-marks.ts'
import { collectorOf, companyOf, marksOf } from '../domain/payment-methods/payment-methods.ts'
import { undeliverableGoods } from '../domain/shipping/shipping-methods.ts'
import type { Store } from '../domain/stores/stores.ts'
import { viewCartItem } from './cart-view.ts'
import type { CheckoutServices } from './checkout-services.ts'

export async function viewCheckout(
  services: CheckoutServices,
  store: Store,
  checkout: CheckoutRecord,
  rejectedGiftCards: RejectedGiftCard[] = [],
): Promise<CheckoutView> {
  const read = await readCheckout(services, store, checkout)
  const { priced, choices } = read
  const { cart, synced } = priced
  return {
    id: checkout.id,
    status: read.status,
    confirmation: checkout.order?.accessToken ?? null,
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
    shipping_ex_vat: toMajor(subtractMinor(priced.shippingMinor, priced.shippingVat.vatMinor)),
    split_delivery: priced.split && {
      chosen: priced.isSplit,
      first: priced.split.first.map(({ uuid }) => uuid),
      rest: priced.split.rest.map(({ uuid }) => uuid),
    },
    undeliverable: undeliverableGoods(store.code, priced.goods, checkout.customerType ?? 'private'),
    total: toMajor(priced.totalMinor),
    vat_amount: toMajor(priced.vatMinor),
    vat_rates: priced.vatPerRate.map((entry) => ({
      vat: entry.vatRateBasisPoints / 100,
      gross: toMajor(entry.grossMinor),
      vat_amount: toMajor(entry.vatMinor),
    })),
    gift_cards: priced.giftCards.map((card) => ({
      id: card.reference,
      is_credit: card.accountId !== null,
      hint: card.hint,
      balance: toMajor(card.balanceMinor),
      amount: toMajor(priced.giftCardUses.find((use) => use.id === card.id)?.amountMinor ?? zeroMinor),
    })),
    rejected_gift_cards: rejectedGiftCards,
    store_credit: await unusedCredit(services, store, checkout, priced.giftCards),
    amount_due: toMajor(priced.payableMinor),
    needs_delivery: priced.goods.units > 0,
    minimum: { reached: priced.minimumReached, amount: toMajor(store.minimumOrderMinor) },
    above_limit: viewAboveLimit(priced.aboveLimit),
    payable: read.isPayable,
    payment_methods: { private: providersOf(choices.private), business: providersOf(choices.business) },
    payment_choices: {
      private: viewChoices(services, store, choices.private),
      business: viewChoices(services, store, choices.business),
    },
    subscriptions: read.renewals.map(({ uuid, name, quantity, interval, unitMinor, firstRenewalOn }) => ({
      uuid,
      name,
      quantity,
      interval,
      price: toMajor(unitMinor),
      first_renewal_on: firstRenewalOn,
    })),
    prepared: checkout.isPrepared,
    needs_login: read.needsLogin,
    company: viewCompany(read),
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

/** Store credit of the account that does not pay yet. */
async function unusedCredit(
  { db }: Pick<CheckoutServices, 'db'>,
  store: Store,
  { accountId }: Pick<CheckoutRecord, 'accountId'>,
  used: readonly { reference: string }[],
): Promise<CheckoutView['store_credit']> {
  if (accountId === null) return null
  const credit = await creditOfAccount(db, accountId, store.code)
  const free = credit.find(({ reference }) => !used.some((card) => card.reference === reference))
  return free === undefined ? null : { id: free.reference, balance: toMajor(free.balanceMinor) }
}

/** The choices as the page lists them. */
function viewChoices(
  { providers }: Pick<CheckoutServices, 'providers'>,
  store: Store,
  choices: readonly ListedChoice[],
): CheckoutView['payment_choices']['private'] {
  const { marks } = shownPayments(store.code, storeProviders(providers, store.code))
  return choices.map((choice) => {
    const { id, provider, offers } = choice
    const collects = collectorOf(provider)
    return {
      id,
      provider,
      offers: [...offers],
      collects,
      company: collects === 'frame' ? companyOf(provider) : null,
      marks: marksOf(provider, namedMeans(choice, choices), marks),
    }
  })
}

/** Each once. */
const providersOf = (choices: readonly ListedChoice[]) => [
  ...new Set(choices.map(({ provider }) => provider)),
]

function viewCompany({ member, needsApproval }: ReadCheckout): CheckoutView['company'] {
  if (member === null) return null
  const { company, approvalAboveMinor } = member
  return {
    organisation_number: company.organisationNumber,
    verified: company.isVerified,
    required_references: [...company.requiredReferences],
    cost_centres: [...company.costCentres],
    approval_above: approvalAboveMinor === null ? null : toMajor(approvalAboveMinor),
    needs_approval: needsApproval,
  }
}

/** The lines above the buyer's limits, in major units. */
export function viewAboveLimit({ lines, mostMinor }: AboveLimit): AboveLimitAnswer {
  return { lines, total: mostMinor === null ? null : toMajor(mostMinor) }
}
