import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minor } from '../../domain/money/money.ts'
import type { PaymentProvider, RepeatPayment, SavedMethod } from '../../domain/payments/payment-provider.ts'
import { createStripeProvider } from './provider.server.ts'
import { comparePublished, hasPublishedObjects, openStripe, type StripeWorld } from './stripe.test-support.ts'

let world: StripeWorld
let stripe: PaymentProvider

beforeEach(async () => {
  world = await openStripe()
  const { simulator } = world
  stripe = createStripeProvider({
    account: world.account('sv'),
    store: 'sv',
    log: { warn: () => {} },
    clock: () => simulator.clock.now(),
  })
})

afterEach(() => world.stop())

const repeat = () => stripe.repeat!

async function customer(accountId = 7): Promise<string> {
  const made = await repeat().createCustomer(accountId)
  return made.ok ? made.reference : expect.fail(made.code)
}

/** A card that the customer saved without paying, authenticated where the bank wants it. */
async function savedCard(token: string): Promise<SavedMethod> {
  const opened = await repeat().openSetup(await customer())
  if (!opened.ok) return expect.fail(opened.code)
  const { setupId, embed } = opened
  expect(await repeat().readSetup(setupId)).toEqual({ ok: true, saved: null })
  await world.sdk.setupIntents.confirm(setupId, { payment_method: token })
  if ((await world.sdk.setupIntents.retrieve(setupId)).status === 'requires_action')
    await fetch(`${world.url}/page/authenticate`, {
      method: 'POST',
      body: JSON.stringify({
        clientSecret: (embed as { clientSecret: string }).clientSecret,
        isApproved: true,
      }),
    })
  const read = await repeat().readSetup(setupId)
  return read.ok && read.saved ? read.saved : expect.fail('nothing was saved')
}

const renewal = (saved: SavedMethod): RepeatPayment => ({
  idempotencyKey: 'renewal-1',
  checkoutId: 'checkout-1',
  order: { number: 'S1001', snapshotHash: 'abc' },
  amountMinor: minor(29800),
  currency: 'SEK',
  saved,
})

async function charge(token: string) {
  const payment = renewal(await savedCard(token))
  const opened = await repeat().open(payment)
  if (!opened.ok) return expect.fail(opened.code)
  return {
    id: opened.providerOrderId,
    payment,
    answer: await repeat().charge(opened.providerOrderId, payment),
  }
}

describe('a saved card', () => {
  it('is one that the customer agreed to by paying', async () => {
    const savesFor = await customer()
    const basket = {
      store: 'sv' as const,
      currency: 'SEK' as const,
      customerType: 'private' as const,
      lines: [],
      totalMinor: minor(29800),
      vatMinor: minor(5960),
    }
    const urls = { terms: '', checkout: '', confirmation: '', notification: '', validation: '' }
    const asked = { checkoutId: 'c', order: null, basket, urls, email: null, prefill: null }
    const opened = await stripe.create({ ...asked, idempotencyKey: 'k', savesFor })
    const id = opened.ok ? opened.providerOrderId : expect.fail(opened.code)
    const intent = await world.sdk.paymentIntents.retrieve(id)
    // Swish cannot be charged again.
    expect(intent).toMatchObject({ payment_method_types: ['card'], setup_future_usage: 'off_session' })
    await world.sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(await stripe.retrieve(id)).toMatchObject({
      state: 'authorized',
      savedMethod: { customer: savesFor, method: expect.stringMatching(/^pm_/), label: 'Visa •••• 4242' },
    })
  })

  it('is not saved any more once the cart has lost its subscription', async () => {
    const savesFor = await customer()
    const basket = {
      store: 'sv' as const,
      currency: 'SEK' as const,
      customerType: 'private' as const,
      lines: [],
      totalMinor: minor(29800),
      vatMinor: minor(5960),
    }
    const urls = { terms: '', checkout: '', confirmation: '', notification: '', validation: '' }
    const asked = {
      idempotencyKey: 'k',
      checkoutId: 'c',
      order: null,
      basket,
      urls,
      email: null,
      prefill: null,
    }
    const opened = await stripe.create({ ...asked, savesFor })
    const id = opened.ok ? opened.providerOrderId : expect.fail(opened.code)
    await stripe.update(id, asked)
    expect(await world.sdk.paymentIntents.retrieve(id)).toMatchObject({
      payment_method_types: ['card', 'swish'],
      setup_future_usage: null,
    })
  })

  it('is charged without the customer, once, and the amount is held until shipment', async () => {
    const { id, payment, answer } = await charge('pm_card_visa')
    expect(answer).toEqual({ ok: true })
    expect(await stripe.retrieve(id)).toMatchObject({
      state: 'authorized',
      amountMinor: 29800,
      orderNumber: 'S1001',
      snapshotHash: 'abc',
    })
    // A repetition after a lost answer, and one after Stripe has forgotten the key.
    expect(await repeat().open(payment)).toEqual({ ok: true, providerOrderId: id })
    expect(await repeat().charge(id, payment)).toEqual({ ok: true })
    expect(await repeat().charge(id, { ...payment, idempotencyKey: 'another' })).toMatchObject({
      code: 'read_only',
    })
    expect((await world.sdk.paymentIntents.list()).data).toHaveLength(1)
  })

  it('that was authenticated when it was saved needs no authentication', async () => {
    expect((await charge('pm_card_authenticationRequiredOnSetup')).answer).toEqual({ ok: true })
  })

  it.each([
    ['pm_card_chargeCustomerFail', { code: 'declined', reason: 'generic_decline' }],
    ['pm_card_threeDSecure2Required', { code: 'authentication_required' }],
  ])('%s is refused with its reason, and nothing is held', async (token, refusal) => {
    const { id, answer } = await charge(token)
    expect(answer).toEqual({ ok: false, ...refusal })
    expect(await stripe.retrieve(id)).toMatchObject({ state: 'open' })
  })

  it('of another customer, or that does not exist, is not charged', async () => {
    const payment = renewal(await savedCard('pm_card_visa'))
    const stranger = await customer(8)
    for (const saved of [
      { ...payment.saved, customer: stranger },
      { ...payment.saved, method: 'pm_unknown' },
    ]) {
      const opened = await repeat().open({ ...payment, idempotencyKey: saved.method + saved.customer, saved })
      const id = opened.ok ? opened.providerOrderId : expect.fail(opened.code)
      expect(await repeat().charge(id, { ...payment, saved })).toMatchObject({ ok: false, code: 'declined' })
    }
  })

  it('is gone with its customer, whose deletion may be repeated', async () => {
    const { customer: id, method } = await savedCard('pm_card_visa')
    for (let time = 0; time < 2; time++) expect(await repeat().deleteCustomer(id)).toEqual({ ok: true })
    const payment = renewal({ customer: id, method, label: 'Visa 4242' })
    expect((await repeat().open(payment)).ok).toBe(false)
  })

  it.skipIf(!hasPublishedObjects)('is described as Stripe describes it', async () => {
    const { customer: id, method } = await savedCard('pm_card_visa')
    const opened = await repeat().openSetup(id)
    const objects = [
      await world.sdk.customers.retrieve(id),
      await world.sdk.paymentMethods.retrieve(method),
      await world.sdk.setupIntents.retrieve(opened.ok ? opened.setupId : ''),
    ]
    expect(objects.flatMap((object) => comparePublished(object as never))).toEqual([])
  })
})
