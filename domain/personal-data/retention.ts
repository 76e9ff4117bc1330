/**
 * How long personal data is kept, per store and kind of data. The table of the kernel's periods; those of modules are in
 * `retention` of their declarations. What is kept for hours or days only (sessions, links, counts) is deleted by the job
 * `tidy`. Pure.
 */
import { entriesOf, valuesOf, type DeclaredName } from '../../modules/modules.ts'
import { localDay, momentOf } from '../stores/local-time.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'

/** `yearsAfter`: until the end of the calendar year of the event, and so many years more. */
export type RetentionPeriod = { days: number } | { yearsAfter: number }

/** Those of the kernel. */
const kernelKinds = [
  // Orders with their returns and invoices, by bookkeeping law: from the last invoice, credit note or refund.
  'order',
  // Whose orders at former shops were, as long as those of orders.
  'former-order',
  // Orders that were never paid: nothing was sold.
  'unpaid-order',
  // Digests of erased addresses, which imports must not bring back: as proof of the erasure until claims lapse.
  'erased-address',
] as const

export type KernelKind = (typeof kernelKinds)[number]
export type RetainedKind = KernelKind | DeclaredName<'retention'>

/** Kinds of data with a period of their own. */
export const retainedKinds: readonly RetainedKind[] = [...kernelKinds, ...entriesOf('retention').keys()]

/** Erased by the room of personal data itself; others by their module. */
export const isKernelKind = (kind: RetainedKind): kind is KernelKind =>
  kernelKinds.some((each) => each === kind)

/** Claims from a contract lapse after three years (DE § 195, 199 BGB; shorter or equal elsewhere for consumers). */
const claims = { yearsAfter: 3 }

export function retentionOf(store: StoreCode): Record<RetainedKind, RetentionPeriod> {
  return {
    ...valuesOf('retention', (period) => period),
    order: { yearsAfter: storePolicies[store].bookkeepingYears },
    'former-order': { yearsAfter: storePolicies[store].bookkeepingYears },
    'unpaid-order': { days: 365 },
    'erased-address': claims,
  }
}

/** What is older than this moment is no longer kept at `now`; years are those of the time zone. */
export function retentionCutoff(
  period: RetentionPeriod,
  { now, timeZone }: { now: Date; timeZone: string },
): Date {
  if ('days' in period) return new Date(now.getTime() - period.days * 24 * 3_600_000)
  const year = localDay(timeZone, now.getTime()).year - period.yearsAfter
  return new Date(momentOf(timeZone, { year, month: 1, day: 1 }, 0))
}
