/**
 * Kustom Checkout (payment provider `klarna`) for the merchant account of one store. Order management has the
 * record of a purchase; before the purchase, and for seconds after it, only the checkout order exists.
 */
import type {
  OpenedPayment,
  OperationAnswer,
  PaymentProvider,
  PaymentRecord,
  ProviderProblem,
} from '../../domain/payments/payment-provider.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { idempotencyUuid } from '../../providers/idempotency-uuid.ts'
import { askingCallbacks, readPush } from './callbacks.server.ts'
import type { KustomAccount } from './account.ts'
import { createKustomClient, type KustomAnswer } from './client.server.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'
import {
  captureBody,
  checkoutAnswerSchema,
  checkoutBody,
  managedAnswerSchema,
  prefilled,
  recordOfCheckout,
  recordOfOrder,
  refundBody,
  sessionEnd,
  type CheckoutAnswer,
  type ManagedAnswer,
} from './order.server.ts'

export interface KustomServices {
  account: KustomAccount
  /** The store whose account it is; a payment of another store is a fault. */
  store: StoreCode
  log: WarningLog
}

const checkoutPath = '/checkout/v3/orders'
const orderPath = '/ordermanagement/v1/orders'

export function createKustomProvider({ account, store, log }: KustomServices): PaymentProvider {
  const client = createKustomClient(account, log)

  /** Ids come from addresses that anybody can call; one that Kustom cannot have made is not sent to it. */
  const pathOf = (base: string, providerOrderId: string): string | null =>
    /^[\w-]{1,255}$/.test(providerOrderId) ? `${base}/${providerOrderId}` : null

  const unreadable = (): ProviderProblem => {
    log.warn({}, 'Kustom answered in a form that is not known')
    return { ok: false, code: 'provider_unavailable' }
  }

  const opened = (answer: KustomAnswer): OpenedPayment => {
    if (!answer.ok) return answer
    const read = checkoutAnswerSchema.safeParse(answer.body)
    if (!read.success || read.data.html_snippet === undefined) return unreadable()
    return {
      ok: true,
      providerOrderId: read.data.order_id,
      embed: { kind: 'html', html: read.data.html_snippet },
      expiresAt: sessionEnd(read.data),
    }
  }

  const readCheckout = async (
    providerOrderId: string,
  ): Promise<{ ok: true; order: CheckoutAnswer } | ProviderProblem> => {
    const path = pathOf(checkoutPath, providerOrderId)
    if (path === null) return { ok: false, code: 'unknown_payment' }
    const answer = await client.send({ method: 'GET', path })
    if (!answer.ok) return answer
    const read = checkoutAnswerSchema.safeParse(answer.body)
    return read.success ? { ok: true, order: read.data } : unreadable()
  }

  const readOrder = async (
    providerOrderId: string,
  ): Promise<{ ok: true; order: ManagedAnswer } | ProviderProblem> => {
    const path = pathOf(orderPath, providerOrderId)
    if (path === null) return { ok: false, code: 'unknown_payment' }
    const answer = await client.send({ method: 'GET', path })
    if (!answer.ok) return answer
    const read = managedAnswerSchema.safeParse(answer.body)
    return read.success ? { ok: true, order: read.data } : unreadable()
  }

  /** A change to an order. `operationIdHeader`: where Kustom answers the id of what was made. */
  const change = async (
    providerOrderId: string,
    action: string,
    operation: { key: string; body?: object; method?: 'PATCH'; operationIdHeader?: string },
  ): Promise<OperationAnswer> => {
    const path = pathOf(orderPath, providerOrderId)
    if (path === null) return { ok: false, code: 'unknown_payment' }
    const { key, body, method = 'POST', operationIdHeader } = operation
    const idempotencyKey = idempotencyUuid(`${store} ${providerOrderId} ${action}`, key)
    const answer = await client.send({
      method,
      path: `${path}/${action}`,
      idempotencyKey,
      ...(body && { body }),
    })
    if (!answer.ok) return answer
    const id = operationIdHeader === undefined ? null : answer.headers.get(operationIdHeader)
    return { ok: true, providerOperationId: id ?? idempotencyKey, state: 'done' }
  }

  const nothingToRelease = (key: string): OperationAnswer => ({
    ok: true,
    providerOperationId: idempotencyUuid('nothing', key),
    state: 'done',
  })

  /** Ends a checkout in which nothing was paid. */
  const abort = async (providerOrderId: string, key: string): Promise<OperationAnswer> => {
    const path = pathOf(checkoutPath, providerOrderId)
    if (path === null) return { ok: false, code: 'unknown_payment' }
    const answer = await client.send({ method: 'POST', path: `${path}/abort` })
    if (answer.ok) return nothingToRelease(key)
    if (answer.code !== 'read_only') return answer
    // Aborted before, or paid a moment ago and not yet in order management: only the former is done.
    const read = await readCheckout(providerOrderId)
    if (!read.ok) return read
    return recordOfCheckout(read.order).state === 'cancelled'
      ? nothingToRelease(key)
      : { ok: false, code: 'provider_unavailable' }
  }

  return {
    id: 'klarna',
    embedHosts: embedHostsOf(account),
    readCallback: readPush,
    asking: askingCallbacks,

    async create(request) {
      requireStore(store, request.basket.store)
      return opened(
        await client.send({
          method: 'POST',
          path: checkoutPath,
          body: { ...checkoutBody(request), ...prefilled(request) },
        }),
      )
    },

    async update(providerOrderId, request) {
      requireStore(store, request.basket.store)
      const path = pathOf(checkoutPath, providerOrderId)
      if (path === null) return { ok: false, code: 'unknown_payment' }
      return opened(await client.send({ method: 'POST', path, body: checkoutBody(request) }))
    },

    async retrieve(providerOrderId): Promise<PaymentRecord | ProviderProblem> {
      const managed = await readOrder(providerOrderId)
      if (managed.ok) return recordOfOrder(managed.order)
      if (managed.code !== 'unknown_payment') return managed
      const checkout = await readCheckout(providerOrderId)
      return checkout.ok ? recordOfCheckout(checkout.order) : checkout
    },

    capture: (operation) =>
      change(operation.providerOrderId, 'captures', {
        key: operation.idempotencyKey,
        body: captureBody(operation),
        operationIdHeader: 'capture-id',
      }),

    refund: (operation) =>
      change(operation.providerOrderId, 'refunds', {
        key: operation.idempotencyKey,
        body: refundBody(operation),
        operationIdHeader: 'refund-id',
      }),

    async cancel(providerOrderId, key) {
      const read = await readOrder(providerOrderId)
      if (!read.ok) return read.code === 'unknown_payment' ? abort(providerOrderId, key) : read
      const { order } = read
      if (order.remaining_authorized_amount === 0) return nothingToRelease(key)
      const action = order.captured_amount > 0 ? 'release-remaining-authorization' : 'cancel'
      return change(providerOrderId, action, { key })
    },

    async acknowledge(providerOrderId, { orderNumber, checkoutId }) {
      const key = `acknowledge ${orderNumber}`
      const acknowledged = await change(providerOrderId, 'acknowledge', { key })
      if (!acknowledged.ok) return acknowledged
      return change(providerOrderId, 'merchant-references', {
        method: 'PATCH',
        key,
        body: { merchant_reference1: orderNumber, merchant_reference2: checkoutId },
      })
    },

    extendAuthorization: (providerOrderId, key) =>
      change(providerOrderId, 'extend-authorization-time', { key }),
  }
}

/** A simulator serves its own embed; Kustom's comes from hosts of Kustom and Klarna. */
function embedHostsOf({ url }: KustomAccount): string[] {
  return url.startsWith('https:')
    ? ['https://*.kustom.co', 'https://*.klarna.com', 'https://*.klarnacdn.net']
    : [new URL(url).origin]
}

function requireStore(own: StoreCode, asked: StoreCode): void {
  if (own !== asked) throw new Error(`the account of ${own} was asked for a payment in ${asked}`)
}
