/** Makes one of the kernel's payment providers of the payments of a module, and trusts nothing of what it answers. */
import { z } from 'zod'
import { minor } from '../../domain/money/money.ts'
import type { PaymentProviderId } from '../../domain/payment-methods/payment-provider-id.ts'
import type {
  BasketLine,
  CallbackRequest,
  PaymentOperation as OperationInShop,
  PaymentProvider,
  PaymentRequest,
  PaymentState,
} from '../../domain/payments/payment-provider.ts'
import { stores } from '../../domain/stores/stores.ts'
import { moduleAnswer, reasonOf } from './module-answer.ts'
import type {
  PaymentLine,
  PaymentOperation,
  PaymentServices,
  PaymentToOpen,
  RedirectPayments,
} from './payments.ts'

const id = z.string().min(1).max(255)
const amount = z.int().nonnegative()
const problem = z.discriminatedUnion('code', [
  z.object({ ok: z.literal(false), code: z.enum(['provider_unavailable', 'unknown_payment', 'read_only']) }),
  z.object({ ok: z.literal(false), code: z.literal('refused'), reason: z.string() }),
])
const opened = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), payment: id, url: z.url({ protocol: /^https?$/ }) }),
  problem,
])
const states = [
  'open',
  'pending',
  'review',
  'authorized',
  'captured',
  'part_refunded',
  'refunded',
  'failed',
  'cancelled',
  'expired',
] as const satisfies readonly PaymentState[]
const meansKinds = [
  'card',
  'swish',
  'mobilepay',
  'vipps',
  'bank',
  'invoice',
  'part_payment',
  'account',
] as const
/** Sums that a record of this state has to have. */
const neededSums: Partial<Record<PaymentState, readonly ('capturedMinor' | 'refundedMinor')[]>> = {
  captured: ['capturedMinor'],
  part_refunded: ['capturedMinor', 'refundedMinor'],
  refunded: ['capturedMinor', 'refundedMinor'],
}
const recorded = z
  .object({
    ok: z.literal(true),
    payment: id,
    state: z.enum(states),
    amountMinor: amount,
    currency: z.string().length(3),
    orderNumber: z.string().nullable(),
    capturedMinor: amount.optional(),
    refundedMinor: amount.optional(),
    // What is only shown keeps no payment from being read.
    expiresAt: z.date().nullish().catch(null),
    means: z
      .object({ kind: z.enum(meansKinds), label: z.string().max(100).nullable() })
      .nullish()
      .catch(null),
  })
  .check(({ value, issues }) => {
    const wrong = (message: string) => void issues.push({ code: 'custom', input: value, message })
    const { state, amountMinor, capturedMinor = 0, refundedMinor = 0 } = value
    const needed = neededSums[state] ?? []
    const missing = needed.find((sum) => value[sum] === undefined)
    if (missing !== undefined) wrong(`${state} without ${missing}`)
    else if (needed.length > 0 && capturedMinor === 0) wrong(`${state} with nothing captured`)
    if (capturedMinor > amountMinor) wrong('captured more than the amount')
    if (refundedMinor > capturedMinor) wrong('refunded more than was captured')
  })
const record = z.discriminatedUnion('ok', [recorded, problem])
const done = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), operation: id, state: z.enum(['done', 'accepted']) }),
  problem,
])
const webhook = z.union([
  z.object({
    ok: z.literal(true),
    payment: id.nullable(),
    eventId: id.nullable(),
    kind: z.string().max(200),
  }),
  z.object({ ok: z.literal(false), code: z.enum(['bad_signature', 'unreadable']) }),
])
const failures = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    refunds: z.array(z.object({ operation: id, idempotencyKey: z.string().nullable(), reason: z.string() })),
  }),
  problem,
])

const unavailable = { ok: false, code: 'provider_unavailable' } as const

/** `method`: its id. A call that fails is logged under the name of the module. */
export function providerOf(
  { module, method }: { module: string; method: string },
  payments: RedirectPayments,
  { store, log }: PaymentServices,
): PaymentProvider {
  const failed = (call: string, reason: string): void =>
    log.warn({ module, method, store, call, reason }, 'the payment provider of a module failed')
  // A wrong key, for example: no shopper can pay, and nobody would know why.
  const sayRefusal = (answer: unknown): void => {
    const refused = problem.safeParse(answer)
    if (refused.success) failed('open', refused.data.code)
  }
  const ask = async <Answer>(
    call: string,
    form: z.ZodType<Answer>,
    work: () => Promise<unknown>,
  ): Promise<Answer | typeof unavailable> => {
    const answer = await moduleAnswer(form, work, (reason) => failed(call, reason))
    if (answer === null) return unavailable
    if (call === 'open') sayRefusal(answer)
    return answer
  }
  const operate = async (call: 'capture' | 'refund' | 'cancel', work: () => Promise<unknown>) => {
    const answer = await ask(call, done, work)
    return answer.ok
      ? { ok: true as const, providerOperationId: answer.operation, state: answer.state }
      : answer
  }
  const failedRefunds = payments.failedRefunds?.bind(payments)
  const readWebhook = payments.readWebhook?.bind(payments)
  return {
    // Names of modules from outside are not in the types of the shop.
    id: method as PaymentProviderId,
    async create(request) {
      const asked = toOpen(request)
      if (asked === null) return unavailable
      const answer = await ask('open', opened, async () => payments.open(asked))
      if (!answer.ok) return answer
      const { payment, url } = answer
      return { ok: true, providerOrderId: payment, embed: { kind: 'redirect', url }, expiresAt: null }
    },
    // Its order is written: another one has a payment of its own.
    update: async () => ({ ok: false, code: 'read_only' }),
    async retrieve(payment) {
      const answer = await ask('read', record, async () => payments.read(payment))
      if (!answer.ok) return answer
      if (answer.payment !== payment) {
        failed('read', 'it answered another payment')
        return unavailable
      }
      const { state, currency, orderNumber, capturedMinor, refundedMinor, expiresAt, means } = answer
      return {
        ok: true,
        providerOrderId: payment,
        state,
        amountMinor: minor(answer.amountMinor),
        currency,
        snapshotHash: null,
        orderNumber,
        ...(capturedMinor !== undefined && { capturedMinor: minor(capturedMinor) }),
        ...(refundedMinor !== undefined && { refundedMinor: minor(refundedMinor) }),
        ...(expiresAt !== undefined && { expiresAt }),
        ...(means !== undefined && { means }),
      }
    },
    capture: (operation) => operate('capture', async () => payments.capture(operationOf(operation))),
    refund: (operation) => operate('refund', async () => payments.refund(operationOf(operation))),
    cancel: (payment, key) => operate('cancel', async () => payments.cancel(payment, key)),
    ...(failedRefunds && {
      async failedRefunds(payment: string) {
        const answer = await ask('failedRefunds', failures, async () => failedRefunds(payment))
        if (!answer.ok) return answer
        return {
          ok: true as const,
          refunds: answer.refunds.map(({ operation, ...rest }) => ({
            providerOperationId: operation,
            ...rest,
          })),
        }
      },
    }),
    ...(readWebhook && {
      readCallback(request: CallbackRequest) {
        try {
          const read = webhook.parse(readWebhook(request))
          if (!read.ok) return read
          const { payment, eventId, kind } = read
          return { ok: true as const, providerOrderId: payment, eventId, kind }
        } catch (error) {
          failed('readWebhook', reasonOf(error))
          return { ok: false as const, code: 'unreadable' as const }
        }
      },
    }),
  }
}

/** Null: there is no order to pay. */
function toOpen({
  idempotencyKey,
  order,
  basket,
  urls,
  email,
  prefill,
}: PaymentRequest): PaymentToOpen | null {
  if (order === null || prefill === null) return null
  const { careOf: _careOf, street2: _street2, email: _email, ...buyer } = prefill
  return {
    idempotencyKey,
    orderNumber: order.number,
    store: basket.store,
    currency: basket.currency,
    amountMinor: basket.totalMinor,
    vatMinor: basket.vatMinor,
    lines: basket.lines.map(lineOf),
    language: stores[basket.store].iso,
    buyer: { ...buyer, type: basket.customerType, email: email ?? '' },
    urls: {
      confirmation: urls.confirmation,
      checkout: urls.checkout,
      webhook: urls.notification,
      terms: urls.terms,
    },
  }
}

const lineOf = (line: BasketLine): PaymentLine => ({ ...line })

function operationOf({ providerOrderId, lines, ...rest }: OperationInShop): PaymentOperation {
  return { ...rest, payment: providerOrderId, lines: lines.map(lineOf) }
}
