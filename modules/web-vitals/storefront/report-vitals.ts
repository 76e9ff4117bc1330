/**
 * Measures how fast the document's first page is and sends it when the tab is hidden. Loaded only with consent to
 * statistics; nothing is sent once that is withdrawn. Each metric is sent once per document.
 */
import { onCLS, onINP, onLCP, onTTFB, type Metric } from 'web-vitals'
import type { VisitVitals } from '../contract.ts'
import type { PageType } from '../page-type.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { links } from '../../../app/links.ts'
import { apiBaseUrl } from '../../../app/state/api-client.ts'
import { mayMeasureNow } from '../../../app/state/consent.ts'

type VitalMetric = VisitVitals['metrics'][number]

const measured = new Map<VitalMetric['name'], number>()
const sent = new Set<VitalMetric['name']>()
let begun = false

export function reportVitals(store: Store, page: PageType): void {
  if (begun) return
  begun = true
  const note = ({ name, value }: Metric) => {
    if (name !== 'FCP' && !sent.has(name)) measured.set(name, Math.max(0, value))
  }
  onLCP(note)
  onINP(note)
  onCLS(note)
  onTTFB(note)
  // After the listeners of the package, which report when the tab is hidden.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send(store, page)
  })
}

function send(store: Store, page: PageType): void {
  const metrics = [...measured].map(([name, value]) => ({ name, value }))
  measured.clear()
  if (metrics.length === 0 || !mayMeasureNow()) return
  for (const { name } of metrics) sent.add(name)
  const body = new Blob([JSON.stringify({ page, metrics } satisfies VisitVitals)], {
    type: 'application/json',
  })
  navigator.sendBeacon(apiBaseUrl() + links.api(store, 'vitals'), body)
}
