/** The payments of the simulated Harbour Pay, as its API describes them. */
import { randomBytes } from 'node:crypto'

export interface SimulatedPayment {
  id: string
  status: 'open' | 'authorized' | 'declined' | 'cancelled'
  /** Minor units. */
  amount: number
  currency: string
  /** The shop's number of the order. */
  reference: string
  captured: number
  refunded: number
  released: boolean
  /** Where the shopper pays. */
  page: string
  returnUrl: string
  webhookUrl: string
}

export type Answer = { status: number; body: object }

export interface SimulatedEvent {
  id: string
  type: string
  payment: string
}

const refused = (error: string): Answer => ({ status: 422, body: { error } })
const newId = (kind: string): string => `${kind}_${randomBytes(8).toString('hex')}`

export interface PaymentBook {
  all: readonly SimulatedPayment[]
  find(id: string): SimulatedPayment | undefined
  /** Each call that changes something, once for each key. */
  open(
    key: string,
    asked: Pick<SimulatedPayment, 'amount' | 'currency' | 'reference' | 'returnUrl' | 'webhookUrl'>,
  ): Answer
  capture(key: string, payment: SimulatedPayment, amount: number, isFinal: boolean): Answer
  refund(key: string, payment: SimulatedPayment, amount: number): Answer
  cancel(key: string, payment: SimulatedPayment): Answer
  /** What the shopper decides on the page; an ended payment stays as it is. */
  decide(payment: SimulatedPayment, status: 'authorized' | 'declined'): void
}

/** `report`: sends an event. `url`: of the simulator. */
export function createPaymentBook(url: () => string, report: (event: SimulatedEvent) => void): PaymentBook {
  const payments: SimulatedPayment[] = []
  const answers = new Map<string, Answer>()
  const once = (key: string, work: () => Answer): Answer => {
    const answer = answers.get(key) ?? work()
    if (answer.status < 300) answers.set(key, answer)
    return answer
  }
  const happened = (type: string, { id }: SimulatedPayment) =>
    report({ id: newId('evt'), type: `payment.${type}`, payment: id })
  const operation = (kind: string): Answer => ({ status: 201, body: { id: newId(kind) } })
  return {
    all: payments,
    find: (id) => payments.find((payment) => payment.id === id),
    open: (key, asked) =>
      once(key, () => {
        if (!(asked.amount > 0)) return refused('amount')
        const id = newId('pay')
        const payment: SimulatedPayment = {
          ...asked,
          id,
          status: 'open',
          captured: 0,
          refunded: 0,
          released: false,
          page: `${url()}/pay/${id}`,
        }
        payments.push(payment)
        return { status: 201, body: payment }
      }),
    capture: (key, payment, amount, isFinal) =>
      once(key, () => {
        if (payment.status !== 'authorized' || payment.released) return refused('not_authorized')
        if (!(amount > 0) || payment.captured + amount > payment.amount) return refused('amount')
        payment.captured += amount
        payment.released = isFinal && payment.captured < payment.amount
        happened('captured', payment)
        return operation('cap')
      }),
    refund: (key, payment, amount) =>
      once(key, () => {
        if (!(amount > 0) || payment.refunded + amount > payment.captured) return refused('amount')
        payment.refunded += amount
        happened('refunded', payment)
        return operation('ref')
      }),
    cancel: (key, payment) =>
      once(key, () => {
        if (payment.captured > 0) payment.released = true
        else if (payment.status !== 'declined') payment.status = 'cancelled'
        happened('cancelled', payment)
        return operation('can')
      }),
    decide(payment, status) {
      if (payment.status !== 'open') return
      payment.status = status
      happened(status, payment)
    },
  }
}
