import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { subscriptionShop, type SubscriptionShop } from './subscription-shop.test-support.ts'
import { viewSubscription } from './view-subscription.server.ts'
import type { PaymentProvider } from '../../domain/payments/payment-provider.ts'
import { subscriptionStatuses, subscriptionTransitions } from './subscription-states.ts'
import { findOrderByNumber } from '../../domain/orders/order-repository.server.ts'
import { testActor } from '../../test/test-actor.ts'
import { addPerson } from '../../domain/companies/company-people.server.ts'
import { createCompany } from '../../domain/companies/edit-company.server.ts'
import { minor } from '../../domain/money/money.ts'
import {
  cancelSubscription,
  changeSubscription,
  type SubscriptionChange,
} from './change-subscription.server.ts'
import { leaseMs, type RenewServices } from './renew-subscriptions.server.ts'

let shop: SubscriptionShop
beforeAll(async () => {
  shop = await subscriptionShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.reset())

const visa = 'pm_card_visa'

/** The shop's services where a private customer may order two units of a product at once. */
function withFewUnits(): RenewServices {
  const { orderLimits } = shop.services
  const account = { ...orderLimits.sv.account, unitsPerLine: 2 }
  return { ...shop.services, orderLimits: { ...orderLimits, sv: { ...orderLimits.sv, account } } }
}

describe('a subscription', () => {
  it('[SUBS-05] has the same transitions in the database and in subscription-states.ts', async () => {
    const { rows } = await sql<{ from: string; to: string }>`
      select from_status as "from", to_status as "to" from subscription_transitions()`.execute(shop.db)
    const table = subscriptionStatuses.flatMap((from) =>
      subscriptionTransitions[from].map((to) => `${from} → ${to}`),
    )
    expect(rows.map(({ from, to }) => `${from} → ${to}`).toSorted()).toEqual(table.toSorted())
  })

  it('starts when its order is received, and promises the ordinary price', async () => {
    const product = await shop.addSubscribable({
      campaign: [{ q: 1, p: 150, o: 200, d: 25 }],
    })
    const { number, order, accountId } = await shop.subscribe(product, { card: visa, quantity: 2 })
    expect(number).toBe(`${order}-A1`)
    expect(await shop.find(number)).toMatchObject({
      accountId,
      status: 'active',
      quantity: 2,
      promisedPrices: [{ quantity: 1, unitMinor: 20000 }],
      nextDueOn: '2026-12-20',
      period: 1,
      paymentProvider: 'stripe',
      paymentLabel: 'Visa •••• 4242',
    })
  })

  it('does not start with an order that is not paid, and ends with one that is cancelled', async () => {
    const { number, order } = await shop.subscribe(await shop.addSubscribable())
    await sql`select transition_order(id, 'cancelled', '{"event": "cancelled", "actor": "staff"}')
      from orders where number = ${order}`.execute(shop.db)
    expect(await shop.find(number)).toMatchObject({ status: 'cancelled', statusReason: 'order_cancelled' })
  })
})

describe('an interval', () => {
  it('that is changed from weeks to months keeps the day of the next delivery', async () => {
    const { number } = await shop.subscribe(await shop.addSubscribable(), { interval: '2 weeks' })
    for (let period = 0; period < 2; period++) {
      await shop.goToRenewal(number)
      await shop.run()
    }
    const { nextDueOn } = await shop.find(number)
    expect(await shop.change(number, { kind: 'interval', intervalName: '1 month' })).toMatchObject({
      ok: true,
    })
    expect((await shop.find(number)).nextDueOn).toBe(nextDueOn)
    await shop.goToRenewal(number)
    await shop.run()
    const [from, to] = [nextDueOn, (await shop.find(number)).nextDueOn].map((day) => Date.parse(day))
    expect((to! - from!) / 86_400_000).toBeGreaterThanOrEqual(28)
    expect((await shop.find(number)).nextDueOn.slice(8)).toBe(nextDueOn.slice(8))
  })
})

describe('a renewal', () => {
  it('is announced five days before, then ordered, paid and confirmed on its day, once', async () => {
    const product = await shop.addSubscribable({ price: 90, available: 5 })
    const { number } = await shop.subscribe(product, { card: visa, quantity: 2 })
    shop.goTo('2026-12-14')
    expect((await shop.run()).announced).toBe(0)
    shop.goTo('2026-12-15')
    await Promise.all([shop.run(), shop.run()])
    const [reminder, ...others] = await shop.mails(number)
    expect(others).toEqual([])
    expect(reminder!.subject).toContain('20 december 2026')
    expect(reminder!.text.replaceAll('\u00a0', ' ')).toContain('högst 180 kr')
    expect(reminder!.text).toContain('Visa •••• 4242')
    expect(reminder!.text).toContain('http://shop.example/sv/my-account/subscriptions')
    expect(await shop.ordersOf(number)).toEqual([])

    shop.goTo('2026-12-20')
    const mails = shop.enqueued.length
    const reports = await Promise.all([shop.run(), shop.run(), shop.run()])
    expect(reports.reduce((sum, { renewed }) => sum + renewed, 0)).toBe(1)
    // The store's minimum of 99 kr is for orders that are placed by hand; the delivery costs what it costs.
    expect(await shop.ordersOf(number)).toEqual([
      { number: expect.any(String), status: 'received', total: 24900, attempt: 'authorized' },
    ])
    expect(shop.enqueued.slice(mails).map(({ name, data }) => [name, data.kind])).toEqual([
      ['order-mail', 'confirmation'],
    ])
    expect((await shop.stockOf(product)).available).toBe(1)
    expect(await shop.find(number)).toMatchObject({ status: 'active', period: 2, nextDueOn: '2027-01-20' })
    shop.later(2)
    expect(await shop.run()).toEqual({ announced: 0, renewed: 0, refused: 0, waiting: 0 })
  })

  it('is announced, and a subscription ends on its last day, while that of another one fails', async () => {
    const [broken, ending, sound] = [
      await shop.subscribe(await shop.addSubscribable()),
      await shop.subscribe(await shop.addSubscribable()),
      await shop.subscribe(await shop.addSubscribable()),
    ]
    const endsOn = '2026-11-25'
    for (const { number } of [broken, ending])
      await sql`update subscription set ends_on = ${endsOn} where number = ${number}`.execute(shop.db)
    // The first of those that are due cannot be written.
    await sql`create function break_subscription() returns trigger language plpgsql as $$
      begin raise exception 'a fault of this row'; end $$`.execute(shop.db)
    await sql`create trigger broken before update on subscription for each row
      when (new.number = ${sql.lit(broken.number)}) execute function break_subscription()`.execute(shop.db)
    shop.goTo('2026-12-16')
    expect(await shop.run()).toMatchObject({ announced: 1, waiting: 1 })
    expect(await shop.find(ending.number)).toMatchObject({ status: 'cancelled', statusReason: 'end_reached' })
    expect(await shop.renewals(sound.number)).toMatchObject([{ status: 'announced' }])
    await sql`drop function break_subscription() cascade`.execute(shop.db)
  })

  it('on invoice gives credit to the account and asks for no identity number', async () => {
    const { number } = await shop.subscribe(await shop.addSubscribable({ price: 300 }))
    await shop.goToRenewal(number)
    expect(await shop.run()).toMatchObject({ renewed: 1 })
    expect(await shop.ordersOf(number)).toMatchObject([{ status: 'received', attempt: 'authorized' }])
  })

  it('repeats the note and the references that the first order was placed with', async () => {
    const form = {
      customerType: 'business',
      companyName: 'Berg Elektronik AB',
      identityNumber: '556677-8899',
      note: 'Portkod 12',
      yourReference: 'Anna Berg',
      purchaseOrder: 'PO-17',
      costCentre: 'KS 4',
    }
    const { number } = await shop.subscribe(await shop.addSubscribable(), { form })
    await shop.goToRenewal(number)
    await shop.run()
    const [renewed] = await shop.ordersOf(number)
    const { snapshot } = (await findOrderByNumber(shop.db, renewed!.number))!
    expect(snapshot).toMatchObject({
      note: 'Portkod 12',
      references: { yourReference: 'Anna Berg', purchaseOrder: 'PO-17', costCentre: 'KS 4' },
    })
  })

  it('of a company stays within what its buyer may order alone, whatever the first order had', async () => {
    const form = {
      customerType: 'business',
      companyName: 'Verkstan AB',
      identityNumber: '556016-0680',
    }
    const { number, accountId } = await shop.subscribe(await shop.addSubscribable({ available: 500 }), {
      form,
      quantity: 4,
    })
    const created = await createCompany({ db: shop.db, clock: () => shop.now.at }, testActor, {
      store: 'sv',
      form: { name: 'Verkstan AB', organisationNumber: '556016-0680' },
    })
    if (!created.ok) throw new Error(created.code)
    await sql`update account set type = 'business' where id = ${accountId}`.execute(shop.db)
    // Two units cost 400 kr.
    const membership = { role: 'buyer', approvalAboveMinor: minor(50_000) } as const
    expect(await addPerson(shop.db, testActor, { company: created.company, accountId, membership })).toEqual({
      ok: true,
    })
    const change = (to: SubscriptionChange) =>
      changeSubscription(shop.services, testActor, { number, accountId, change: to })
    const refused = { ok: false, code: 'approval_required' }
    expect(await change({ kind: 'quantity', quantity: 40 })).toEqual(refused)
    expect(await change({ kind: 'interval', intervalName: '2 weeks' })).toEqual(refused)
    expect(await change({ kind: 'quantity', quantity: 1 })).toMatchObject({ ok: true })
    expect(await change({ kind: 'interval', intervalName: '2 weeks' })).toMatchObject({ ok: true })
    expect(await change({ kind: 'quantity', quantity: 4 })).toMatchObject({ ok: true })
    await shop.goToRenewal(number)
    expect(await shop.run()).toMatchObject({ renewed: 1 })
    // Raised by staff, or before its buyer had a limit.
    await shop.change(number, { kind: 'quantity', quantity: 40 })
    await shop.goToRenewal(number)
    expect(await shop.run()).toMatchObject({ renewed: 0, refused: 1 })
    expect((await shop.renewals(number)).map(({ problem }) => problem)).toContain('approval_required')
    expect(await shop.ordersOf(number)).toHaveLength(1)
  })

  it('costs the promised price at most, and less where the price has fallen', async () => {
    const product = await shop.addSubscribable({ price: 200 })
    const { number } = await shop.subscribe(product, { card: visa })
    shop.reprice(product, 260)
    await shop.goToRenewal(number)
    await shop.run()
    shop.reprice(product, 120)
    await shop.goToRenewal(number)
    await shop.run()
    const { rows } = await sql<{ unit: number; reasons: string[] }>`
      select (l->>'unitMinor')::integer as unit,
        array(select jsonb_array_elements(l->'reasons')->>'kind') as reasons
      from subscription s join subscription_renewal r on r.subscription_id = s.id join orders o on o.id = r.order_id,
        jsonb_array_elements(o.snapshot->'lines') as l where s.number = ${number} order by r.period`.execute(
      shop.db,
    )
    expect(rows).toEqual([
      { unit: 20000, reasons: ['subscription'] },
      { unit: 12000, reasons: [] },
    ])
    // A renewal starts no subscription of its own.
    expect(
      (await sql`select 1 from subscription where product_id = ${product}`.execute(shop.db)).rows,
    ).toHaveLength(1)
  })

  it('that cannot be paid is tried again after days, each time with a mail, and pauses the subscription at last', async () => {
    const product = await shop.addSubscribable({ available: 9 })
    const { number } = await shop.subscribe(product, { card: visa })
    await shop.saveCard(number, 'pm_card_chargeCustomerFail')
    await shop.goToRenewal(number)
    await shop.mails(number)
    for (const days of [2, 3, 5]) {
      expect(await shop.run()).toMatchObject({ refused: 1 })
      const [mail, ...others] = await shop.mails(number)
      expect(others).toEqual([])
      expect(mail!.subject).toContain('Vi kunde inte ta betalt')
      shop.later(days - 1)
      expect(await shop.run()).toMatchObject({ refused: 0 })
      shop.later(1)
    }
    await shop.run()
    expect((await shop.mails(number)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('är pausad'),
    ])
    expect(await shop.find(number)).toMatchObject({
      status: 'paused',
      statusReason: 'payment_failed',
      period: 2,
    })
    const orders = await shop.ordersOf(number)
    expect(orders.map(({ status }) => status)).toEqual(Array(4).fill('payment_failed'))
    expect((await shop.stockOf(product)).available).toBe(8)
  })

  it('that the bank wants confirmed is paid as soon as the customer has confirmed a card', async () => {
    const { number } = await shop.subscribe(await shop.addSubscribable(), { card: visa })
    await shop.saveCard(number, 'pm_card_threeDSecure2Required')
    await shop.goToRenewal(number)
    await shop.run()
    expect((await shop.mails(number)).at(-1)!.subject).toContain('Bekräfta betalningen')
    expect(await viewSubscription(shop.services, await shop.find(number))).toMatchObject({
      problem: 'confirm_payment',
    })
    expect(await shop.saveCard(number, 'pm_card_authenticationRequiredOnSetup')).toMatchObject({
      paymentLabel: 'Visa •••• 3155',
    })
    expect(await shop.run()).toMatchObject({ renewed: 1 })
    expect((await shop.ordersOf(number)).map(({ status }) => status)).toEqual(['payment_failed', 'received'])
  })

  it('of goods that are out of stock waits a week, then it is left out; nothing is charged', async () => {
    const product = await shop.addSubscribable({ available: 1 })
    const { number } = await shop.subscribe(product, { card: visa })
    await shop.goToRenewal(number)
    const payments = (await shop.world.sdk.paymentIntents.list()).data.length
    for (let day = 0; day < 7; day++) {
      await shop.run()
      shop.later(1)
    }
    expect((await shop.mails(number)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('beställs'),
      expect.stringContaining('är slut just nu'),
    ])
    await shop.run()
    expect((await shop.mails(number))[0]!.subject).toContain('uteblir')
    expect(await shop.find(number)).toMatchObject({ status: 'active', period: 2, nextDueOn: '2027-01-20' })
    expect((await shop.world.sdk.paymentIntents.list()).data).toHaveLength(payments)
  })

  it('that is above an order limit is not mailed as a failed payment, and is left out after a week', async () => {
    const { number } = await shop.subscribe(await shop.addSubscribable({ available: 9 }), {
      card: visa,
      quantity: 3,
    })
    await shop.goToRenewal(number)
    await shop.mails(number)
    const narrow = withFewUnits()
    for (let day = 0; day < 7; day++) {
      expect(await shop.run(narrow)).toMatchObject({ refused: 1 })
      shop.later(1)
    }
    const [waits, ...others] = await shop.mails(number)
    expect(others).toEqual([])
    expect(waits!.subject).toContain('Vi kan inte beställa')
    expect(waits!.text).toContain('Kontrollera antal och adress')
    expect(waits!.text).toContain('högst 7 dagar')
    expect(await shop.renewals(number)).toMatchObject([
      { status: 'announced', problem: 'above_limit', failures: 0 },
    ])
    await shop.run(narrow)
    const [skipped] = await shop.mails(number)
    expect(skipped!.subject).toContain('uteblir')
    expect(skipped!.text).toContain('Nästa leverans beställs den 20 januari 2027')
    expect(skipped!.text).not.toContain('kom inte in')
    expect(await shop.find(number)).toMatchObject({ status: 'active', period: 2, nextDueOn: '2027-01-20' })
    expect(await shop.ordersOf(number)).toEqual([])
  })

  it('whose shipping method the store no longer offers waits, and says so to staff', async () => {
    const { number } = await shop.subscribe(await shop.addSubscribable(), { card: visa })
    await shop.goToRenewal(number)
    await sql`update subscription set shipping_method = 'acme-gone' where number = ${number}`.execute(shop.db)
    expect(await shop.run()).toMatchObject({ refused: 1 })
    expect(await shop.renewals(number)).toMatchObject([
      { status: 'announced', problem: 'shipping_method', failures: 0 },
    ])
    const { rows } = await sql`select reason from audit_entry
      where action = 'subscription.wait' and object_id = ${number}`.execute(shop.db)
    expect(rows).toEqual([{ reason: 'shipping_method' }])
    expect(await shop.ordersOf(number)).toEqual([])
  })

  it('that is above an order limit is ordered once the customer has lowered the quantity', async () => {
    const { number } = await shop.subscribe(await shop.addSubscribable({ available: 9 }), { quantity: 3 })
    await shop.goToRenewal(number)
    const narrow = withFewUnits()
    await shop.run(narrow)
    expect(await viewSubscription(shop.services, await shop.find(number))).toMatchObject({
      problem: 'not_ordered',
    })
    await shop.change(number, { kind: 'quantity', quantity: 2 })
    shop.later(1)
    expect(await shop.run(narrow)).toMatchObject({ renewed: 1 })
    expect(await shop.renewals(number)).toMatchObject([{ status: 'done', problem: null }])
  })

  it('of goods that the store has stopped selling ends the subscription', async () => {
    const product = await shop.addSubscribable()
    const { number } = await shop.subscribe(product, { card: visa })
    await shop.goToRenewal(number)
    shop.stopSelling(product)
    await shop.run()
    expect(await shop.find(number)).toMatchObject({ status: 'cancelled', statusReason: 'not_sold' })
    expect((await shop.mails(number)).at(-1)!.subject).toContain('har upphört')
  })
})

describe('a subscription that was cancelled', () => {
  const end = (number: string, endsOn: string) =>
    cancelSubscription(shop.services, testActor, { number, reason: 'test', endsOn })

  it('for a later day is renewed until then, and ends after that day with a mail', async () => {
    const { number } = await shop.subscribe(await shop.addSubscribable(), { interval: '2 weeks' })
    await end(number, '2026-12-31')
    await end(number, '2027-02-28')
    expect(await shop.find(number)).toMatchObject({ status: 'active', endsOn: '2026-12-31' })
    for (const _each of [1, 2]) {
      await shop.goToRenewal(number)
      expect((await shop.run()).renewed).toBe(1)
    }
    shop.goTo('2026-12-31')
    expect(await shop.run()).toMatchObject({ announced: 0, renewed: 0 })
    const last = await shop.find(number)
    expect(last).toMatchObject({ status: 'active', nextDueOn: '2027-01-01' })
    expect(await viewSubscription(shop.services, last)).toMatchObject({
      next_on: null,
      ends_on: '2026-12-31',
    })
    shop.goTo('2027-01-01')
    await shop.run()
    expect(await shop.find(number)).toMatchObject({ status: 'cancelled', statusReason: 'end_reached' })
    expect(await shop.ordersOf(number)).toHaveLength(2)
    expect((await shop.mails(number)).at(-1)!.subject).toContain('är avslutad')
  })

  it('for a day before the delivery that was announced gets no more deliveries', async () => {
    const { number } = await shop.subscribe(await shop.addSubscribable())
    shop.goTo('2026-12-15')
    await shop.run()
    await end(number, '2026-12-18')
    expect(await shop.renewals(number)).toMatchObject([{ status: 'skipped', problem: 'ended' }])
    shop.goTo('2026-12-20')
    await shop.run()
    expect(await shop.ordersOf(number)).toEqual([])
    expect(await shop.find(number)).toMatchObject({ status: 'cancelled' })
  })

  it('while its charge was being refused leaves no renewal open, and no mail about it', async () => {
    const { number } = await shop.subscribe(await shop.addSubscribable(), { card: visa })
    await shop.goToRenewal(number)
    const stripe = shop.services.providers.sv.stripe!
    const open: NonNullable<typeof stripe.repeat>['open'] = async () => {
      await shop.change(number, { kind: 'cancel', reason: 'customer' })
      return { ok: false, code: 'unknown_payment' }
    }
    const provider: PaymentProvider = { ...stripe, repeat: { ...stripe.repeat!, open } }
    const providers = {
      ...shop.services.providers,
      sv: { ...shop.services.providers.sv, stripe: provider },
    }
    expect((await shop.run({ ...shop.services, providers })).refused).toBe(1)
    expect(await shop.renewals(number)).toMatchObject([{ status: 'skipped', problem: 'ended' }])
    expect((await shop.mails(number)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('20 december'),
      expect.stringContaining('är avslutad'),
    ])
  })
})

/** A process that is killed at this call, before or after it was carried out. */
class Killed extends Error {}

type Call = 'open' | 'charge' | 'retrieve' | 'enqueue'

/** The services of a node that dies at the `at`th call that leaves the process, with or without its effect. */
function dyingNode(at: number, isDone: boolean): { services: RenewServices; calls: Call[] } {
  const calls: Call[] = []
  const dying = async <T>(name: Call, run: () => Promise<T>): Promise<T> => {
    calls.push(name)
    if (calls.length > at) throw new Killed()
    if (calls.length < at) return run()
    if (isDone) await run()
    throw new Killed()
  }
  const stripe = shop.services.providers.sv.stripe!
  const repeat = stripe.repeat!
  const provider: PaymentProvider = {
    ...stripe,
    retrieve: (id) => dying('retrieve', () => stripe.retrieve(id)),
    repeat: {
      ...repeat,
      open: (payment) => dying('open', () => repeat.open(payment)),
      charge: (id, payment) => dying('charge', () => repeat.charge(id, payment)),
    },
  }
  const { providers, jobs } = shop.services
  const services: RenewServices = {
    ...shop.services,
    providers: { ...providers, sv: { ...providers.sv, stripe: provider } },
    jobs: { enqueue: (trx, name, data) => dying('enqueue', () => jobs.enqueue(trx, name, data)) },
  }
  return { services, calls }
}

describe('a renewal that is interrupted', () => {
  const deaths = [1, 2, 3, 4].flatMap((at) => [[at, true] as const, [at, false] as const])

  it.each(deaths)(
    'at call %i (done: %s) is finished by another node, with one order and one charge',
    async (at, isDone) => {
      const product = await shop.addSubscribable({ available: 5 })
      const { number } = await shop.subscribe(product, { card: visa })
      await shop.goToRenewal(number)
      const intents = new Set(
        (await shop.world.sdk.paymentIntents.list({ limit: 100 })).data.map(({ id }) => id),
      )
      const { services, calls } = dyingNode(at, isDone)
      await shop.run(services)
      expect(calls.length).toBeGreaterThanOrEqual(Math.min(at, 4))
      // The lease of the dead node ends; two others find the renewal at the same time.
      shop.now.at += leaseMs
      await Promise.all([shop.run(), shop.run()])
      shop.now.at += leaseMs
      await shop.run()
      expect(await shop.ordersOf(number)).toMatchObject([{ status: 'received', attempt: 'authorized' }])
      expect((await shop.stockOf(product)).available).toBe(3)
      const made = (await shop.world.sdk.paymentIntents.list({ limit: 100 })).data.filter(
        ({ id }) => !intents.has(id),
      )
      expect(made.map(({ status }) => status)).toEqual(['requires_capture'])
      expect(await shop.find(number)).toMatchObject({ period: 2 })
      expect(await shop.renewals(number)).toMatchObject([{ status: 'done', failures: 0 }])
    },
  )

  it('while its provider hangs is not charged twice by the node that takes over', async () => {
    const { number } = await shop.subscribe(await shop.addSubscribable(), { card: visa })
    await shop.goToRenewal(number)
    const before = (await shop.world.sdk.paymentIntents.list({ limit: 100 })).data.length
    let release = () => {}
    const waits = new Promise<void>((resolve) => (release = resolve))
    let reached = () => {}
    const isReached = new Promise<void>((resolve) => (reached = resolve))
    const { providers } = shop.services
    const stripe = providers.sv.stripe!
    const slow: PaymentProvider = {
      ...stripe,
      repeat: {
        ...stripe.repeat!,
        async charge(id, payment) {
          reached()
          await waits
          return stripe.repeat!.charge(id, payment)
        },
      },
    }
    const hanging = shop.run({
      ...shop.services,
      providers: { ...providers, sv: { ...providers.sv, stripe: slow } },
    })
    await isReached
    shop.now.at += leaseMs
    expect(await shop.run()).toMatchObject({ renewed: 1 })
    release()
    await hanging
    expect(await shop.ordersOf(number)).toMatchObject([{ status: 'received' }])
    expect((await shop.world.sdk.paymentIntents.list({ limit: 100 })).data).toHaveLength(before + 1)
    expect(await shop.find(number)).toMatchObject({ period: 2 })
  })
})
