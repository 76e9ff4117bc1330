/**
 * A shop whose customer has an account and whose Swedish and Danish stores take cards of the simulated Stripe. Only in
 * `.db.test.ts` files.
 */
import { sql } from 'kysely'
import { createAccount } from '../../domain/accounts/account-repository.server.ts'
import { jobActor } from '../../domain/audit/actor.ts'
import { renewSubscriptions, type RenewalReport, type RenewServices } from './renew-subscriptions.server.ts'
import { changeSubscription, type SubscriptionChange } from './change-subscription.server.ts'
import { openMethodSetup, takeMethodSetup } from './change-payment-method.server.ts'
import { findSubscription, renewalsOf } from './subscription-repository.server.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { readPaymentAccounts } from '../../server/payment-settings.ts'
import { openStripe } from '../stripe/stripe.test-support.ts'
import { subscriptionMail } from './subscription-mail-template.server.ts'
import { senderOf } from '../../test/send-templated.ts'
import { testServices } from '../../test/composition.ts'
import { goodForm, line, openCheckout, orderShop } from '../../test/order-shop.ts'
import type { ShopProduct } from '../../test/shop-product.ts'
import { testActor } from '../../test/test-actor.ts'
import { testKeys } from '../../test/keyring.ts'

const sendSubscriptionMail = senderOf('subscription-mail', subscriptionMail)

export const renewActor = jobActor('renew-subscriptions')

const dayMs = 86_400_000

export type SubscriptionShop = Awaited<ReturnType<typeof subscriptionShop>>

export async function subscriptionShop() {
  const world = await openStripe()
  const { stripe } = readPaymentAccounts({}, world.simulator.url)
  const payments = { stripe: { sv: stripe!.sv! } }
  /** The account of the next request; null: a guest. */
  const session: { accountId: number | null } = { accountId: null }
  const shop = await orderShop({ accountOf: async () => session.accountId, payments })
  const { db, now } = shop
  const composed = testServices({ db, clock: () => now.at, payments })
  const services: RenewServices = {
    ...composed,
    catalogue: shop.catalogue,
    jobs: { enqueue: async (_trx, name, data) => void shop.enqueued.push({ name, data: data as never }) },
  }
  let people = 0
  const someAccount = async (type: 'private' | 'business' = 'private') => {
    const email = `kund${++people}@exempel.se`
    return (await createAccount(db, testActor, { store: 'sv', email, passwordHash: null, type }))!
  }
  return {
    ...shop,
    world,
    services,
    session,
    someAccount,
    addSubscribable: (more: ShopProduct = {}) =>
      shop.addProduct({ price: 200, intervals: ['1 month', '2 weeks'], ...more }),
    /** Orders a subscription on invoice, or with a card that is saved while it is paid with. */
    async subscribe(
      productId: number,
      options: {
        card?: string
        quantity?: number
        interval?: string
        more?: ReturnType<typeof line>[]
        /** Fields of the checkout form instead of those of `goodForm`. */
        form?: Partial<Record<string, string>>
      } = {},
    ) {
      const { card, quantity = 1, interval = '1 month', more = [], form: fields = {} } = options
      const { id: accountId } = await someAccount()
      session.accountId = accountId
      const items = [line(productId, quantity, { subscription_interval: interval }), ...more]
      const { id, total } = await openCheckout(shop, items)
      const provider = card ? 'stripe' : 'invoice'
      if (card) {
        const opened = await shop.call('POST', `/api/checkout/${id}/payment`, { provider })
        if (opened.status !== 200) throw new Error(JSON.stringify(opened.body))
        const form = { ...goodForm, ...fields, total, provider }
        const committed = await shop.call('POST', `/api/checkout/${id}/payment/commit`, form)
        if (committed.status !== 200) throw new Error(JSON.stringify(committed.body))
        await world.sdk.paymentIntents.confirm(committed.body.payment, { payment_method: card })
        await shop.call('POST', `/api/checkout/${id}/payment/result`, { payment: committed.body.payment })
      } else {
        const done = await shop.call('POST', `/api/checkout/${id}/complete`, {
          ...goodForm,
          ...fields,
          total,
        })
        if (done.status !== 200) throw new Error(JSON.stringify(done.body))
      }
      const { rows } = await sql<{ number: string; order: string }>`select s.number, o.number as "order"
        from subscription s join orders o on o.id = s.order_id where s.account_id = ${accountId}`.execute(db)
      return { accountId, number: rows[0]!.number, order: rows[0]!.order, checkoutId: id }
    },
    /** Saves another card as the customer does on the subscriptions' page. */
    async saveCard(number: string, token: string) {
      const { accountId } = (await findSubscription(db, number))!
      const opened = await openMethodSetup(services, { number, accountId })
      if (!opened.ok) throw new Error(opened.code)
      const { setupId, embed } = opened
      await world.sdk.setupIntents.confirm(setupId, { payment_method: token })
      if ((await world.sdk.setupIntents.retrieve(setupId)).status === 'requires_action')
        await fetch(`${world.url}/page/authenticate`, {
          method: 'POST',
          body: JSON.stringify({
            clientSecret: embed.kind === 'card' && embed.clientSecret,
            isApproved: true,
          }),
        })
      const taken = await takeMethodSetup(services, testActor, { number, accountId, setupId })
      if (!taken.ok) throw new Error(taken.code)
      return taken.subscription
    },
    /** Ends the subscriptions of earlier tests, and goes back to the first day. */
    async reset() {
      now.at = Date.UTC(2026, 10, 20, 9)
      await sql`select move_subscription(id, 'cancelled', 'test', now()) from subscription
        where status <> 'cancelled'`.execute(db)
      await sql`update subscription_renewal set status = 'skipped' where status <> 'done'`.execute(db)
    },
    change: (number: string, change: SubscriptionChange) =>
      changeSubscription(services, testActor, { number, change }),
    find: async (number: string) => (await findSubscription(db, number))!,
    renewals: async (number: string) => renewalsOf(db, (await findSubscription(db, number))!.id),
    run: (given: RenewServices = services): Promise<RenewalReport> => renewSubscriptions(given, renewActor),
    /** Goes to the morning of a day, `YYYY-MM-DD`. */
    goTo(day: string) {
      now.at = Date.parse(`${day}T07:00:00Z`)
    },
    later(days: number) {
      now.at += days * dayMs
    },
    /** Announces the next renewal and goes to the morning of its day. */
    async goToRenewal(number: string) {
      const { nextDueOn } = (await findSubscription(db, number))!
      now.at = Date.parse(`${nextDueOn}T07:00:00Z`) - 5 * dayMs
      await renewSubscriptions(services, renewActor)
      now.at = Date.parse(`${nextDueOn}T07:00:00Z`)
      return nextDueOn
    },
    /** Orders of a subscription's renewals with their payments, oldest first. */
    async ordersOf(number: string) {
      const { rows } = await sql<{ number: string; status: string; total: number; attempt: string }>`
        select o.number, o.status, o.total_minor as total, a.status as attempt
        from subscription s join subscription_renewal r on r.subscription_id = s.id
          join orders o on o.checkout_id = r.checkout_id
          left join payment_attempt a on a.order_id = o.id
        where s.number = ${number} order by o.id`.execute(db)
      return rows
    },
    /** Has the job send the mails about a subscription that are owed. */
    async mails(number: string): Promise<Mail[]> {
      const { rows } = await sql<{ id: number }>`select m.id from subscription_mail m
        join subscription s on s.id = m.subscription_id where s.number = ${number} order by m.id`.execute(db)
      const mails: Mail[] = []
      const mailer = { send: async (mail: Mail) => (mails.push(mail), { messageId: mail.name }) }
      for (const { id } of rows)
        await sendSubscriptionMail(
          { db, mailer, keys: testKeys, publicUrl: 'http://shop.example', clock: () => now.at },
          { mailId: id },
        )
      return mails
    },
    async close() {
      await shop.close()
      await world.stop()
    },
  }
}
