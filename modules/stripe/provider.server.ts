/**
 * Stripe PaymentIntents as a payment method, for the account of one store. The shopper confirms the intent in
 * the page with Stripe.js; webhooks say that it should be read.
 */
import Stripe from 'stripe'
import { z } from 'zod'
import type {
  FailedRefund,
  OpenedPayment,
  OperationAnswer,
  PaymentOperation,
  PaymentProvider,
  PaymentRequest,
  ProviderProblem,
} from '../../domain/payments/payment-provider.ts'
import type { StripeMethod } from '../../domain/stores/store.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { createRepeatPayments } from './repeat.server.ts'
import type { StripeAccount } from './account.ts'
import { createStripeClient, explainError } from './client.server.ts'
import { canSave } from './methods.ts'
import { digest, holdOptions, isIntentId, keyOf, metadataOf, type ReadIntent } from './request.server.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'
import {
  allowsMulticapture,
  chargeOf,
  intentSchema,
  recordOfIntent,
  type IntentAnswer,
} from './record.server.ts'

export interface StripeServices {
  account: StripeAccount
  /** The store whose account it is; a payment of another store is a fault. */
  store: StoreCode
  log: WarningLog
  /** Epoch milliseconds; judges the age of webhooks. */
  clock: () => number
}

const open = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action'])
const unpaid = new Set(['requires_payment_method', 'requires_confirmation'])

/** An older webhook is refused as a replay, as the SDK does by default. */
const toleranceSeconds = 300

const unknownPayment: ProviderProblem = { ok: false, code: 'unknown_payment' }

export function createStripeProvider({ account, store, log, clock }: StripeServices): PaymentProvider {
  const stripe = createStripeClient(account)

  /** Calls Stripe for an intent. */
  const request = async (route: string, call: () => Promise<unknown>): Promise<ReadIntent> => {
    let answer: unknown
    try {
      answer = await call()
    } catch (error) {
      return explainError(error, route, log)
    }
    const read = intentSchema.safeParse(answer)
    if (read.success) return { ok: true, intent: read.data }
    log.warn({ route }, 'Stripe answered in a form that is not known')
    return { ok: false, code: 'provider_unavailable' }
  }

  const read = async (id: string): Promise<ReadIntent> =>
    isIntentId(id)
      ? request('GET /v1/payment_intents/:id', () =>
          stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
        )
      : unknownPayment

  const opened = (answer: ReadIntent): OpenedPayment => {
    if (!answer.ok) return answer
    const { id, status, client_secret: clientSecret } = answer.intent
    if (!open.has(status)) return status === 'canceled' ? unknownPayment : { ok: false, code: 'read_only' }
    if (!clientSecret) return { ok: false, code: 'provider_unavailable' }
    const { publishableKey, scriptUrl } = account
    return {
      ok: true,
      providerOrderId: id,
      embed: { kind: 'card', publishableKey, clientSecret, scriptUrl },
      expiresAt: null,
    }
  }

  /** Changes an intent that the shopper has not confirmed. */
  const change = async (id: string, parameters: Stripe.PaymentIntentUpdateParams): Promise<OpenedPayment> => {
    const before = await read(id)
    if (!before.ok) return before
    if (!unpaid.has(before.intent.status)) return opened(readOnly(before))
    return opened(
      await request('POST /v1/payment_intents/:id', () => stripe.paymentIntents.update(id, parameters)),
    )
  }

  const captureOnce = async (operation: PaymentOperation): Promise<OperationAnswer> => {
    const { providerOrderId: id, amountMinor, idempotencyKey, isFinal } = operation
    const before = await read(id)
    if (!before.ok) return before
    const { intent } = before
    const mark = captureMark(idempotencyKey)
    // Carried out before, or taken at once by a method that cannot hold: the money is there.
    if (intent.metadata[mark] !== undefined || takenAtOnce(intent, amountMinor)) return done(intent)
    const isRest = amountMinor >= intent.amount_capturable || isFinal === true
    // Stripe would release the rest, and the next parcel could not be paid.
    if (intent.status === 'requires_capture' && !isRest && !allowsMulticapture(intent))
      return { ok: false, code: 'refused', reason: 'multicapture_unavailable' }
    const answer = await request('POST /v1/payment_intents/:id/capture', () =>
      stripe.paymentIntents.capture(
        id,
        {
          amount_to_capture: amountMinor,
          ...(!isRest && { final_capture: false }),
          metadata: { [mark]: String(amountMinor) },
          expand: ['latest_charge'],
        },
        { idempotencyKey: keyOf('capture', id, idempotencyKey) },
      ),
    )
    return answer.ok ? done(answer.intent) : answer
  }

  /** An earlier refund with this key. Stripe forgets idempotency keys after 24 hours. */
  const findRefund = async (id: string, key: string): Promise<Stripe.Refund | undefined> => {
    for await (const refund of stripe.refunds.list({ payment_intent: id, limit: 100 }))
      if (refund.metadata?.[refundMark] === key) return refund
    return undefined
  }

  /** A refund of a card or a bank account may fail days later (https://docs.stripe.com/refunds#failed-refunds). */
  const listFailedRefunds: NonNullable<PaymentProvider['failedRefunds']> = async (id) => {
    if (!isIntentId(id)) return unknownPayment
    const failed: FailedRefund[] = []
    try {
      for await (const refund of stripe.refunds.list({ payment_intent: id, limit: 100 }))
        if (failedRefundStatuses.has(refund.status ?? ''))
          failed.push({
            providerOperationId: refund.id,
            idempotencyKey: refund.metadata?.[refundMark] ?? null,
            reason: refund.failure_reason ?? refund.status ?? '',
          })
    } catch (error) {
      return explainError(error, 'GET /v1/refunds', log)
    }
    return { ok: true, refunds: failed }
  }

  const refundOnce = async (operation: PaymentOperation): Promise<OperationAnswer> => {
    const { providerOrderId: id, amountMinor, idempotencyKey } = operation
    if (!isIntentId(id)) return unknownPayment
    const key = shortKey(idempotencyKey)
    let answer: unknown
    try {
      answer =
        (await findRefund(id, key)) ??
        (await stripe.refunds.create(
          { payment_intent: id, amount: amountMinor, metadata: { [refundMark]: key } },
          { idempotencyKey: keyOf('refund', id, idempotencyKey) },
        ))
    } catch (error) {
      return explainError(error, 'POST /v1/refunds', log)
    }
    const refund = refundSchema.safeParse(answer)
    if (!refund.success) return { ok: false, code: 'provider_unavailable' }
    const { id: providerOperationId, status } = refund.data
    if (failedRefundStatuses.has(status ?? ''))
      return { ok: false, code: 'refused', reason: `refund_${status}` }
    return { ok: true, providerOperationId, state: status === 'succeeded' ? 'done' : 'accepted' }
  }

  return {
    id: 'stripe',
    means: account.methods,
    embedHosts: embedHostsOf(account),
    repeat: createRepeatPayments({ stripe, account, log, request }),

    async create(asked) {
      requireStore(store, asked.basket.store)
      const parameters = createParameters(asked, account.methods)
      // A basket that changed after a lost answer is another payment; the first has no one to pay it.
      const key = `${asked.idempotencyKey} ${digest(JSON.stringify(parameters))}`
      return opened(
        await request('POST /v1/payment_intents', () =>
          stripe.paymentIntents.create(parameters, {
            idempotencyKey: keyOf('create', asked.checkoutId, key),
          }),
        ),
      )
    },

    async update(id, asked) {
      requireStore(store, asked.basket.store)
      // The cart may have gained or lost a subscription since the intent was created.
      return change(id, {
        amount: asked.basket.totalMinor,
        metadata: metadataOf(asked),
        payment_method_types: [...methodsFor(asked, account.methods)],
        ...(asked.savesFor ? savingFor(asked.savesFor) : { setup_future_usage: '' }),
      })
    },

    async bindOrder(id, { checkoutId, number, snapshotHash, amountMinor }) {
      const order = { number, snapshotHash }
      return change(id, { amount: amountMinor, metadata: metadataOf({ checkoutId, order }) })
    },

    async retrieve(id) {
      const answer = await read(id)
      return answer.ok ? recordOfIntent(answer.intent) : answer
    },

    capture: captureOnce,
    refund: refundOnce,
    failedRefunds: listFailedRefunds,

    async cancel(id, key) {
      const before = await read(id)
      if (!before.ok) return before
      const { status } = before.intent
      if (status === 'canceled' || status === 'succeeded') return done(before.intent)
      const answer = await request('POST /v1/payment_intents/:id/cancel', () =>
        stripe.paymentIntents.cancel(
          id,
          { expand: ['latest_charge'] },
          { idempotencyKey: keyOf('cancel', id, key) },
        ),
      )
      return answer.ok ? done(answer.intent) : answer
    },

    readCallback({ headers, body }) {
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string') return { ok: false, code: 'bad_signature' }
      let event: Stripe.Event
      try {
        event = stripe.webhooks.constructEvent(
          body,
          signature,
          account.webhookSecret,
          toleranceSeconds,
          undefined,
          clock(),
        )
      } catch (error) {
        const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError
        return { ok: false, code: isForged ? 'bad_signature' : 'unreadable' }
      }
      const known = eventSchema.safeParse(event)
      if (!known.success) return { ok: false, code: 'unreadable' }
      const { id: eventId, type: kind, data } = known.data
      return { ok: true, providerOrderId: intentIdIn(data.object), eventId, kind }
    },
  }
}

/**
 * Stripe.js talks to its API and opens banks' pages in frames of its own
 * (https://docs.stripe.com/security/guide#content-security-policy). A simulator serves all of it.
 */
function embedHostsOf({ scriptUrl }: StripeAccount): string[] {
  return scriptUrl.startsWith('https:')
    ? [
        'https://js.stripe.com',
        'https://*.js.stripe.com',
        'https://api.stripe.com',
        'https://hooks.stripe.com',
      ]
    : [new URL(scriptUrl).origin]
}

/** The intent cannot be changed while the shopper authenticates, nor afterwards. */
function readOnly(answer: { ok: true; intent: IntentAnswer }): ReadIntent {
  return answer.intent.status === 'canceled' ? answer : { ok: false, code: 'read_only' }
}

function createParameters(
  asked: PaymentRequest,
  methods: readonly StripeMethod[],
): Stripe.PaymentIntentCreateParams {
  const { basket } = asked
  const types = methodsFor(asked, methods)
  return {
    amount: basket.totalMinor,
    currency: basket.currency.toLowerCase(),
    payment_method_types: [...types],
    payment_method_options: holdOptions(types),
    metadata: metadataOf(asked),
    ...(asked.savesFor && savingFor(asked.savesFor)),
  }
}

function methodsFor(
  { savesFor, means }: PaymentRequest,
  methods: readonly StripeMethod[],
): readonly StripeMethod[] {
  const chosen = means ? methods.filter((method) => method === means) : methods
  return savesFor ? chosen.filter(canSave) : chosen
}

/**
 * The customer agrees to later charges by paying; Stripe passes this to the bank, which asks for authentication now
 * (https://docs.stripe.com/payments/save-during-payment).
 */
function savingFor(customer: string) {
  return { customer, setup_future_usage: 'off_session' as const }
}

function takenAtOnce(intent: IntentAnswer, amount: number): boolean {
  const hasCaptures = Object.keys(intent.metadata).some((name) => name.startsWith(capturePrefix))
  return intent.status === 'succeeded' && !hasCaptures && amount <= intent.amount_received
}

/** Stripe has no id for a capture: its charge says what was captured. */
function done(intent: IntentAnswer): OperationAnswer {
  return { ok: true, providerOperationId: chargeOf(intent)?.id ?? intent.id, state: 'done' }
}

const capturePrefix = 'capture_'

/** The metadata under which a refund keeps the key of its operation. */
const refundMark = 'operation'

const failedRefundStatuses: ReadonlySet<string> = new Set(['failed', 'canceled'])

/** Names of metadata have at most 40 characters. */
function captureMark(key: string): string {
  return `${capturePrefix}${digest(key).slice(0, 24)}`
}

function shortKey(key: string): string {
  return key.length <= 200 ? key : digest(key)
}

function requireStore(own: StoreCode, asked: StoreCode): void {
  if (own !== asked) throw new Error(`the account of ${own} was asked for a payment in ${asked}`)
}

const refundSchema = z.looseObject({ id: z.string().min(1), status: z.string().nullable() })

const eventSchema = z.looseObject({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.looseObject({
    object: z.looseObject({
      id: z.string().optional(),
      object: z.string(),
      payment_intent: z.union([z.string(), z.looseObject({ id: z.string() })]).nullish(),
    }),
  }),
})

/** Charges, refunds and disputes name their intent; null: the event is not about one. */
function intentIdIn(subject: z.output<typeof eventSchema>['data']['object']): string | null {
  if (subject.object === 'payment_intent') return subject.id ?? null
  const { payment_intent: intent } = subject
  return typeof intent === 'object' ? (intent?.id ?? null) : (intent ?? null)
}
