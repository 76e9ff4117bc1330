/**
 * Payments with saved cards (https://docs.stripe.com/payments/save-and-reuse): an intent is created first and confirmed
 * afterwards, so that its id is stored before anything is charged. Stripe forgets idempotency keys after a day; an
 * intent that was created twice was charged once, because only the stored one is confirmed.
 */
import Stripe from 'stripe'
import { z } from 'zod'
import type { ProviderProblem, RepeatPayments } from '../../domain/payments/payment-provider.ts'
import type { StripeAccount } from './account.ts'
import { explainError } from './client.server.ts'
import { holdOptions, isIntentId, keyOf, metadataOf, type ReadIntent } from './request.server.ts'
import { cardLabel } from './record.server.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'

interface RepeatParts {
  stripe: Stripe
  account: StripeAccount
  log: WarningLog
  /** Calls Stripe for an intent. */
  request: (route: string, call: () => Promise<unknown>) => Promise<ReadIntent>
}

const customerSchema = z.looseObject({ id: z.string().min(1) })
const deletedSchema = z.looseObject({ id: z.string().min(1), deleted: z.literal(true) })

const setupSchema = z.looseObject({
  id: z.string().min(1),
  status: z.string(),
  client_secret: z.string().nullish(),
  customer: z.string().nullish(),
  payment_method: z
    .union([z.string(), z.looseObject({ id: z.string(), card: z.unknown().optional() })])
    .nullish(),
})

export function createRepeatPayments({ stripe, account, log, request }: RepeatParts): RepeatPayments {
  const call = async <T extends z.ZodType>(
    route: string,
    schema: T,
    run: () => Promise<unknown>,
  ): Promise<{ ok: true; value: z.output<T> } | ProviderProblem> => {
    let answer: unknown
    try {
      answer = await run()
    } catch (error) {
      return explainError(error, route, log)
    }
    const read = schema.safeParse(answer)
    if (read.success) return { ok: true, value: read.data }
    log.warn({ route }, 'Stripe answered in a form that is not known')
    return { ok: false, code: 'provider_unavailable' }
  }

  return {
    async createCustomer(accountId) {
      const made = await call('POST /v1/customers', customerSchema, () =>
        stripe.customers.create(
          { metadata: { account: String(accountId) } },
          { idempotencyKey: keyOf('customer', String(accountId), 'create') },
        ),
      )
      return made.ok ? { ok: true, reference: made.value.id } : made
    },

    async deleteCustomer(reference) {
      const answer = await call('DELETE /v1/customers/:id', deletedSchema, () =>
        stripe.customers.del(reference),
      )
      // Stripe does not know it any more: an earlier deletion was not answered.
      return answer.ok || answer.code === 'unknown_payment' ? { ok: true } : answer
    },

    async open({ idempotencyKey, checkoutId, order, amountMinor, currency, saved }) {
      const answer = await request('POST /v1/payment_intents', () =>
        stripe.paymentIntents.create(
          {
            amount: amountMinor,
            currency: currency.toLowerCase(),
            customer: saved.customer,
            payment_method_types: ['card'],
            payment_method_options: holdOptions(['card']),
            metadata: metadataOf({ checkoutId, order }),
          },
          { idempotencyKey: keyOf('repeat', checkoutId, idempotencyKey) },
        ),
      )
      return answer.ok ? { ok: true, providerOrderId: answer.intent.id } : answer
    },

    async charge(id, { saved, idempotencyKey }) {
      if (!isIntentId(id)) return { ok: false, code: 'unknown_payment' }
      try {
        await stripe.paymentIntents.confirm(
          id,
          { payment_method: saved.method, off_session: true },
          { idempotencyKey: keyOf('charge', id, idempotencyKey) },
        )
        return { ok: true }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) {
          const { code, decline_code: declineCode } = error
          log.warn({ payment: id, code, declineCode }, 'a card was declined for a renewal')
          return code === 'authentication_required'
            ? { ok: false, code: 'authentication_required' }
            : { ok: false, code: 'declined', reason: declineCode ?? code ?? 'card_error' }
        }
        const problem = explainError(error, 'POST /v1/payment_intents/:id/confirm', log)
        // The saved card does not exist any more.
        return problem.code === 'unknown_payment' || problem.code === 'refused'
          ? { ok: false, code: 'declined', reason: problem.code }
          : problem
      }
    },

    async openSetup(customer) {
      const made = await call('POST /v1/setup_intents', setupSchema, () =>
        stripe.setupIntents.create({ customer, payment_method_types: ['card'], usage: 'off_session' }),
      )
      if (!made.ok) return made
      const { id, client_secret: clientSecret } = made.value
      if (!clientSecret) return { ok: false, code: 'provider_unavailable' }
      const { publishableKey, scriptUrl } = account
      return { ok: true, setupId: id, embed: { kind: 'card', publishableKey, clientSecret, scriptUrl } }
    },

    async readSetup(setupId) {
      if (!/^seti_\w{1,250}$/.test(setupId)) return { ok: false, code: 'unknown_payment' }
      const read = await call('GET /v1/setup_intents/:id', setupSchema, () =>
        stripe.setupIntents.retrieve(setupId, { expand: ['payment_method'] }),
      )
      if (!read.ok) return read
      const { status, customer, payment_method: method } = read.value
      if (status !== 'succeeded' || !customer || !method || typeof method === 'string')
        return { ok: true, saved: null }
      return { ok: true, saved: { customer, method: method.id, label: cardLabel(method['card']) } }
    },
  }
}
