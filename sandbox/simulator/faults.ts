/**
 * Faults that a test or a person asks the simulator for: what happens to a request, to a callback, or to a
 * payment's state. A fault applies a number of times and is then used up.
 */
import { z } from 'zod'

const times = {
  /** Name of the simulated provider, e.g. `kustom`. */
  provider: z.string().min(1),
  /** How many requests, callbacks or payments it applies to. */
  count: z.int().min(1).default(1),
  /** How many it lets pass first. */
  skip: z.int().min(0).default(0),
  /** Only for the payment with this id at the provider. */
  payment: z.string().min(1).optional(),
}

/** `POST /checkout/v3/orders/:id`: method and path as in the provider's documentation; `*`: any request. */
const route = z.string().regex(/^(?:\*|[A-Z]+ \/\S*)$/, 'must be like "POST /checkout/v3/orders" or "*"')

const onRequest = {
  ...times,
  route: route.default('*'),
  /** Whether the provider carries out the request before the fault: its effect is there, the answer is not. */
  processed: z.boolean().default(false),
}

const onCallback = { ...times, callback: z.string().min(1) }

const milliseconds = z.int().min(0)

export const faultSchema = z.discriminatedUnion('kind', [
  /** Answers with this status and body, e.g. 503 or 423. */
  z.strictObject({
    kind: z.literal('status'),
    ...onRequest,
    status: z.int().min(400).max(599),
    body: z.string().default(''),
  }),
  /** Never answers. */
  z.strictObject({ kind: z.literal('timeout'), ...onRequest }),
  /** Closes the connection without an answer. */
  z.strictObject({ kind: z.literal('disconnect'), ...onRequest }),
  /** The callback does not arrive; the retries of its schedule do. */
  z.strictObject({ kind: z.literal('lost'), ...onCallback }),
  /** The callback arrives twice. */
  z.strictObject({ kind: z.literal('doubled'), ...onCallback }),
  z.strictObject({ kind: z.literal('late'), ...onCallback, delayMs: milliseconds }),
  /** The callback arrives after the provider's next one. */
  z.strictObject({ kind: z.literal('reordered'), ...onCallback }),
  /** The next payment session that is read or changed has expired. */
  z.strictObject({ kind: z.literal('expired_session'), ...times }),
  /** The provider records another amount than the shopper agreed to: `byMinor` more, or less. */
  z.strictObject({ kind: z.literal('changed_amount'), ...times, byMinor: z.int() }),
  /** A completed payment cannot be read for a while. */
  z.strictObject({ kind: z.literal('late_record'), ...times, delayMs: milliseconds }),
])

export type Fault = z.output<typeof faultSchema>
export type RequestFault = Extract<Fault, { route: string }>
export type CallbackFault = Extract<Fault, { callback: string }>
export type PaymentFault = Exclude<Fault, RequestFault | CallbackFault>

export interface Faults {
  add(fault: Fault): void
  list(): Fault[]
  clear(): void
  /** The fault for a request, used up by one. `route`: with its parameters, `GET /orders/:id`. */
  takeForRequest(provider: string, route: string, url: string): RequestFault | null
  takeForCallback(provider: string, callback: string, payment: string): CallbackFault | null
  takeForPayment<K extends PaymentFault['kind']>(
    provider: string,
    kind: K,
    payment: string,
  ): Extract<PaymentFault, { kind: K }> | null
}

export function createFaults(): Faults {
  let faults: Fault[] = []

  /** Uses up one application of the first fault that fits; faults that skip let this one pass. */
  const take = <F extends Fault>(fits: (fault: Fault) => fault is F): F | null => {
    for (const fault of faults) {
      if (!fits(fault)) continue
      if (fault.skip > 0) {
        fault.skip -= 1
        continue
      }
      fault.count -= 1
      if (fault.count === 0) faults = faults.filter((other) => other !== fault)
      return fault
    }
    return null
  }

  return {
    add: (fault) => faults.push({ ...fault }),
    list: () => faults.map((fault) => ({ ...fault })),
    clear: () => {
      faults = []
    },
    takeForRequest: (provider, asked, url) =>
      take(
        (fault): fault is RequestFault =>
          'route' in fault &&
          fault.provider === provider &&
          (fault.route === '*' || plainRoute(fault.route) === plainRoute(asked)) &&
          (fault.payment === undefined || url.includes(fault.payment)),
      ),
    takeForCallback: (provider, callback, payment) =>
      take(
        (fault): fault is CallbackFault =>
          'callback' in fault &&
          fault.provider === provider &&
          fault.callback === callback &&
          (fault.payment === undefined || fault.payment === payment),
      ),
    takeForPayment: <K extends PaymentFault['kind']>(provider: string, kind: K, payment: string) =>
      take(
        (fault): fault is Extract<PaymentFault, { kind: K }> =>
          fault.kind === kind &&
          fault.provider === provider &&
          (fault.payment === undefined || fault.payment === payment),
      ),
  }
}

/** Parameters may be written `:id` or `{order_id}`. */
function plainRoute(text: string): string {
  return text.replaceAll(/:\w+|\{\w+\}/g, '*')
}
