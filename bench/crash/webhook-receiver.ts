/**
 * A receiver of the shop's webhooks that hangs, fails and lies, in the process of the crash test, which is never killed.
 * It remembers what it got, and what it has said of it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { signatureHeaders } from '../../modules/webhooks/webhook-signature.server.ts'
import type { SeededRandom } from '../../test/seeded-random.ts'

const behaviours = ['well', 'error', 'reset', 'hang', 'late', 'redirect', 'giant', 'lie'] as const
export type Behaviour = (typeof behaviours)[number]

/** How often each is chosen; the rest answers well. */
const shares: Readonly<Partial<Record<Behaviour, number>>> = {
  error: 0.1,
  reset: 0.08,
  hang: 0.04,
  late: 0.08,
  redirect: 0.06,
  giant: 0.03,
  lie: 0.04,
}

export interface WebhookReceiver {
  /** Addresses of the receiver, and of one that refuses everything. */
  url: string
  deadUrl: string
  /** With which messages to `url` are signed; set once the webhook is added. */
  secret: string
  /** Ids of messages to `url`, in the order in which each came first. */
  received: readonly string[]
  /** Ids that were answered with a status of 200 to 299. */
  acknowledged: ReadonlySet<string>
  /** How often it behaved in each way. */
  behaved: Readonly<Record<Behaviour, number>>
  /** What must not happen, as sentences. */
  problems: readonly string[]
  /** From now on it answers well; what hangs is closed. */
  recover(): void
  close(): Promise<void>
}

export async function startWebhookReceiver(random: SeededRandom): Promise<WebhookReceiver> {
  const received: string[] = []
  const known = new Set<string>()
  const acknowledged = new Set<string>()
  const problems: string[] = []
  const behaved = Object.fromEntries(behaviours.map((each) => [each, 0])) as Record<Behaviour, number>
  let isWell = false
  // What the receiver redirects to: an address that only the shop's network reaches.
  const inside = createServer((_request, response) => {
    problems.push('a redirect to an address inside the network was followed')
    response.writeHead(200).end()
  })
  const choose = (): Behaviour => {
    if (isWell) return 'well'
    let left = random.next()
    for (const behaviour of behaviours) {
      left -= shares[behaviour] ?? 0
      if (left < 0) return behaviour
    }
    return 'well'
  }
  const note = (request: IncomingMessage, body: string): string => {
    const id = String(request.headers['webhook-id'])
    const at = Number(request.headers['webhook-timestamp']) * 1000
    const expected = signatureHeaders([receiver.secret], { id, at, body })['webhook-signature']
    if (request.headers['webhook-signature'] !== expected) problems.push(`the signature of ${id} is wrong`)
    if (!known.has(id)) received.push(id)
    known.add(id)
    return id
  }
  const behave = async (behaviour: Behaviour, id: string, response: ServerResponse): Promise<void> => {
    switch (behaviour) {
      case 'well':
        acknowledged.add(id)
        response.writeHead(204).end()
        return
      case 'error':
        response.writeHead(500).end('out of order')
        return
      case 'reset':
        response.destroy()
        return
      case 'hang':
        return
      case 'late':
        await sleep(random.int(1_000, 20_000))
        acknowledged.add(id)
        response.writeHead(200).end('at last')
        return
      case 'redirect':
        response.writeHead(301, { location: `http://127.0.0.1:${portOf(inside)}/` }).end()
        return
      case 'giant':
        acknowledged.add(id)
        response.writeHead(200)
        while (!response.destroyed && response.write(giantPart)) await sleep(1)
        response.destroy()
        return
      case 'lie':
        // It announces a body that does not come, and says that it has the message.
        acknowledged.add(id)
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        response.write('{"ok":')
        response.destroy()
        return
    }
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('error', () => {})
    response.on('error', () => {})
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.url === '/dead') return response.writeHead(500).end('never')
      const behaviour = choose()
      behaved[behaviour]++
      return void behave(behaviour, note(request, Buffer.concat(parts).toString()), response)
    })
  })
  for (const each of [server, inside])
    await new Promise<void>((listening) => each.listen(0, '127.0.0.1', listening))
  const origin = `http://receiver.example:${portOf(server)}`
  const receiver: WebhookReceiver = {
    url: `${origin}/shop`,
    deadUrl: `${origin}/dead`,
    secret: '',
    received,
    acknowledged,
    behaved,
    problems,
    recover() {
      isWell = true
      server.closeAllConnections()
    },
    async close() {
      for (const each of [server, inside]) {
        each.closeAllConnections()
        await new Promise((closed) => each.close(closed))
      }
    },
  }
  return receiver
}

/** Larger than what the shop reads of an answer. */
const giantPart = Buffer.alloc(256 * 1024, 'x')

const portOf = (server: { address(): AddressInfo | string | null }): number =>
  (server.address() as AddressInfo).port
