/** Each carrier's adapter against its simulator, over HTTP. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { needsServicePoint } from '../domain/shipping/shipping-methods.ts'
import type { ServicePointQuery } from '../domain/shipping/service-point.ts'
import { storeCodes, storePolicies, stores, type StoreCode } from '../domain/stores/stores.ts'
import { composeCarriers } from '../server/compose.ts'
import type { CarrierAccounts } from '../server/carrier-settings.ts'
import { openCarriers, type SimulatedCarriers } from './simulated-carriers.ts'

let simulated: SimulatedCarriers
beforeAll(async () => {
  simulated = await openCarriers()
})
afterEach(() => simulated.reset())
afterAll(() => simulated.stop())

const postalCodes: Record<StoreCode, string> = { sv: '12345', no: '0150', de: '10115', da: '2100' }

/** The service points that the stores' shipping methods lead to. */
const queries = storeCodes.flatMap((code) =>
  storePolicies[code].shippingMethods.filter(needsServicePoint).map((method): [string, ServicePointQuery] => [
    `${code} ${method.id}`,
    {
      store: code,
      countryCode: stores[code].countryCode,
      language: stores[code].iso,
      carrier: method.carrier!,
      kind: method.kind === 'locker' ? 'locker' : 'pickup',
      postalCode: postalCodes[code],
    },
  ]),
)

/** The simulator's name of a carrier. */
const simulatorOf = (carrier: string) => (carrier === 'instabox' ? 'instabee' : carrier.toLowerCase())

function carriersOf(accounts: CarrierAccounts = simulated.accounts) {
  const warnings: string[] = []
  const log = { info: () => {}, warn: (data: object) => void warnings.push(JSON.stringify(data)) }
  const kept = { carriersOf: () => accounts }
  return { warnings, carriers: composeCarriers({ accounts: kept, clock: () => 0, log }) }
}

describe.each(queries)('%s', (_name, query) => {
  it('has three service points of the country, nearest first', async () => {
    const answer = await carriersOf().carriers.servicePoints(query)
    if (!answer.ok) throw new Error('the carrier did not answer')
    const { points } = answer
    expect(points).toHaveLength(3)
    for (const point of points) {
      expect(point).toMatchObject({
        carrier: query.carrier,
        type: query.kind === 'locker' ? 'locker' : 'manned',
        countryCode: query.countryCode,
      })
      expect([point.id, point.name]).not.toContain('')
    }
    const distances = points.flatMap(({ distanceMetres }) => distanceMetres ?? [])
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(new Set(points.map(({ id }) => id)).size).toBe(3)
  })

  it.each([
    { kind: 'status', status: 503, body: 'busy' },
    { kind: 'status', status: 429 },
    { kind: 'disconnect' },
  ])('is unavailable after %o, and nothing private is logged', async (fault) => {
    await simulated.fault({ ...fault, provider: simulatorOf(query.carrier) })
    const { carriers, warnings } = carriersOf()
    expect(await carriers.servicePoints(query)).toEqual({ ok: false, code: 'carrier_unavailable' })
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).not.toContain(query.postalCode)
  })

  it('is unavailable with wrong keys', async () => {
    const apiKey = 'wrong-key'
    const { carriers, warnings } = carriersOf(
      Object.fromEntries(
        Object.entries(simulated.accounts).map(([name, account]) => [
          name,
          { ...account, keys: { ...account.keys, api_key: apiKey } },
        ]),
      ),
    )
    expect(await carriers.servicePoints(query)).toMatchObject({ ok: false })
    expect(warnings.join('')).not.toContain(apiKey)
  })
})

it('reads each field of a point', async () => {
  const { carriers } = carriersOf()
  const first = async (query: ServicePointQuery) => {
    const answer = await carriers.servicePoints(query)
    return answer.ok ? answer.points[0] : undefined
  }
  const query = (carrier: ServicePointQuery['carrier'], store: StoreCode) =>
    queries.find(
      ([, entry]) => entry.carrier === carrier && entry.countryCode === stores[store].countryCode,
    )![1]
  expect(await first(query('postnord', 'sv'))).toMatchObject({
    street: expect.stringMatching(/^\p{L}+ \d+$/u),
    postalCode: '12345',
    city: 'DEMOSTAD',
    position: { latitude: expect.closeTo(59.3, 0), longitude: expect.closeTo(18, 0) },
    distanceMetres: expect.any(Number),
    openingHours: ['mån–fre 08:00–20:00', 'lör–sön 10:00–18:00'],
  })
  expect(await first(query('bring', 'no'))).toMatchObject({
    openingHours: ['man–fre 08:00–20:00', 'lør 10:00–18:00', 'søn 10:00–18:00'],
    distanceMetres: expect.any(Number),
  })
  expect(await first({ ...query('DHL', 'de'), kind: 'pickup' })).toMatchObject({
    name: expect.not.stringContaining('Postfiliale'),
    booking: { keyword: expect.stringMatching(/^Postfiliale \d{3}$/) },
  })
  expect(await first({ ...query('DHL', 'de'), kind: 'locker' })).toMatchObject({
    name: expect.stringMatching(/^Packstation \d{3}$/),
    booking: { keyword: expect.stringMatching(/^Packstation \d{3}$/) },
    openingHours: ['24/7'],
  })
  expect(await first(query('budbee', 'da'))).toMatchObject({ id: expect.stringMatching(/^BOX\d{5}$/) })
  expect(await first(query('instabox', 'sv'))).toMatchObject({
    name: expect.stringMatching(/^Instabox Paketskåp/),
    street: '',
    distanceMetres: null,
    booking: { availabilityToken: expect.any(String), sortCode: expect.stringMatching(/^SE-/) },
  })
})

it('keeps the carriers’ keys out of the simulator’s record', async () => {
  const { carriers } = carriersOf()
  for (const [, query] of queries) await carriers.servicePoints(query)
  const exchanges = await simulated.exchanges()
  expect(exchanges.length).toBe(queries.length)
  expect(JSON.stringify(exchanges)).not.toMatch(/simulated(?!\.example)(?!")/)
  expect(exchanges.find(({ provider }) => provider === 'postnord')?.url).toContain('apikey=***&')
})
