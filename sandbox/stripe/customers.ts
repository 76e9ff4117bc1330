/** The customers of the simulated Stripe and the payment methods that are saved for them. */
import { z } from 'zod'
import type { VirtualClock } from '../simulator/virtual-clock.ts'
import type { SimulatedAccount } from './accounts.ts'
import { describeInstrument, type Instrument } from './intent.ts'
import { metadata, readParameters } from './read-form.ts'
import { makeId, missing, ok, seconds, type Answer } from './stripe-answer.ts'

interface Customer {
  id: string
  account: SimulatedAccount
  metadata: Record<string, string>
  createdAt: number
}

interface SavedInstrument {
  account: SimulatedAccount
  customer: string
  instrument: Instrument
}

export interface Customers {
  create(account: SimulatedAccount, body: string | undefined): Answer
  read(account: SimulatedAccount, id: string): Answer
  /** Deletes a customer with the methods saved for it. */
  remove(account: SimulatedAccount, id: string): Answer
  readMethod(account: SimulatedAccount, id: string): Answer
  isKnown(account: SimulatedAccount, id: string): boolean
  /** Attaches what a customer paid or authenticated with. */
  save(saved: SavedInstrument): void
  findSaved(account: SimulatedAccount, methodId: string): SavedInstrument | null
  clear(): void
}

const createSchema = z.strictObject({
  email: z.email().optional(),
  name: z.string().max(256).optional(),
  metadata: metadata.optional(),
})

export function createCustomers({ clock }: { clock: VirtualClock }): Customers {
  const customers = new Map<string, Customer>()
  const saved = new Map<string, SavedInstrument>()
  const find = (account: SimulatedAccount, id: string) => {
    const customer = customers.get(id)
    return customer?.account === account ? customer : null
  }
  const findSaved: Customers['findSaved'] = (account, id) => {
    const method = saved.get(id)
    return method?.account === account ? method : null
  }
  return {
    create(account, body) {
      const read = readParameters(createSchema, body)
      if (!read.ok) return read.answer
      const customer = {
        id: makeId('cus'),
        account,
        metadata: read.values.metadata ?? {},
        createdAt: clock.now(),
      }
      customers.set(customer.id, customer)
      return ok(describe(customer))
    },
    read(account, id) {
      const customer = find(account, id)
      return customer ? ok(describe(customer)) : missing('customer', id, 'id')
    },
    remove(account, id) {
      if (!find(account, id)) return missing('customer', id, 'id')
      customers.delete(id)
      for (const [method, { customer }] of saved) if (customer === id) saved.delete(method)
      return ok({ id, object: 'customer', deleted: true })
    },
    readMethod(account, id) {
      const method = findSaved(account, id)
      return method
        ? ok(describeInstrument(method.instrument, method.customer))
        : missing('PaymentMethod', id, 'payment_method')
    },
    isKnown: (account, id) => find(account, id) !== null,
    save: (method) => void saved.set(method.instrument.id, method),
    findSaved,
    clear() {
      customers.clear()
      saved.clear()
    },
  }
}

function describe(customer: Customer): object {
  return {
    id: customer.id,
    object: 'customer',
    address: null,
    balance: 0,
    created: seconds(customer.createdAt),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: customer.id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: customer.metadata,
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}
