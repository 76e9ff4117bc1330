/** What each carrier's adapter implements; `createCarriers` adds the cache and the fallback. */
import type { ServicePointAnswer, ServicePointQuery } from '../../domain/shipping/service-point.ts'

export interface CarrierAdapter {
  /** Countries with service points of this carrier, ISO 3166-1 alpha-2. */
  countries: readonly string[]
  /** Nearest first. Never throws for a carrier that is down or that answers nonsense. */
  servicePoints(query: Omit<ServicePointQuery, 'carrier' | 'store'>): Promise<ServicePointAnswer>
}

/** How many points a shopper gets to choose from. */
export const pointsPerQuery = 10
