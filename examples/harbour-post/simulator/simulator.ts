/**
 * Harbour Post on this machine: its API, and its reports of deliveries. Nothing is stored. Those who test a shop make it
 * hang, fail or answer nonsense, and report deliveries when they like, signed by somebody else if they like.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sign, signatureHeader } from '../module/signature.ts'

export interface SimulatedParcel {
  id: string
  /** The tracking number. */
  number: string
  /** The shop's reference. */
  reference: string
  /** The service point that it goes to; null: to the address. */
  point: string | null
  reportUrl: string
  isCancelled: boolean
  /** ISO 8601. */
  deliveredAt: string | null
}

/** A report as it is sent. */
export interface SimulatedReport {
  headers: Record<string, string>
  body: string
}

export interface Simulator {
  url: string
  parcels: readonly SimulatedParcel[]
  /** How its API answers. */
  answers: 'well' | 'nonsense' | 'fault' | 'never'
  /** The parcel is handed over: the report of it, signed with the account's secret or with another one. */
  deliver(number: string, at: Date, secret?: string): SimulatedReport
  /** Sends a report to where the shop wants them; the status of its answer. */
  send(number: string, report: SimulatedReport): Promise<number>
  close(): Promise<void>
}

interface Answer {
  status: number
  body: object
}

/** The account: the keys of `carrier.server.ts`. */
const account = { apiKey: 'simulated-api-key', customer: '100001', secret: 'simulated-report-secret' }

/** Less than what its shipping methods carry. */
const heaviestGrams = 15_000

/** A page without anything on it. */
const label = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 298 420]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
).toString('base64')

const refused = (error: string): Answer => ({ status: 422, body: { error } })
const unknown: Answer = { status: 404, body: { error: 'unknown' } }
const viewOf = ({ id, number, deliveredAt }: SimulatedParcel) => ({ id, number, deliveredAt, label })

export async function startSimulator(port = 0): Promise<Simulator> {
  const parcels: SimulatedParcel[] = []

  const book = (asked: Record<string, unknown>): Answer => {
    const { reference, customer, grams, point, reportUrl } = asked
    const known = parcels.find((parcel) => parcel.reference === reference)
    if (known) return { status: 200, body: viewOf(known) }
    if (customer !== account.customer) return refused('The customer number is unknown.')
    if (typeof grams !== 'number' || grams > heaviestGrams) return refused('The parcel is too heavy.')
    const id = String(parcels.length + 1)
    const parcel: SimulatedParcel = {
      id: `parcel-${id}`,
      number: `HP${id.padStart(9, '0')}`,
      reference: String(reference),
      point: typeof point === 'string' ? point : null,
      reportUrl: String(reportUrl),
      isCancelled: false,
      deliveredAt: null,
    }
    parcels.push(parcel)
    return { status: 201, body: viewOf(parcel) }
  }
  const callApi = async (request: IncomingMessage): Promise<Answer> => {
    if (request.headers.authorization !== `Bearer ${account.apiKey}`) return { status: 401, body: {} }
    const { pathname, searchParams } = new URL(request.url ?? '', simulator.url)
    const [, , area, name = ''] = pathname.split('/')
    if (area === 'points') return { status: 200, body: { points: pointsAt(searchParams) } }
    if (area === 'tracking') {
      const parcel = parcels.find(({ number }) => number === name)
      return parcel ? { status: 200, body: viewOf(parcel) } : unknown
    }
    if (request.method === 'POST') return book(JSON.parse(await textOf(request)) as Record<string, unknown>)
    const parcel = parcels.find(({ id }) => id === name)
    if (!parcel) return unknown
    if (parcel.deliveredAt !== null) return refused('The parcel is delivered.')
    parcel.isCancelled = true
    return { status: 200, body: {} }
  }

  const server = createServer((request, response) => {
    const work = async () => {
      if (simulator.answers === 'never') return undefined
      if (simulator.answers === 'fault') return response.writeHead(500).end('out of order')
      if (simulator.answers === 'nonsense')
        return response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":"maybe"}')
      const { status, body } = await callApi(request)
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    work().catch(() => response.writeHead(400).end('{"error":"request"}'))
  })
  const simulator: Simulator = {
    url: '',
    parcels,
    answers: 'well',
    deliver(number, at, secret = account.secret) {
      const parcel = parcels.find((each) => each.number === number)
      if (parcel) parcel.deliveredAt = at.toISOString()
      const body = JSON.stringify({ type: 'delivered', number, at: at.toISOString() })
      return {
        headers: { 'content-type': 'application/json', [signatureHeader]: sign(secret, Buffer.from(body)) },
        body,
      }
    },
    async send(number, report) {
      const { reportUrl } = parcels.find((each) => each.number === number)!
      return (await fetch(reportUrl, { method: 'POST', ...report })).status
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  simulator.url = `http://localhost:${(server.address() as AddressInfo).port}`
  return simulator
}

const pointsAt = (query: URLSearchParams) =>
  [1, 2].map((number) => ({
    id: `point-${number}`,
    name: `Harbour Post ${number}`,
    street: `Hamngatan ${number}`,
    postalCode: query.get('postalCode'),
    city: 'Hamnen',
    metres: number * 300,
    open: ['08:00–20:00'],
  }))

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
