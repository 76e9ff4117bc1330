/** The charges of the simulated Stripe's PaymentIntents, and their refunds. */
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import type { SimulatedAccount } from './accounts.ts'
import type { Events } from './events.ts'
import {
  describeCharge,
  describeRefund,
  paidCharge,
  type Charge,
  type Intent,
  type Refund,
} from './intent.ts'
import { listSchema, refundSchema } from './intent-parameters.ts'
import type { PaymentIntents } from './payment-intents.ts'
import { readParameters } from './read-form.ts'
import { listOf, makeId, missing, ok, refusal, type Answer } from './stripe-answer.ts'

/** Some time later, as Stripe describes its card for failing refunds. */
const refundFailsAfterMs = 60_000

export interface Charges {
  read(account: SimulatedAccount, id: string): Answer
  refund(account: SimulatedAccount, body: string | undefined): Answer
  readRefund(account: SimulatedAccount, id: string): Answer
  listRefunds(account: SimulatedAccount, query: string): Answer
}

export function createCharges(
  { clock }: Pick<SimulatorContext, 'clock'>,
  events: Events,
  intents: Pick<PaymentIntents, 'find' | 'all'>,
): Charges {
  /** The bank returns the money of a refund. */
  const failRefund = (intent: Intent, charge: Charge, refund: Refund): void => {
    charge.payment.returnRefund(refund.amount)
    refund.status = 'failed'
    refund.failureReason = 'expired_or_canceled_card'
    const described = describeRefund(intent, charge, refund)
    for (const type of ['refund.updated', 'charge.refund.updated', 'refund.failed'])
      events.emit(intent.account, intent.id, type, described)
  }

  const findCharge = (
    account: SimulatedAccount,
    {
      payment_intent: intentId,
      charge: chargeId,
    }: { payment_intent?: string | undefined; charge?: string | undefined },
  ): { intent: Intent; charge: Charge | undefined } | null => {
    const intent = intentId === undefined ? undefined : intents.find(account, intentId)
    if (intent) return { intent, charge: paidCharge(intent) }
    for (const other of intents.all()) {
      const charge = other.charges.find(({ id }) => id === chargeId)
      if (charge && other.account === account) return { intent: other, charge }
    }
    return null
  }

  return {
    read(account, id) {
      const found = findCharge(account, { charge: id })
      return found?.charge ? ok(describeCharge(found.intent, found.charge)) : missing('charge', id, 'id')
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
      const { payment } = charge
      if (payment.state !== 'captured')
        return refusal({
          message: `Charge ${charge.id} has not been captured: cancel the PaymentIntent instead.`,
          param: 'payment_intent',
        })
      const left = payment.refundable
      const amount = values.amount ?? left
      if (left === 0)
        return refusal({
          code: 'charge_already_refunded',
          message: `Charge ${charge.id} has already been refunded.`,
        })
      const refused = payment.refund(amount)
      if (refused === 'wrong_amount')
        return refusal({
          code: 'parameter_invalid_integer',
          message: 'Invalid positive integer',
          param: 'amount',
        })
      if (refused !== null)
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
      events.emit(account, intent.id, 'charge.refunded', describeCharge(intent, charge))
      events.emit(account, intent.id, 'refund.created', described)
      if (charge.instrument.card?.refundFails)
        clock.setTimer(refundFailsAfterMs, () => failRefund(intent, charge, refund))
      return ok(described)
    },

    readRefund(account, id) {
      for (const intent of intents.all())
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
      const wanted = intents
        .all()
        .filter((intent) => intent.account === account && (intentId === undefined || intent.id === intentId))
      const refunds = wanted
        .flatMap((intent) =>
          intent.charges.flatMap((charge) =>
            charge.refunds.map((refund) => describeRefund(intent, charge, refund)),
          ),
        )
        .reverse()
      return ok(listOf('/v1/refunds', refunds.slice(0, limit), refunds.length > limit))
    },
  }
}
