/**
 * Harbour Pay on this machine: its API, the page on which shoppers pay, and its webhooks. Nothing is stored. Those who
 * test a shop make it hang, fail or answer nonsense, and keep its webhooks back to send them late, twice, in another
 * order, or signed by somebody else.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sign, signatureHeader } from '../module/signature.ts'
import { createPaymentBook, type Answer, type PaymentBook, type SimulatedEvent } from './payment-book.ts'
import { choices, paymentPage, type Choice } from './payment-page.ts'

export interface Simulator {
  url: string
  payments: PaymentBook['all']
  /** How its API answers. `lost`: it does what it is asked, and the answer does not arrive. */
  answers: 'well' | 'nonsense' | 'fault' | 'never' | 'lost'
  /** Whether events are sent when they happen, before the shopper is back, or kept back. */
  webhooks: 'at once' | 'kept back'
  /** Every event so far. */
  events: readonly SimulatedEvent[]
  /** Sends an event, signed with the account's secret or with another one; the status of the shop's answer. */
  send(event: SimulatedEvent, secret?: string): Promise<number>
  close(): Promise<void>
}

/** The account: the keys of `payment-account.server.ts`. */
const account = { apiKey: 'simulated-api-key', secret: 'simulated-webhook-secret' }

const json = (status: number, body: object): Answer => ({ status, body })

export async function startSimulator(port = 0): Promise<Simulator> {
  const events: SimulatedEvent[] = []
  let sending = Promise.resolve()
  const send = async (event: SimulatedEvent, secret = account.secret): Promise<number> => {
    const { webhookUrl } = book.find(event.payment)!
    const body = Buffer.from(JSON.stringify(event))
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [signatureHeader]: sign(secret, body, Math.floor(Date.now() / 1000)),
      },
      body,
    })
    return response.status
  }
  const book = createPaymentBook(
    () => simulator.url,
    (event) => {
      events.push(event)
      if (simulator.webhooks === 'kept back') return
      sending = sending.then(async () => void (await send(event))).catch(() => {})
    },
  )

  const callApi = async (request: IncomingMessage, path: readonly string[]): Promise<Answer> => {
    if (request.headers.authorization !== `Bearer ${account.apiKey}`) return json(401, { error: 'api_key' })
    const [id, operation] = path
    const payment = id === undefined ? undefined : book.find(id)
    if (id !== undefined && !payment) return json(404, { error: 'payment' })
    if (request.method === 'GET') return payment ? json(200, payment) : json(404, { error: 'payment' })
    const key = String(request.headers['idempotency-key'] ?? '')
    const body = JSON.parse(await textOf(request)) as Parameters<PaymentBook['open']>[1] & {
      isFinal: boolean
    }
    if (!payment) return book.open(key, body)
    if (operation === 'captures') return book.capture(key, payment, body.amount, body.isFinal)
    if (operation === 'refunds') return book.refund(key, payment, body.amount)
    return operation === 'cancel' ? book.cancel(key, payment) : json(404, { error: 'operation' })
  }

  const server = createServer((request, response) => {
    const [area, ...path] = (request.url ?? '').split('?')[0]!.split('/').filter(Boolean)
    const work = async () => {
      if (area === 'pay') {
        const [id = '', chosen] = path
        const payment = book.find(id)
        if (!payment) return response.writeHead(404).end()
        const choice = choices.find((each) => each === chosen)
        if (choice === undefined)
          return response.writeHead(200, { 'content-type': 'text/html' }).end(paymentPage(payment))
        decide(book, payment, choice)
        // Where webhooks are sent at once, the shop has them before the shopper is back.
        await sending
        return response.writeHead(303, { location: payment.returnUrl.replace('{payment}', payment.id) }).end()
      }
      if (simulator.answers === 'never') return undefined
      if (simulator.answers === 'fault') return response.writeHead(500).end('out of order')
      if (simulator.answers === 'nonsense')
        return response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":"maybe"}')
      const { status, body } = await callApi(request, path.slice(1))
      if (simulator.answers === 'lost') return request.socket.destroy()
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    work().catch(() => response.writeHead(400).end('{"error":"request"}'))
  })
  const simulator: Simulator = {
    url: '',
    payments: book.all,
    answers: 'well',
    webhooks: 'at once',
    events,
    send,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  simulator.url = `http://localhost:${(server.address() as AddressInfo).port}`
  return simulator
}

function decide(book: PaymentBook, payment: PaymentBook['all'][number], choice: Choice): void {
  if (choice === 'approve') book.decide(payment, 'authorized')
  if (choice === 'decline') book.decide(payment, 'declined')
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
