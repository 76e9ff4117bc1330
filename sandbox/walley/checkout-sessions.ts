/** The checkout sessions of the simulated Walley, from their start until the purchase. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Answer } from '../simulator/answer.ts'
import type { Payment } from '../simulator/payment.ts'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import type { SimulatedMerchant } from './merchants.ts'
import {
  amountOf,
  cartSchema,
  feesSchema,
  initializeSchema,
  metadataSchema,
  problemsOf,
  referenceSchema,
  totalOf,
  type Cart,
  type Fees,
  type Initialize,
} from './checkout-document.ts'
import { answered, businessError, forbidden, locked, notFound, validationError } from './envelope.ts'

export interface Address {
  firstName: string
  lastName: string
  coAddress: string | null
  address: string
  address2: string | null
  postalCode: string
  city: string
  country: string
}

/** What the shopper entered. */
export interface Shopper {
  email: string
  mobilePhoneNumber: string
  address: Address
  /** The same where the shopper entered no other. */
  delivery: Address
  /** Only of companies. */
  companyName: string
  organizationNumber: string
  invoiceReference: string
}

export interface Purchase {
  payment: Payment
  /** What an open payment waits for: Walley's own check or the customer's signature. */
  waitsFor: 'OnHold' | 'Signing' | null
  paymentName: string
  purchaseIdentifier: string
  orderId: string
}

export interface CheckoutSession {
  privateId: string
  publicToken: string
  merchant: SimulatedMerchant
  customerType: 'b2c' | 'b2b'
  status: 'Initialized' | 'CustomerIdentified' | 'CommittedToPurchase' | 'PurchaseCompleted'
  document: Initialize
  cart: Cart
  fees: Fees
  reference: string | null
  shopper: Shopper | null
  purchase: Purchase | null
  expiresAt: number
  /** Until then changes are refused as locked. */
  lockedUntil: number
}

export interface CheckoutSessions {
  initialize(merchant: SimulatedMerchant, body: unknown): Answer
  read(merchant: SimulatedMerchant, privateId: string): Answer
  change(merchant: SimulatedMerchant, privateId: string, part: ChangedPart, body: unknown): Answer
  /** For the provider's own page; null: unknown or expired. */
  findByToken(publicToken: string): CheckoutSession | null
  list(): CheckoutSession[]
  clear(): void
}

export const changedParts = ['cart', 'fees', 'reference', 'metadata'] as const
export type ChangedPart = (typeof changedParts)[number]

const dayMs = 86_400_000
/** Without a purchase, and after one. */
const openMs = 7 * dayMs
const completedMs = 90 * dayMs

export function createCheckoutSessions(
  context: Pick<SimulatorContext, 'clock' | 'takeFault'>,
): CheckoutSessions {
  const { clock } = context
  const sessions = new Map<string, CheckoutSession>()

  const unexpired = (session: CheckoutSession | undefined): CheckoutSession | null => {
    if (!session) return null
    const isExpired =
      clock.now() >= session.expiresAt ||
      (session.purchase === null && context.takeFault('expired_session', session.privateId) !== null)
    if (isExpired) sessions.delete(session.privateId)
    return isExpired ? null : session
  }

  const findOf = (merchant: SimulatedMerchant, privateId: string): CheckoutSession | null => {
    const session = sessions.get(privateId)
    return session?.merchant === merchant ? unexpired(session) : null
  }

  const applyTo = <T>(
    session: CheckoutSession,
    schema: z.ZodType<T>,
    body: unknown,
    apply: (value: T) => string[],
  ): Answer => {
    const read = schema.safeParse(body)
    if (!read.success) return validationError(problemsOf(read.error))
    if (clock.now() < session.lockedUntil || session.status === 'CommittedToPurchase') return locked()
    if (session.status === 'PurchaseCompleted')
      return businessError('Purchase_Completed', 'The purchase is completed')
    const problems = apply(read.data)
    return problems.length > 0 ? validationError(problems) : answered(null)
  }

  return {
    initialize(merchant, body) {
      const read = initializeSchema.safeParse(body)
      if (!read.success) return validationError(problemsOf(read.error))
      const document = read.data
      const { storeIds } = merchant
      if (document.storeId !== storeIds.b2c && document.storeId !== storeIds.b2b) return forbidden()
      if (document.countryCode !== merchant.country)
        return validationError(['countryCode: the store is not configured for this country'])
      const fees = document.fees ?? {}
      if (totalOf(document.cart, fees) < 0) return validationError(['cart: the total must not be negative'])
      const session: CheckoutSession = {
        privateId: randomUUID(),
        publicToken: `public-${document.countryCode}-${randomBytes(24).toString('hex')}`,
        merchant,
        customerType: document.storeId === storeIds.b2b ? 'b2b' : 'b2c',
        status: 'Initialized',
        document,
        cart: document.cart,
        fees,
        reference: document.reference ?? null,
        shopper: null,
        purchase: null,
        expiresAt: clock.now() + openMs,
        lockedUntil: 0,
      }
      sessions.set(session.privateId, session)
      const { privateId, publicToken, expiresAt } = session
      return answered({ privateId, publicToken, expiresAt: new Date(expiresAt).toISOString() })
    },

    read(merchant, privateId) {
      const session = findOf(merchant, privateId)
      return session ? answered(describe(session)) : notFound()
    },

    change(merchant, privateId, part, body) {
      const session = findOf(merchant, privateId)
      if (!session) return notFound()
      switch (part) {
        case 'cart':
          return applyTo(session, cartSchema, body, (cart) => {
            if (totalOf(cart, session.fees) < 0) return ['cart: the total must not be negative']
            session.cart = cart
            return []
          })
        case 'fees':
          return applyTo(session, feesSchema, body, (fees) => {
            session.fees = { ...session.fees, ...fees }
            return []
          })
        case 'reference':
          return applyTo(session, referenceSchema, body, ({ Reference }) => {
            session.reference = Reference
            return []
          })
        case 'metadata':
          return applyTo(session, metadataSchema, body, () => [])
      }
    },

    findByToken: (publicToken) =>
      unexpired([...sessions.values()].find((session) => session.publicToken === publicToken)),
    list: () => [...sessions.values()],
    clear: () => sessions.clear(),
  }
}

/** The result of a purchase as Walley names it. */
export function resultOf({ payment, waitsFor }: Purchase): 'Preliminary' | 'OnHold' | 'Signing' | 'Rejected' {
  if (payment.state === 'refused') return 'Rejected'
  return payment.state === 'open' && waitsFor !== null ? waitsFor : 'Preliminary'
}

/** Records the end of a purchase. */
export function completePurchase(session: CheckoutSession, purchase: Purchase, now: number): void {
  session.status = 'PurchaseCompleted'
  session.purchase = purchase
  session.expiresAt = now + completedMs
}

/** The checkout as the merchant reads it. */
function describe(session: CheckoutSession): object {
  const { customerType, shopper, purchase, cart, fees, document } = session
  const isCompleted = purchase !== null
  return {
    customerType: customerType === 'b2b' ? 'BusinessCustomer' : 'PrivateCustomer',
    customer: customerType === 'b2c' && shopper ? privateCustomer(shopper) : null,
    businessCustomer: customerType === 'b2b' && shopper ? businessCustomer(shopper) : null,
    countryCode: document.countryCode,
    status: session.status,
    reference: session.reference,
    cart: isCompleted ? null : { items: cart.items, totalAmount: amountOf(totalOf(cart, {})) },
    fees: isCompleted ? null : { ...fees, totalAmount: fees.shipping?.unitPrice ?? 0 },
    purchase: purchase && {
      amountToPay: amountOf(purchase.payment.amount),
      paymentName: purchase.paymentName,
      purchaseIdentifier: purchase.purchaseIdentifier,
      result: resultOf(purchase),
    },
    order: purchase && {
      orderId: purchase.orderId,
      totalAmount: amountOf(purchase.payment.amount),
      items: [...cart.items, ...(fees.shipping ? [{ ...fees.shipping, quantity: 1 }] : [])],
    },
    shipping: null,
    metadata: document.metadata ?? null,
  }
}

function privateCustomer({ email, mobilePhoneNumber, address, delivery }: Shopper): object {
  return {
    email,
    mobilePhoneNumber,
    deliveryContactInformation: { mobilePhoneNumber },
    deliveryAddress: delivery,
    billingAddress: address,
  }
}

function businessCustomer(shopper: Shopper): object {
  const { email, mobilePhoneNumber, address, delivery, companyName, organizationNumber, invoiceReference } =
    shopper
  return {
    organizationNumber,
    invoiceReference,
    firstName: address.firstName,
    lastName: address.lastName,
    email,
    mobilePhoneNumber,
    invoiceAddress: { ...address, companyName },
    deliveryAddress: { ...delivery, companyName },
  }
}
