/**
 * The port to all carriers: asks the adapter of the store's account, keeps its answers for hours, and goes on with an
 * older answer while the carrier is down. The memory is the node's own; losing it costs a request.
 */
import type {
  Carriers,
  ServicePoint,
  ServicePointAnswer,
  ServicePointQuery,
} from '../../domain/shipping/service-point.ts'
import type { CarrierId } from '../../domain/stores/store.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { CarrierAdapter } from './carrier-adapter.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** How long an answer is used without asking again. */
export const freshMs = 4 * hourMs
/** How long it serves as a fallback while the carrier does not answer. */
export const staleMs = 24 * hourMs
/** How long a carrier that did not answer is left alone, so that not every shopper waits for it. */
export const pauseMs = minuteMs / 4
/** Answers kept in memory, about 5 kB each. */
const maxAnswers = 2_000

interface Kept {
  points: ServicePoint[]
  at: number
}

const unavailable: ServicePointAnswer = { ok: false, code: 'carrier_unavailable' }

/**
 * `adapterOf`: of the account that is in force now, one adapter per account; a carrier without one is unavailable.
 * `clock`: epoch milliseconds.
 */
export function createCarriers(
  adapterOf: (carrier: CarrierId, store: StoreCode) => CarrierAdapter | undefined,
  clock: () => number,
): Carriers {
  const kept = new Map<string, Kept>()
  const inFlight = new Map<string, Promise<ServicePointAnswer>>()
  // A wrong key of one account does not pause the others.
  const pausedUntil = new WeakMap<CarrierAdapter, number>()

  // Another account may have other points, and refuses what the former one gave to be sent back.
  const accounts = new WeakMap<CarrierAdapter, number>()
  let lastAccount = 0
  const accountOf = (adapter: CarrierAdapter): number => {
    const account = accounts.get(adapter) ?? ++lastAccount
    accounts.set(adapter, account)
    return account
  }

  const keep = (key: string, points: ServicePoint[]) => {
    kept.delete(key)
    kept.set(key, { points, at: clock() })
    const oldest = kept.size > maxAnswers ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
  }

  const ask = async (adapter: CarrierAdapter, query: ServicePointQuery, key: string) => {
    const answer = await adapter.servicePoints(query)
    if (!answer.ok) {
      pausedUntil.set(adapter, clock() + pauseMs)
      return answer
    }
    pausedUntil.delete(adapter)
    // Near a border a carrier may answer with a point on the other side.
    const points = answer.points.filter(({ countryCode }) => countryCode === query.countryCode)
    keep(key, points)
    return { ok: true as const, points }
  }

  return {
    async servicePoints(query) {
      const adapter = adapterOf(query.carrier, query.store)
      if (!adapter?.countries.includes(query.countryCode)) return unavailable
      const { countryCode, kind, postalCode } = query
      const key = [accountOf(adapter), countryCode, kind, postalCode].join(' ')
      const known = kept.get(key)
      const age = known ? clock() - known.at : Infinity
      if (known && age < freshMs) return { ok: true, points: known.points }
      const isPaused = (pausedUntil.get(adapter) ?? 0) > clock()
      let answer = unavailable
      if (!isPaused) {
        const pending = inFlight.get(key) ?? ask(adapter, query, key).finally(() => inFlight.delete(key))
        inFlight.set(key, pending)
        answer = await pending
      }
      return !answer.ok && known && age < staleMs ? { ok: true, points: known.points } : answer
    },
  }
}
