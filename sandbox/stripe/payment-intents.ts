/** The PaymentIntents of the simulated Stripe: their states, what merchant and shopper do with them. */
import type { z } from 'zod'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import type { SimulatedAccount } from './accounts.ts'
import type { Customers } from './customers.ts'
import type { Events } from './events.ts'
import { createIntentLifecycle } from './intent-lifecycle.ts'
import { describeIntent, paidCharge, statusOf, type Intent, type IntentStatus } from './intent.ts'
import {
  cancelSchema,
  captureSchema,
  confirmSchema,
  createSchema,
  listSchema,
  readSchema,
  updateSchema,
} from './intent-parameters.ts'
import { maximumMinor, methodRules, methodTypes, minimumMinor, type MethodType } from './payment-methods.ts'
import { readParameters } from './read-form.ts'
import { letters, listOf, makeId, missing, ok, refusal, type Answer } from './stripe-answer.ts'
import { cardOfToken, type TestCard } from './test-cards.ts'

export interface PaymentIntents {
  create(account: SimulatedAccount, body: string | undefined): Answer
  read(account: SimulatedAccount, id: string, query: string): Answer
  list(account: SimulatedAccount, query: string): Answer
  update(account: SimulatedAccount, id: string, body: string | undefined): Answer
  confirm(account: SimulatedAccount, id: string, body: string | undefined): Answer
  capture(account: SimulatedAccount, id: string, body: string | undefined): Answer
  cancel(account: SimulatedAccount, id: string, body: string | undefined): Answer
  /** Null also for an intent of another account. */
  find(account: SimulatedAccount, id: string): Intent | null
  /** For Stripe.js: the intent of a client secret. */
  findBySecret(clientSecret: string): Intent | null
  /** The shopper confirms in the page. A redirect back to the shop goes to `returnUrl`. */
  confirmInPage(intent: Intent, type: MethodType, card: TestCard | null, returnUrl: string | null): void
  /** The shopper approves, or fails, the authentication that an intent waits for. */
  authenticate(intent: Intent, isApproved: boolean): void
  all(): Intent[]
  clear(): void
}

export function createPaymentIntents(
  context: Pick<SimulatorContext, 'clock' | 'takeFault' | 'url'>,
  events: Events,
  customers: Customers,
): PaymentIntents {
  const { clock } = context
  const lifecycle = createIntentLifecycle(context, events, customers)
  const intents = new Map<string, Intent>()

  const describe = (intent: Intent, isExpanded = false) => describeIntent(intent, context.url(), isExpanded)

  const answer = (intent: Intent, expanded: readonly string[] = []): Answer =>
    ok(describe(intent, expanded.includes('latest_charge')))

  const find = (account: SimulatedAccount, id: string): Intent | null => {
    const intent = intents.get(id)
    if (!intent || intent.account !== account) return null
    if (changeable.includes(statusOf(intent)) && context.takeFault('expired_session', id) !== null)
      lifecycle.cancel(intent, 'abandoned')
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
      message: `This PaymentIntent ${verb} because it has a status of ${statusOf(intent)}. Only a PaymentIntent with one of the following statuses may be used: ${allowed.join(', ')}.`,
      payment_intent: describe(intent),
    })

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
        stage: 'requires_payment_method',
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
      lifecycle.announce(intent)
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
        const isOpen = changeable.includes(statusOf(intent))
        const isChanged =
          amount !== intent.amount ||
          currency !== intent.currency ||
          values.payment_method_types !== undefined
        if (isChanged && !isOpen) return unexpected(intent, 'could not be updated', changeable)
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
        if (!confirmable.includes(statusOf(intent)))
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
        if (saved && values.off_session === true) lifecycle.chargeSaved(intent, saved.instrument)
        else lifecycle.start(intent, saved?.instrument ?? lifecycle.makeInstrument(type, card))
        const { lastError } = intent
        if (lastError === null) return answer(intent, values.expand)
        return refusal({ ...lastError, payment_intent: describe(intent) }, 402)
      })
    },

    capture(account, id, body) {
      return withIntent({ account, id, schema: captureSchema, text: body }, (intent, values) => {
        const charge = paidCharge(intent)
        if (!charge?.payment.allows('capture'))
          return unexpected(intent, 'could not be captured', ['requires_capture'])
        const { held } = charge.payment
        const amount = values.amount_to_capture ?? held
        const isFinal = values.final_capture ?? true
        const refused = charge.payment.refuses('capture', amount)
        if (refused === 'amount_too_large')
          return refusal({
            code: 'amount_too_large',
            message: `The amount_to_capture must be less than or equal to ${held}.`,
            param: 'amount_to_capture',
          })
        if (refused !== null)
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
        lifecycle.capture(intent, charge, amount, isFinal)
        return answer(intent, values.expand)
      })
    },

    cancel(account, id, body) {
      return withIntent({ account, id, schema: cancelSchema, text: body }, (intent, values) => {
        if (!cancelable.includes(statusOf(intent)))
          return unexpected(intent, 'could not be canceled', cancelable)
        lifecycle.cancel(intent, values.cancellation_reason ?? 'requested_by_customer')
        if (values.cancellation_reason === undefined) intent.cancellationReason = null
        return answer(intent, values.expand)
      })
    },

    findBySecret(clientSecret) {
      const intent = intents.get(clientSecret.replace(/_secret_.*$/, ''))
      return intent?.clientSecret === clientSecret ? find(intent.account, intent.id) : null
    },

    confirmInPage(intent, type, card, returnUrl) {
      intent.returnUrl = returnUrl
      lifecycle.start(intent, lifecycle.makeInstrument(type, card))
    },

    authenticate: lifecycle.authenticate,

    find,
    all: () => [...intents.values()],
    clear: () => intents.clear(),
  }
}

/** The first problem of an amount or of its methods in a currency; null: none. */
function refuseAmount(amount: number, currency: string, types: readonly MethodType[]): Answer | null {
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

/** As Stripe does: an empty value removes a name. */
function changeMetadata(intent: Intent, changes: Record<string, string> = {}): void {
  for (const [name, value] of Object.entries(changes))
    if (value === '') delete intent.metadata[name]
    else intent.metadata[name] = value
}

const changeable: readonly IntentStatus[] = ['requires_payment_method', 'requires_confirmation']

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
