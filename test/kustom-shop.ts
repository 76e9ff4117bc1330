/**
 * A shop with the simulated Kustom: real PostgreSQL, the real API listening, and Kustom's simulator with a frozen
 * clock, which calls the shop back. Only in `.db.test.ts` files.
 */
import { simulatedKustom } from '../sandbox/kustom/simulator.ts'
import type { Exchange } from '../sandbox/simulator/request-log.ts'
import { startSimulator } from '../sandbox/simulator/simulator.ts'
import { createVirtualClock } from '../sandbox/simulator/virtual-clock.ts'
import { freePort } from './free-port.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { FinalizeServices } from '../domain/payments/finalize-payment.server.ts'
import { processPaymentEvent } from '../domain/payments/payment-events.server.ts'
import { readPaymentAccounts } from '../server/payment-settings.ts'
import { testServices } from './composition.ts'
import { orderShop, type OrderShop, type OrderShopOptions } from './order-shop.ts'

export interface KustomShop {
  shop: OrderShop
  services: FinalizeServices
  publicUrl: string
  /** Opens the checkout's Kustom frame; returns the id of the payment. */
  openFrame(checkoutId: string, store?: StoreCode): Promise<string>
  /** What the simulated frame's page sends: `address`, `pay`. */
  shopper(payment: string, action: string, body: unknown): Promise<{ kind: string; [field: string]: unknown }>
  control(method: string, path: string, body?: unknown): Promise<unknown>
  exchanges(): Promise<Exchange[]>
  /** Runs the enqueued payment events once; the codes of those that are delayed. */
  processEvents(): Promise<string[]>
  close(): Promise<void>
}

/** `orderLimits`: by default roomy ones. */
export async function kustomShop(options: Pick<OrderShopOptions, 'orderLimits'> = {}): Promise<KustomShop> {
  const simulator = (await startSimulator({
    port: 0,
    providers: [simulatedKustom],
    root: process.cwd(),
    clock: createVirtualClock({ startMs: Date.UTC(2026, 10, 20, 9), isFrozen: true }),
  }))!
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  const payments = { kustom: readPaymentAccounts({}, simulator.url).kustom! }
  const shop = await orderShop({ ...options, payments, publicUrl })
  await shop.app.listen({ port, host: 'localhost' })
  const clock = () => shop.now.at
  const services: FinalizeServices = {
    ...testServices({ db: shop.db, clock, payments, publicUrl }),
    jobs: {
      enqueue: async (_trx, name, data) =>
        void shop.enqueued.push({ name, data: data as OrderShop['enqueued'][number]['data'] }),
    },
  }
  const send = async (method: string, url: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
    return response.json()
  }
  const control = (method: string, path: string, body?: unknown) =>
    send(method, `${simulator.url}/control/${path}`, body)
  return {
    shop,
    services,
    publicUrl,
    control,
    async openFrame(checkoutId, store = 'sv') {
      const opened = await shop.call(
        'POST',
        `/api/checkout/${checkoutId}/payment`,
        { provider: 'klarna', customerType: 'private' },
        store,
      )
      if (opened.status !== 200) throw new Error(`no payment: ${JSON.stringify(opened.body)}`)
      return opened.body.order_id
    },
    shopper: (payment, action, body) =>
      send('POST', `${simulator.url}/kustom/page/${payment}/${action}`, body) as ReturnType<
        KustomShop['shopper']
      >,
    exchanges: async () => (await control('GET', 'requests')) as Exchange[],
    async processEvents() {
      const delayed: string[] = []
      for (const job of shop.enqueued.splice(0)) {
        if (job.name !== 'payment-event') shop.enqueued.push(job)
        else
          await processPaymentEvent(services, (job.data as unknown as { eventId: number }).eventId).catch(
            (error: Error) => {
              delayed.push(error.message)
              shop.enqueued.push(job)
            },
          )
      }
      return delayed
    },
    async close() {
      await shop.close()
      await simulator.stop()
    },
  }
}
