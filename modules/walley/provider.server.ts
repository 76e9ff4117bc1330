/**
 * Walley Checkout for the merchant account of one store: one adapter for private and one for business customers,
 * who have a store id and a frame each. Until the purchase a payment is a checkout at Walley; then order
 * management has its record, which shows a change seconds after it was accepted.
 */
import type {
  OpenedPayment,
  OperationAnswer,
  PaymentOperation,
  PaymentProvider,
  PaymentRecord,
  ProviderProblem,
  ReadPurchase,
} from '../../domain/payments/payment-provider.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { idempotencyUuid } from '../../providers/idempotency-uuid.ts'
import { createAskingCallbacks, readNotification } from './callbacks.server.ts'
import type { WalleyAccount } from './account.ts'
import { createWalleyClient, type WalleyClient } from './client.server.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'
import {
  cartOf,
  checkoutSchema,
  checkoutState,
  contactsOf,
  feesOf,
  linesOf,
  openTotal,
  initializeBody,
  initializedSchema,
  operationBody,
  orderSchema,
  readPaymentId,
  recordOf,
  writePaymentId,
  type CheckoutAnswer,
  type OrderAnswer,
  type PaymentId,
} from './order.server.ts'

export type WalleyId = 'walley_b2c' | 'walley_b2b'

export interface WalleyServices {
  account: WalleyAccount
  /** The store whose account it is; a payment of another store is a fault. */
  store: StoreCode
  log: WarningLog
}

interface Known {
  ok: true
  id: PaymentId
  checkout: CheckoutAnswer
}

/** The adapters of the customer types that the account has. They share its access token. */
export function createWalleyProviders(services: WalleyServices): Partial<Record<WalleyId, PaymentProvider>> {
  const { account, log } = services
  const { b2c, b2b } = account.storeIds
  const client = createWalleyClient(account, log)
  return {
    ...(b2c !== undefined && { walley_b2c: createProvider('walley_b2c', b2c, client, services) }),
    ...(b2b !== undefined && { walley_b2b: createProvider('walley_b2b', b2b, client, services) }),
  }
}

/** `storeId`: Walley's id of the store for the customer type. */
function createProvider(
  providerId: WalleyId,
  storeId: number,
  client: WalleyClient,
  { account, store, log }: WalleyServices,
): PaymentProvider {
  const customerType = providerId === 'walley_b2b' ? 'business' : 'private'

  const unreadable = (): ProviderProblem => {
    log.warn({}, 'Walley answered in a form that is not known')
    return { ok: false, code: 'provider_unavailable' }
  }

  const opened = (id: PaymentId, expiresAt: Date | null): OpenedPayment => ({
    ok: true,
    providerOrderId: writePaymentId(id),
    embed: {
      kind: 'script',
      src: `${account.loaderUrl}/walley-checkout-loader.js`,
      attributes: { 'data-token': id.publicToken, 'data-version': 'v2', 'data-lang': stores[store].iso },
    },
    expiresAt,
  })

  const readCheckout = async (providerOrderId: string): Promise<Known | ProviderProblem> => {
    const id = readPaymentId(providerOrderId)
    if (!id) return { ok: false, code: 'unknown_payment' }
    const answer = await client.send({ method: 'GET', path: `/checkouts/${id.privateId}` })
    if (!answer.ok) return problemOf(answer)
    const read = checkoutSchema.safeParse(answer.data)
    return read.success ? { ok: true, id, checkout: read.data } : unreadable()
  }

  /** The order of a purchase; null: there is none, or order management does not know it yet. */
  const readOrder = async ({
    order,
  }: CheckoutAnswer): Promise<{ ok: true; order: OrderAnswer | null } | ProviderProblem> => {
    if (!order) return { ok: true, order: null }
    const answer = await client.send({ method: 'GET', path: orderPath(order.orderId) })
    if (!answer.ok)
      // For some seconds after the purchase Walley answers 403 or 404.
      return answer.status === 404 || answer.status === 403 ? { ok: true, order: null } : problemOf(answer)
    const read = orderSchema.safeParse(answer.data)
    return read.success ? { ok: true, order: read.data } : unreadable()
  }

  const retrieve = async (providerOrderId: string): Promise<PaymentRecord | ProviderProblem> => {
    const known = await readCheckout(providerOrderId)
    if (!known.ok) return known
    const managed = await readOrder(known.checkout)
    return managed.ok ? recordOf(providerOrderId, known.checkout, managed.order, store) : managed
  }

  /** What Walley is about to charge, as its own record says. */
  const readPurchase = async (providerOrderId: string): Promise<ReadPurchase> => {
    const known = await readCheckout(providerOrderId)
    if (!known.ok)
      return { ok: false, code: known.code === 'unknown_payment' ? 'unreadable' : 'provider_unavailable' }
    return {
      ok: true,
      purchase: {
        providerOrderId,
        currency: stores[store].currency,
        amountMinor: openTotal(known.checkout),
        lines: linesOf(known.checkout),
        ...contactsOf(known.checkout, store),
      },
    }
  }

  /** A change to an order. Walley carries it out in the background. */
  const change = async (
    known: Known,
    action: 'capture' | 'refund' | 'cancel' | 'extend',
    { key, body }: { key: string; body?: object },
  ): Promise<OperationAnswer> => {
    const { order } = known.checkout
    // Nothing was bought yet; a purchase that is being decided may still become an order.
    if (!order)
      return checkoutState(known.checkout) === 'pending'
        ? { ok: false, code: 'provider_unavailable' }
        : { ok: false, code: 'refused', reason: known.checkout.status }
    const idempotencyKey = idempotencyUuid(`${store} ${known.id.privateId} ${action}`, key)
    const answer = await client.send({
      method: 'POST',
      path: `${orderPath(order.orderId)}/${action}`,
      idempotencyKey,
      ...(body && { body }),
    })
    // Checked and accepted (202): the order shows it seconds later, but nothing more has to be decided.
    if (answer.ok) return { ok: true, providerOperationId: idempotencyKey, state: 'done' }
    // The order exists; order management does not know it yet.
    if (answer.status === 404) return { ok: false, code: 'provider_unavailable' }
    return problemOf(answer)
  }

  const changeKnown = async (
    providerOrderId: string,
    action: 'capture' | 'refund' | 'extend',
    operation: { key: string; body?: object },
  ): Promise<OperationAnswer> => {
    const known = await readCheckout(providerOrderId)
    return known.ok ? change(known, action, operation) : known
  }

  /**
   * Captures or refunds. Items explain a part to the customer; where Walley cannot match them with its order, because
   * the price was reduced or a part was captured by its amount, the amount alone decides.
   */
  const settle = async (
    action: 'capture' | 'refund',
    operation: PaymentOperation,
  ): Promise<OperationAnswer> => {
    const { providerOrderId, idempotencyKey: key } = operation
    const body = operationBody(operation)
    const answer = await changeKnown(providerOrderId, action, { key, body })
    const isUnmatched = !answer.ok && answer.code === 'refused' && answer.reason === 'Validation_Error'
    if (!isUnmatched || !('items' in body)) return answer
    const { items: _, ...amountAlone } = body
    return changeKnown(providerOrderId, action, { key: `${key} amount`, body: amountAlone })
  }

  /** Sends the changes one after the other; a paid checkout refuses them. */
  const updateCheckout = async (id: PaymentId, changes: [part: string, body: object][]) => {
    for (const [part, body] of changes) {
      const answer = await client.send({ method: 'PUT', path: `/checkouts/${id.privateId}/${part}`, body })
      if (!answer.ok) return answer
    }
    return { ok: true as const }
  }

  return {
    id: providerId,
    embedHosts: embedHostsOf(account),
    readCallback: readNotification,
    asking: createAskingCallbacks(readPurchase),

    async create(request) {
      requireOwn(request.basket)
      const body = initializeBody(request, { storeId, profile: account.profile })
      const answer = await client.send({ method: 'POST', path: '/checkouts', body })
      if (!answer.ok) return problemOf(answer)
      const read = initializedSchema.safeParse(answer.data)
      if (!read.success) return unreadable()
      const expiresAt = Date.parse(read.data.expiresAt ?? '')
      return opened(read.data, Number.isNaN(expiresAt) ? null : new Date(expiresAt))
    },

    async update(providerOrderId, request) {
      requireOwn(request.basket)
      const id = readPaymentId(providerOrderId)
      if (!id) return { ok: false, code: 'unknown_payment' }
      const { basket, order } = request
      const updated = await updateCheckout(id, [
        ['cart', cartOf(basket.lines)],
        ['fees', feesOf(basket.lines)],
        ...(order ? [['reference', { Reference: order.number }] as [string, object]] : []),
      ])
      if (updated.ok) return opened(id, null)
      if (updated.code !== 'refused') return problemOf(updated)
      const known = await readCheckout(providerOrderId)
      if (!known.ok) return known
      return checkoutState(known.checkout) === 'open' ? problemOf(updated) : { ok: false, code: 'read_only' }
    },

    retrieve,

    capture: (operation) => settle('capture', operation),

    refund: (operation) => settle('refund', operation),

    async cancel(providerOrderId, key) {
      const known = await readCheckout(providerOrderId)
      if (!known.ok) return known
      const nothingToRelease: OperationAnswer = {
        ok: true,
        providerOperationId: idempotencyUuid('nothing', key),
        state: 'done',
      }
      const state = checkoutState(known.checkout)
      // Walley cannot end a checkout: its caller ends the order, and the validation decides about a later purchase.
      if (state === 'open' || state === 'cancelled' || state === 'failed') return nothingToRelease
      const managed = await readOrder(known.checkout)
      if (!managed.ok) return managed
      switch (managed.order?.status) {
        case 'NotActivated':
        case 'PartActivated':
        case 'Expired':
          return change(known, 'cancel', { key, body: { actionReference: key.slice(0, 50) } })
        case 'Activated':
        case 'Returned':
        case 'Cancelled':
          return nothingToRelease
        default:
          // Being decided, or not yet in order management: it may still become an authorization.
          return { ok: false, code: 'provider_unavailable' }
      }
    },

    extendAuthorization: (providerOrderId, key) => changeKnown(providerOrderId, 'extend', { key }),
  }

  function requireOwn(basket: { store: StoreCode; customerType: 'private' | 'business' }): void {
    if (basket.store !== store)
      throw new Error(`the account of ${store} was asked for a payment in ${basket.store}`)
    if (basket.customerType !== customerType)
      throw new Error(`${providerId} was asked for a payment of a ${basket.customerType} customer`)
  }
}

/** A simulator serves its own embed; Walley's comes from several hosts of its domains. */
function embedHostsOf({ loaderUrl }: WalleyAccount): string[] {
  return loaderUrl.startsWith('https:')
    ? ['https://*.walleypay.com', 'https://*.walleydev.com', new URL(loaderUrl).origin]
    : [new URL(loaderUrl).origin]
}

function orderPath(orderId: string): string {
  return `/manage/orders/${encodeURIComponent(orderId)}`
}

/** The problem without the status, which only this adapter reads. */
function problemOf(problem: ProviderProblem): ProviderProblem {
  return problem.code === 'refused'
    ? { ok: false, code: 'refused', reason: problem.reason }
    : { ok: false, code: problem.code }
}
