/** The PaymentIntents of the simulated Stripe: their states, what merchant and shopper do with them. */
import { z } from 'zod'
import type { SimulatorContext } from '../../simulator/simulated-provider.ts'
import type { SimulatedAccount } from '../simulated-accounts.ts'
import type { Customers } from './customers.ts'
import type { Events } from './events.ts'
import {
  describeCharge,
  describeIntent,
  describeRefund,
  isManualFor,
  latestCharge,
  paidCharge,
  refundedOf,
  type Charge,
  type Instrument,
  type Intent,
  type IntentStatus,
  type Refund,
} from './intent.ts'
import { maximumMinor, methodRules, methodTypes, minimumMinor, type MethodType } from './payment-methods.ts'
import { flag, integer, list, metadata, readParameters } from './read-form.ts'
import { letters, makeId, missing, ok, refusal, type Answer } from './stripe-answer.ts'
import {
  authenticationRequired,
  cardOfToken,
  declineAfterAuthentication,
  type Decline,
  type TestCard,
} from './test-cards.ts'

/** Some time later, as Stripe describes its card for failing refunds. */
const refundFailsAfterMs = 60_000

export interface PaymentIntents {
  create(account: SimulatedAccount, body: string | undefined): Answer
  read(account: SimulatedAccount, id: string, query: string): Answer
  list(account: SimulatedAccount, query: string): Answer
  update(account: SimulatedAccount, id: string, body: string | undefined): Answer
  confirm(account: SimulatedAccount, id: string, body: string | undefined): Answer
  capture(account: SimulatedAccount, id: string, body: string | undefined): Answer
  cancel(account: SimulatedAccount, id: string, body: string | undefined): Answer
  refund(account: SimulatedAccount, body: string | undefined): Answer
  readRefund(account: SimulatedAccount, id: string): Answer
  listRefunds(account: SimulatedAccount, query: string): Answer
  readCharge(account: SimulatedAccount, id: string): Answer
  /** For Stripe.js: the intent of a client secret. */
  findBySecret(clientSecret: string): Intent | null
  /** The shopper confirms in the page. A redirect back to the shop goes to `returnUrl`. */
  confirmInPage(intent: Intent, type: MethodType, card: TestCard | null, returnUrl: string | null): void
  /** The shopper approves, or fails, the authentication that an intent waits for. */
  authenticate(intent: Intent, isApproved: boolean): void
  all(): Intent[]
  clear(): void
}

const methodType = z.enum(methodTypes)

const methodOptions = z.record(
  methodType,
  z.strictObject({
    capture_method: z.literal('manual').optional(),
    request_multicapture: z.enum(['if_available', 'never']).optional(),
    request_three_d_secure: z.enum(['any', 'automatic', 'challenge']).optional(),
    setup_future_usage: z.literal('none').optional(),
  }),
)

const address = z.strictObject({
  city: z.string().optional(),
  country: z.string().optional(),
  line1: z.string().optional(),
  line2: z.string().optional(),
  postal_code: z.string().optional(),
  state: z.string().optional(),
})

const shipping = z.strictObject({
  address,
  name: z.string(),
  carrier: z.string().optional(),
  phone: z.string().optional(),
  tracking_number: z.string().optional(),
})

const expand = list(z.string()).optional()

const changeable = {
  currency: z
    .string()
    .regex(/^[a-z]{3}$/, 'must be a lower-case ISO code')
    .optional(),
  payment_method_types: list(methodType).optional(),
  payment_method_options: z.partialRecord(methodType, methodOptions.valueType).optional(),
  metadata: metadata.optional(),
  description: z.string().max(1000).optional(),
  receipt_email: z.email().or(z.literal('')).optional(),
  statement_descriptor_suffix: z.string().max(22).optional(),
  shipping: shipping.optional(),
  customer: z.string().optional(),
  expand,
}

const futureUsage = z.enum(['off_session', 'on_session'])

const createSchema = z.strictObject({
  ...changeable,
  setup_future_usage: futureUsage.optional(),
  amount: integer,
  currency: z.string().regex(/^[a-z]{3}$/, 'must be a lower-case ISO code'),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  capture_method: z.enum(['automatic', 'automatic_async', 'manual']).optional(),
})
const updateSchema = z.strictObject({
  ...changeable,
  amount: integer.optional(),
  // Empty: the method is not saved any more.
  setup_future_usage: futureUsage.or(z.literal('')).optional(),
})
const confirmSchema = z.strictObject({
  payment_method: z.string().optional(),
  payment_method_data: z.strictObject({ type: methodType }).optional(),
  return_url: z.url().optional(),
  off_session: flag.optional(),
  expand,
})
const captureSchema = z.strictObject({
  amount_to_capture: integer.optional(),
  final_capture: flag.optional(),
  metadata: metadata.optional(),
  statement_descriptor_suffix: z.string().max(22).optional(),
  expand,
})
const cancelSchema = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  expand,
})
const readSchema = z.strictObject({ client_secret: z.string().optional(), expand })
const refundSchema = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: integer.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand,
})
const listSchema = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  limit: integer.optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  expand,
})

const dayMs = 86_400_000

export function createPaymentIntents(
  context: Pick<SimulatorContext, 'clock' | 'takeFault' | 'url'>,
  events: Events,
  customers: Customers,
): PaymentIntents {
  const { clock } = context
  const intents = new Map<string, Intent>()

  const describe = (intent: Intent, isExpanded = false) => describeIntent(intent, context.url(), isExpanded)

  const answer = (intent: Intent, expanded: readonly string[] = []): Answer =>
    ok(describe(intent, expanded.includes('latest_charge')))

  const emit = (intent: Intent, type: string) =>
    events.emit(intent.account, intent.id, `payment_intent.${type}`, describe(intent))
  const emitCharge = (intent: Intent, charge: Charge, type: string) =>
    events.emit(intent.account, intent.id, `charge.${type}`, describeCharge(intent, charge))

  /** The bank returns the money of a refund. */
  const failRefund = (intent: Intent, charge: Charge, refund: Refund): void => {
    refund.status = 'failed'
    refund.failureReason = 'expired_or_canceled_card'
    const described = describeRefund(intent, charge, refund)
    for (const type of ['refund.updated', 'charge.refund.updated', 'refund.failed'])
      events.emit(intent.account, intent.id, type, described)
  }

  const find = (account: SimulatedAccount, id: string): Intent | null => {
    const intent = intents.get(id)
    if (!intent || intent.account !== account) return null
    if (
      ['requires_payment_method', 'requires_confirmation'].includes(intent.status) &&
      context.takeFault('expired_session', id) !== null
    )
      end(intent, 'abandoned')
    return intent
  }

  /** Carries out an operation on an intent with its parameters. */
  const withIntent = <T extends z.ZodType>(
    parts: { account: SimulatedAccount; id: string; schema: T; text: string | undefined },
    run: (intent: Intent, values: z.output<T>) => Answer,
  ): Answer => {
    const { account, id, schema, text } = parts
    const read = readParameters(schema, text)
    if (!read.ok) return read.answer
    const intent = find(account, id)
    return intent ? run(intent, read.values) : missing('payment_intent', id)
  }

  const unexpected = (intent: Intent, verb: string, allowed: readonly IntentStatus[]): Answer =>
    refusal({
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent ${verb} because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be used: ${allowed.join(', ')}.`,
      payment_intent: describe(intent),
    })

  const release = (intent: Intent, charge: Charge): void => {
    if (charge.capturable === 0) return
    // Stripe records what it releases as a refund.
    const refund: Refund = {
      id: makeId('re'),
      amount: charge.capturable,
      status: 'succeeded',
      reason: null,
      metadata: {},
      createdAt: clock.now(),
    }
    charge.capturable = 0
    charge.refunds.push(refund)
    emitCharge(intent, charge, 'refunded')
  }

  /** Cancels an intent; what is held is released. */
  const end = (intent: Intent, reason: string): void => {
    intent.stopTimer()
    intent.status = 'canceled'
    intent.canceledAt = clock.now()
    intent.cancellationReason = reason
    const charge = paidCharge(intent)
    if (charge) release(intent, charge)
    emit(intent, 'canceled')
  }

  const setTimer = (intent: Intent, delayMs: number, run: () => void): void => {
    intent.stopTimer()
    intent.stopTimer = clock.setTimer(delayMs, run)
  }

  const addCharge = (intent: Intent, instrument: Instrument, decline: Decline | null): Charge => {
    const isManual = isManualFor(intent, instrument.type)
    const { holdDays } = methodRules[instrument.type]
    const isHeld = isManual && decline === null
    const charge: Charge = {
      id: makeId('ch'),
      amount: intent.amount,
      captured: decline === null && !isManual ? intent.amount : 0,
      capturable: isHeld ? intent.amount : 0,
      instrument,
      decline,
      isManual,
      hasMulticapture:
        isHeld &&
        instrument.card?.brand === 'visa' &&
        intent.methodOptions[instrument.type]?.request_multicapture === 'if_available',
      captureBefore: isHeld && holdDays !== null ? clock.now() + holdDays * dayMs : null,
      createdAt: clock.now(),
      refunds: [],
    }
    intent.charges.push(charge)
    return charge
  }

  const fail = (intent: Intent, instrument: Instrument, decline: Decline): void => {
    intent.stopTimer()
    const charge = addCharge(intent, instrument, decline)
    intent.status = 'requires_payment_method'
    intent.instrument = null
    intent.lastError = {
      type: 'card_error',
      code: decline.code,
      ...(decline.declineCode !== undefined && { decline_code: decline.declineCode }),
      message: decline.message,
      charge: charge.id,
    }
    emitCharge(intent, charge, 'failed')
    emit(intent, 'payment_failed')
  }

  /** An approval that was refused, or did not come in time: no charge was tried. */
  const failApproval = (intent: Intent, code: string, message: string): void => {
    intent.stopTimer()
    intent.status = 'requires_payment_method'
    intent.instrument = null
    intent.lastError = { type: 'invalid_request_error', code, message }
    emit(intent, 'payment_failed')
  }

  const succeed = (intent: Intent, instrument: Instrument): void => {
    intent.stopTimer()
    intent.amount += context.takeFault('changed_amount', intent.id)?.byMinor ?? 0
    intent.lastError = null
    const charge = addCharge(intent, instrument, null)
    if (intent.customer !== null && intent.setupFutureUsage !== null)
      customers.save({ account: intent.account, customer: intent.customer, instrument })
    emitCharge(intent, charge, 'succeeded')
    if (!charge.isManual) {
      intent.status = 'succeeded'
      emit(intent, 'succeeded')
      return
    }
    intent.status = 'requires_capture'
    emit(intent, 'amount_capturable_updated')
    setTimer(intent, (charge.captureBefore ?? clock.now()) - clock.now(), () => {
      emitCharge(intent, charge, 'expired')
      end(intent, 'automatic')
    })
  }

  const pay = (intent: Intent, instrument: Instrument): void => {
    intent.instrument = instrument
    const late = context.takeFault('late_record', intent.id)
    if (late === null) return succeed(intent, instrument)
    intent.status = 'processing'
    emit(intent, 'processing')
    setTimer(intent, late.delayMs, () => succeed(intent, instrument))
  }

  const start = (intent: Intent, instrument: Instrument): void => {
    intent.stopTimer()
    intent.instrument = instrument
    intent.lastError = null
    const outcome = instrument.card?.outcome ?? 'succeeds'
    if (typeof outcome === 'object') return fail(intent, instrument, outcome)
    const { approvalMs } = methodRules[instrument.type]
    if (outcome === 'succeeds' && approvalMs === null) return pay(intent, instrument)
    intent.status = 'requires_action'
    emit(intent, 'requires_action')
    if (approvalMs !== null)
      setTimer(intent, approvalMs, () =>
        failApproval(
          intent,
          'payment_intent_payment_attempt_expired',
          'The latest payment attempt of this PaymentIntent has expired.',
        ),
      )
  }

  /** Charges a saved card while its owner is away: whatever needs the owner is declined. */
  const chargeSaved = (intent: Intent, instrument: Instrument): void => {
    intent.instrument = instrument
    intent.lastError = null
    const { card } = instrument
    const outcome = card?.outcome ?? 'succeeds'
    if (typeof outcome === 'object') return fail(intent, instrument, outcome)
    if (outcome === 'succeeds' || card?.isAuthenticatedBySetup === true) return pay(intent, instrument)
    fail(intent, instrument, authenticationRequired)
  }

  const makeInstrument = (type: MethodType, card: TestCard | null): Instrument => ({
    id: makeId('pm'),
    type,
    card,
    createdAt: clock.now(),
  })

  /** The first problem of an amount or of its methods in a currency; null: none. */
  const refuseAmount = (amount: number, currency: string, types: readonly MethodType[]): Answer | null => {
    const minimum = minimumMinor[currency]
    if (minimum === undefined) return refusal({ message: `Invalid currency: ${currency}`, param: 'currency' })
    if (amount < minimum)
      return refusal({
        code: 'amount_too_small',
        message: `Amount must be at least ${(minimum / 100).toFixed(2)} ${currency}`,
        param: 'amount',
      })
    if (amount > maximumMinor)
      return refusal({
        code: 'amount_too_large',
        message: 'Amount must be no more than 999,999.99',
        param: 'amount',
      })
    const wrong = types.find((type) => methodRules[type].currencies?.includes(currency) === false)
    if (wrong === undefined) return null
    return refusal({
      message: `The currency provided (${currency}) is invalid. Payments with ${wrong} support the following currencies: ${methodRules[wrong].currencies?.join(', ')}.`,
      param: 'payment_method_types',
    })
  }

  const changeMetadata = (intent: Intent, changes: Record<string, string> = {}): void => {
    for (const [name, value] of Object.entries(changes))
      if (value === '') delete intent.metadata[name]
      else intent.metadata[name] = value
  }

  const findCharge = (
    account: SimulatedAccount,
    {
      payment_intent: intentId,
      charge: chargeId,
    }: { payment_intent?: string | undefined; charge?: string | undefined },
  ): { intent: Intent; charge: Charge | undefined } | null => {
    const intent = intentId === undefined ? undefined : find(account, intentId)
    if (intent) return { intent, charge: paidCharge(intent) }
    for (const other of intents.values()) {
      const charge = other.charges.find(({ id }) => id === chargeId)
      if (charge && other.account === account) return { intent: other, charge }
    }
    return null
  }

  return {
    create(account, body) {
      const read = readParameters(createSchema, body)
      if (!read.ok) return read.answer
      const { values } = read
      const isAutomatic =
        values.automatic_payment_methods?.enabled ?? values.payment_method_types === undefined
      if (isAutomatic && values.payment_method_types !== undefined)
        return refusal({
          message:
            'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
        })
      const types =
        values.payment_method_types ??
        methodTypes.filter((type) => methodRules[type].currencies?.includes(values.currency) ?? true)
      const cannotHold = types.find((type) => methodRules[type].holdDays === null)
      if (values.capture_method === 'manual' && cannotHold !== undefined && !isAutomatic)
        return refusal({
          message: `The payment method type ${cannotHold} does not support capture_method manual.`,
          param: 'payment_method_types',
        })
      const optionsFor = Object.keys(values.payment_method_options ?? {})
      const withoutType = optionsFor.find((type) => !types.includes(type as MethodType))
      if (withoutType !== undefined && !isAutomatic)
        return refusal({
          message: `The payment_method_options for ${withoutType} cannot be set because it is not in payment_method_types.`,
          param: `payment_method_options[${withoutType}]`,
        })
      const refused = refuseAmount(values.amount, values.currency, types)
      if (refused) return refused
      if (values.customer !== undefined && !customers.isKnown(account, values.customer))
        return missing('customer', values.customer, 'customer')
      const id = makeId('pi')
      const intent: Intent = {
        id,
        account,
        clientSecret: `${id}_secret_${letters(25)}`,
        amount: values.amount,
        currency: values.currency,
        captureMethod: values.capture_method ?? 'automatic_async',
        methodTypes: [...types],
        methodOptions: values.payment_method_options ?? {},
        isAutomatic,
        customer: values.customer ?? null,
        setupFutureUsage: values.setup_future_usage ?? null,
        metadata: {},
        description: values.description ?? null,
        receiptEmail: values.receipt_email || null,
        statementDescriptorSuffix: values.statement_descriptor_suffix ?? null,
        shipping: values.shipping ?? null,
        status: 'requires_payment_method',
        instrument: null,
        returnUrl: null,
        lastError: null,
        charges: [],
        createdAt: clock.now(),
        canceledAt: null,
        cancellationReason: null,
        stopTimer: () => {},
      }
      changeMetadata(intent, values.metadata)
      intents.set(id, intent)
      emit(intent, 'created')
      return answer(intent, values.expand)
    },

    read(account, id, query) {
      return withIntent({ account, id, schema: readSchema, text: query }, (intent, values) =>
        answer(intent, values.expand),
      )
    },

    list(account, query) {
      const read = readParameters(listSchema, query)
      if (!read.ok) return read.answer
      const own = [...intents.values()].filter((intent) => intent.account === account).reverse()
      return ok(
        listOf(
          '/v1/payment_intents',
          own.slice(0, read.values.limit ?? 10).map((each) => describe(each)),
        ),
      )
    },

    update(account, id, body) {
      return withIntent({ account, id, schema: updateSchema, text: body }, (intent, values) => {
        const { amount = intent.amount, currency = intent.currency } = values
        const isOpen =
          intent.status === 'requires_payment_method' || intent.status === 'requires_confirmation'
        const isChanged =
          amount !== intent.amount ||
          currency !== intent.currency ||
          values.payment_method_types !== undefined
        if (isChanged && !isOpen)
          return unexpected(intent, 'could not be updated', [
            'requires_payment_method',
            'requires_confirmation',
          ])
        const types = values.payment_method_types ?? intent.methodTypes
        const refused = refuseAmount(amount, currency, types)
        if (refused) return refused
        if (values.customer !== undefined && !customers.isKnown(account, values.customer))
          return missing('customer', values.customer, 'customer')
        intent.customer = values.customer ?? intent.customer
        if (values.setup_future_usage !== undefined)
          intent.setupFutureUsage = values.setup_future_usage === '' ? null : values.setup_future_usage
        intent.amount = amount
        intent.currency = currency
        intent.methodTypes = types
        intent.methodOptions = { ...intent.methodOptions, ...values.payment_method_options }
        intent.description = values.description ?? intent.description
        intent.receiptEmail = (values.receipt_email ?? intent.receiptEmail) || null
        intent.shipping = values.shipping ?? intent.shipping
        intent.statementDescriptorSuffix =
          values.statement_descriptor_suffix ?? intent.statementDescriptorSuffix
        changeMetadata(intent, values.metadata)
        return answer(intent, values.expand)
      })
    },

    confirm(account, id, body) {
      return withIntent({ account, id, schema: confirmSchema, text: body }, (intent, values) => {
        if (!confirmable.includes(intent.status))
          return unexpected(intent, 'could not be confirmed', confirmable)
        const saved =
          values.payment_method === undefined ? null : customers.findSaved(account, values.payment_method)
        if (saved && saved.customer !== intent.customer)
          return refusal({
            message:
              'The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first.',
            param: 'payment_method',
          })
        if (values.off_session === true && !saved)
          return refusal({
            message: 'You cannot use `off_session` without a PaymentMethod that is saved for the customer.',
            param: 'off_session',
          })
        const card =
          saved?.instrument.card ??
          (values.payment_method === undefined ? null : cardOfToken(values.payment_method))
        if (values.payment_method !== undefined && card === null)
          return missing('PaymentMethod', values.payment_method, 'payment_method')
        const type = values.payment_method_data?.type ?? (card ? 'card' : undefined)
        if (type === undefined)
          return refusal({
            code: 'payment_intent_unexpected_state',
            message: 'You cannot confirm this PaymentIntent because it is missing a payment method.',
          })
        if (!intent.methodTypes.includes(type))
          return refusal({
            message: `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent.`,
            param: 'payment_method',
          })
        if (methodRules[type].approvalMs !== null && values.return_url === undefined)
          return refusal({
            code: 'parameter_missing',
            message: 'A return_url must be specified.',
            param: 'return_url',
          })
        intent.returnUrl = values.return_url ?? null
        if (saved && values.off_session === true) chargeSaved(intent, saved.instrument)
        else start(intent, saved?.instrument ?? makeInstrument(type, card))
        const { lastError } = intent
        if (lastError === null) return answer(intent, values.expand)
        return refusal({ ...lastError, payment_intent: describe(intent) }, 402)
      })
    },

    capture(account, id, body) {
      return withIntent({ account, id, schema: captureSchema, text: body }, (intent, values) => {
        const charge = paidCharge(intent)
        if (intent.status !== 'requires_capture' || !charge)
          return unexpected(intent, 'could not be captured', ['requires_capture'])
        const amount = values.amount_to_capture ?? charge.capturable
        const isFinal = values.final_capture ?? true
        if (amount > charge.capturable)
          return refusal({
            code: 'amount_too_large',
            message: `The amount_to_capture must be less than or equal to ${charge.capturable}.`,
            param: 'amount_to_capture',
          })
        if (amount < 1)
          return refusal({
            code: 'parameter_invalid_integer',
            message: 'amount_to_capture must be greater than or equal to 1.',
            param: 'amount_to_capture',
          })
        if (!isFinal && !charge.hasMulticapture)
          return refusal({
            message: 'Multicapture is not available for this PaymentIntent.',
            param: 'final_capture',
          })
        changeMetadata(intent, values.metadata)
        charge.captured += amount
        charge.capturable -= amount
        if (isFinal || charge.capturable === 0) {
          intent.stopTimer()
          release(intent, charge)
          intent.status = 'succeeded'
        }
        emitCharge(intent, charge, 'captured')
        emit(intent, intent.status === 'succeeded' ? 'succeeded' : 'amount_capturable_updated')
        return answer(intent, values.expand)
      })
    },

    cancel(account, id, body) {
      return withIntent({ account, id, schema: cancelSchema, text: body }, (intent, values) => {
        if (!cancelable.includes(intent.status))
          return unexpected(intent, 'could not be canceled', cancelable)
        end(intent, values.cancellation_reason ?? 'requested_by_customer')
        if (values.cancellation_reason === undefined) intent.cancellationReason = null
        return answer(intent, values.expand)
      })
    },

    refund(account, body) {
      const read = readParameters(refundSchema, body)
      if (!read.ok) return read.answer
      const { values } = read
      if ((values.payment_intent === undefined) === (values.charge === undefined))
        return refusal({
          code: 'parameter_missing',
          message: 'One of the following params should be provided: payment_intent or charge.',
        })
      const found = findCharge(account, values)
      if (!found) return missing('payment_intent', values.payment_intent ?? '', 'payment_intent')
      const { intent, charge } = found
      if (!charge)
        return refusal({
          message: `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
          param: 'payment_intent',
        })
      if (charge.captured === 0 || charge.capturable > 0)
        return refusal({
          message: `Charge ${charge.id} has not been captured: cancel the PaymentIntent instead.`,
          param: 'payment_intent',
        })
      const left = charge.amount - refundedOf(charge)
      const amount = values.amount ?? left
      if (left === 0)
        return refusal({
          code: 'charge_already_refunded',
          message: `Charge ${charge.id} has already been refunded.`,
        })
      if (amount < 1)
        return refusal({
          code: 'parameter_invalid_integer',
          message: 'Invalid positive integer',
          param: 'amount',
        })
      if (amount > left)
        return refusal({
          message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
          param: 'amount',
        })
      const refund: Refund = {
        id: makeId('re'),
        amount,
        status: 'succeeded',
        reason: values.reason ?? null,
        metadata: { ...values.metadata },
        createdAt: clock.now(),
      }
      charge.refunds.push(refund)
      const described = describeRefund(intent, charge, refund)
      emitCharge(intent, charge, 'refunded')
      events.emit(account, intent.id, 'refund.created', described)
      if (charge.instrument.card?.refundFails)
        clock.setTimer(refundFailsAfterMs, () => failRefund(intent, charge, refund))
      return ok(described)
    },

    readRefund(account, id) {
      for (const intent of intents.values())
        for (const charge of intent.charges) {
          const refund = charge.refunds.find((each) => each.id === id)
          if (refund && intent.account === account) return ok(describeRefund(intent, charge, refund))
        }
      return missing('refund', id, 'id')
    },

    listRefunds(account, query) {
      const read = readParameters(listSchema, query)
      if (!read.ok) return read.answer
      const { payment_intent: intentId, limit = 10 } = read.values
      const wanted = [...intents.values()].filter(
        (intent) => intent.account === account && (intentId === undefined || intent.id === intentId),
      )
      const refunds = wanted
        .flatMap((intent) =>
          intent.charges.flatMap((charge) =>
            charge.refunds.map((refund) => describeRefund(intent, charge, refund)),
          ),
        )
        .reverse()
      return ok(listOf('/v1/refunds', refunds.slice(0, limit), refunds.length > limit))
    },

    readCharge(account, id) {
      const found = findCharge(account, { charge: id })
      return found?.charge ? ok(describeCharge(found.intent, found.charge)) : missing('charge', id, 'id')
    },

    findBySecret(clientSecret) {
      const intent = intents.get(clientSecret.replace(/_secret_.*$/, ''))
      return intent?.clientSecret === clientSecret ? find(intent.account, intent.id) : null
    },

    confirmInPage(intent, type, card, returnUrl) {
      intent.returnUrl = returnUrl
      start(intent, makeInstrument(type, card))
    },

    authenticate(intent, isApproved) {
      const { instrument } = intent
      if (intent.status !== 'requires_action' || !instrument) return
      if (!isApproved) {
        const isCard = instrument.type === 'card'
        failApproval(
          intent,
          isCard ? 'payment_intent_authentication_failure' : 'payment_method_customer_decline',
          isCard
            ? 'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
            : 'The customer declined the payment.',
        )
      } else if (instrument.card?.outcome === 'declines_after_authentication')
        fail(intent, instrument, declineAfterAuthentication)
      else pay(intent, instrument)
    },

    all: () => [...intents.values()],
    clear() {
      for (const intent of intents.values()) intent.stopTimer()
      intents.clear()
    },
  }
}

export const confirmable: readonly IntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]

const cancelable: readonly IntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'processing',
]

export function listOf(url: string, data: object[], hasMore = false): object {
  return { object: 'list', data, has_more: hasMore, url }
}

/** For the control endpoint. */
export function chargedOf(intent: Intent): { captured: number; refunded: number; held: number } {
  const charge = paidCharge(intent) ?? latestCharge(intent)
  if (!charge) return { captured: 0, refunded: 0, held: 0 }
  const released = charge.decline === null ? charge.amount - charge.captured - charge.capturable : 0
  return {
    captured: charge.captured,
    refunded: Math.max(0, refundedOf(charge) - released),
    held: charge.capturable,
  }
}
