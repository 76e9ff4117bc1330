/** The SetupIntents of the simulated Stripe: a customer saves a card without paying. */
import { z } from 'zod'
import type { VirtualClock } from '../simulator/virtual-clock.ts'
import type { SimulatedAccount } from './accounts.ts'
import type { Customers } from './customers.ts'
import { describeInstrument, type Instrument, type LastError } from './intent.ts'
import { list, metadata, readParameters } from './read-form.ts'
import { letters, makeId, missing, ok, refusal, seconds, type Answer } from './stripe-answer.ts'
import { cardOfToken, type TestCard } from './test-cards.ts'

type SetupStatus = 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'

export interface SetupIntent {
  id: string
  account: SimulatedAccount
  clientSecret: string
  customer: string
  metadata: Record<string, string>
  status: SetupStatus
  instrument: Instrument | null
  returnUrl: string | null
  lastError: LastError | null
  createdAt: number
}

export interface SetupIntents {
  create(account: SimulatedAccount, body: string | undefined): Answer
  read(account: SimulatedAccount, id: string, query: string): Answer
  confirm(account: SimulatedAccount, id: string, body: string | undefined): Answer
  /** For Stripe.js: the intent of a client secret. */
  findBySecret(clientSecret: string): SetupIntent | null
  confirmInPage(intent: SetupIntent, card: TestCard, returnUrl: string | null): void
  authenticate(intent: SetupIntent, isApproved: boolean): void
  clear(): void
}

const expand = list(z.string()).optional()

const createSchema = z.strictObject({
  customer: z.string(),
  payment_method_types: list(z.literal('card')).optional(),
  usage: z.enum(['off_session', 'on_session']).optional(),
  metadata: metadata.optional(),
  expand,
})
const confirmSchema = z.strictObject({
  payment_method: z.string(),
  return_url: z.url().optional(),
  expand,
})
const readSchema = z.strictObject({ client_secret: z.string().optional(), expand })

export function createSetupIntents(clock: VirtualClock, customers: Customers): SetupIntents {
  const intents = new Map<string, SetupIntent>()

  const find = (account: SimulatedAccount, id: string) => {
    const intent = intents.get(id)
    return intent?.account === account ? intent : null
  }

  const succeed = (intent: SetupIntent, instrument: Instrument): void => {
    intent.status = 'succeeded'
    intent.lastError = null
    customers.save({ account: intent.account, customer: intent.customer, instrument })
  }

  const start = (intent: SetupIntent, card: TestCard): void => {
    const instrument: Instrument = { id: makeId('pm'), type: 'card', card, createdAt: clock.now() }
    intent.instrument = instrument
    intent.lastError = null
    const { outcome } = card
    if (typeof outcome === 'object' && card.canBeSaved !== true) {
      intent.status = 'requires_payment_method'
      intent.instrument = null
      intent.lastError = {
        type: 'card_error',
        code: outcome.code,
        ...(outcome.declineCode !== undefined && { decline_code: outcome.declineCode }),
        message: outcome.message,
      }
      return
    }
    if (outcome === 'authenticates' || outcome === 'declines_after_authentication')
      intent.status = 'requires_action'
    else succeed(intent, instrument)
  }

  const answer = (intent: SetupIntent, expanded: readonly string[] = []): Answer =>
    ok(describe(intent, expanded.includes('payment_method')))

  return {
    create(account, body) {
      const read = readParameters(createSchema, body)
      if (!read.ok) return read.answer
      const { customer, metadata: kept = {}, expand: expanded } = read.values
      if (!customers.isKnown(account, customer)) return missing('customer', customer, 'customer')
      const id = makeId('seti')
      const intent: SetupIntent = {
        id,
        account,
        clientSecret: `${id}_secret_${letters(25)}`,
        customer,
        metadata: kept,
        status: 'requires_payment_method',
        instrument: null,
        returnUrl: null,
        lastError: null,
        createdAt: clock.now(),
      }
      intents.set(id, intent)
      return answer(intent, expanded)
    },

    read(account, id, query) {
      const read = readParameters(readSchema, query)
      if (!read.ok) return read.answer
      const intent = find(account, id)
      return intent ? answer(intent, read.values.expand) : missing('setupintent', id)
    },

    confirm(account, id, body) {
      const read = readParameters(confirmSchema, body)
      if (!read.ok) return read.answer
      const intent = find(account, id)
      if (!intent) return missing('setupintent', id)
      if (intent.status !== 'requires_payment_method')
        return refusal({
          code: 'setup_intent_unexpected_state',
          message: `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
        })
      const card = cardOfToken(read.values.payment_method)
      if (card === null) return missing('PaymentMethod', read.values.payment_method, 'payment_method')
      intent.returnUrl = read.values.return_url ?? null
      start(intent, card)
      return intent.lastError === null
        ? answer(intent, read.values.expand)
        : refusal({ ...intent.lastError }, 402)
    },

    findBySecret(clientSecret) {
      const intent = intents.get(clientSecret.replace(/_secret_.*$/, ''))
      return intent?.clientSecret === clientSecret ? intent : null
    },

    confirmInPage(intent, card, returnUrl) {
      intent.returnUrl = returnUrl
      start(intent, card)
    },

    authenticate(intent, isApproved) {
      if (intent.status !== 'requires_action' || !intent.instrument) return
      if (isApproved) return succeed(intent, intent.instrument)
      intent.status = 'requires_payment_method'
      intent.instrument = null
      intent.lastError = {
        type: 'invalid_request_error',
        code: 'setup_intent_authentication_failure',
        message: 'We are unable to authenticate your payment method.',
      }
    },

    clear: () => intents.clear(),
  }
}

function describe(intent: SetupIntent, isExpanded: boolean): object {
  const { instrument } = intent
  const method = instrument && (isExpanded ? describeInstrument(instrument, intent.customer) : instrument.id)
  return {
    id: intent.id,
    object: 'setup_intent',
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: intent.clientSecret,
    created: seconds(intent.createdAt),
    customer: intent.customer,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: intent.lastError,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: intent.metadata,
    next_action:
      intent.status === 'requires_action'
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
        : null,
    on_behalf_of: null,
    payment_method: method,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: intent.status,
    usage: 'off_session',
  }
}
