/** What modules do with a visit: `storefront/visit.ts` of each, found by its name. */
import type { Store } from '../../domain/stores/stores.ts'
import { mayMeasureNow } from './consent.ts'
import { sentEvents } from './sent-events.ts'

/** What a module's `storefront/visit.ts` exports as `visit`. */
export interface ModuleVisit {
  /**
   * Statistics are allowed: called once per visit and after each new choice. `trackingId`: of the tracking service; null
   * without one.
   */
  measure?(store: Store, trackingId: string | null): Promise<void>
  /** Statistics are allowed: called for the first page of a document, once and after each new choice. `routeId`: its route. */
  measureFirstPage?(store: Store, routeId: string): void
  /** Statistics are not allowed, or no longer: deletes what the module keeps in the browser for them. */
  forget?(): void
  /**
   * What it adds to the report of a purchase: the fields of `purchaseEvent` of its manifest, or none. `sent`: what it
   * and others asked `isFirstTime` in this tab.
   */
  purchaseFields?(sent: readonly string[]): object
}

const visits = Object.values(
  import.meta.glob<{ visit: ModuleVisit }>('../../modules/*/storefront/visit.ts', { eager: true }),
).map(({ visit }) => visit)

export async function measureVisit(store: Store, trackingId: string | null): Promise<void> {
  await Promise.all(visits.map(async (visit) => visit.measure?.(store, trackingId)))
}

/** Nothing unless statistics are allowed now. */
export function measureFirstPage(store: Store, routeId: string): void {
  if (mayMeasureNow()) for (const visit of visits) visit.measureFirstPage?.(store, routeId)
}

export function forgetVisit(): void {
  for (const visit of visits) visit.forget?.()
}

/** What modules add to the report of a purchase; nothing unless statistics are allowed now. */
export function purchaseFieldsOfModules(): object {
  const sent = sentEvents()
  const fields = Object.assign({}, ...visits.map((visit) => visit.purchaseFields?.(sent))) as object
  return Object.keys(fields).length > 0 && mayMeasureNow() ? fields : {}
}
