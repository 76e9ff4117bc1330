/** The experiments of a measured visitor, each tracked once (EVENT-11). */
import { consentDays } from '../../domain/consent/consent.ts'
import { assignVariant, type Experiment } from '../../domain/experiments/experiment.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { callApi } from './api-client.ts'
import { mayMeasureNow } from './consent.ts'
import { pushEvent } from './data-layer.ts'
import { keepCookie } from './keep-cookie.ts'
import { isFirstTime, sentEvents } from './sent-events.ts'
import { useTracking } from './tracking-state.ts'

/**
 * Where no tracking service gives an id, the visitor's group decides: one of a thousand, so that it names nobody.
 */
const groupCookie = '__group'
const groups = 1000

/** Assigns the visitor; if the request fails, to no experiment. `trackingId`: null without a tracking service. */
export async function joinExperiments(store: Store, trackingId: string | null): Promise<void> {
  const answer = await callApi<Experiment[]>(store, 'experiments')
  if (!answer.ok || answer.data.length === 0) return
  const id = trackingId ?? ownGroup()
  const variants: Record<string, string> = {}
  for (const experiment of answer.data) {
    const variant = assignVariant(experiment, id)
    if (variant === null) continue
    variants[experiment.key] = variant
    if (isFirstTime(`experiment ${experiment.key} ${variant}`))
      pushEvent({ event: 'experiment', experiment_id: experiment.key, variant })
  }
  useTracking.setState({ variants })
}

/** Consent was refused or withdrawn: the visitor takes part in nothing. */
export function leaveExperiments(): void {
  if (keptGroup() !== null) keepCookie(groupCookie, '', 0)
  useTracking.setState({ variants: {} })
}

const viewed = 'experiment-view'

/** Counts, once per tab, that the visitor saw a page in a variant. */
export function viewVariant(store: Store, experiment: string, variant: string): void {
  if (isFirstTime(`${viewed} ${experiment} ${variant}`))
    void callApi(store, 'experiment-views', { method: 'POST', body: { experiment, variant } })
}

/** The variants that were seen in this tab; none once consent is withdrawn. */
export function viewedVariants(): { experiment: string; variant: string }[] {
  const seen = sentEvents().flatMap((what) => {
    const [kind, experiment, variant] = what.split(' ')
    return kind === viewed && experiment && variant ? [{ experiment, variant }] : []
  })
  return seen.length > 0 && mayMeasureNow() ? seen : []
}

const keptGroup = () => /(?:^|;\s*)__group=(\d{1,3})(?:;|$)/.exec(document.cookie)?.[1] ?? null

function ownGroup(): string {
  const group = keptGroup() ?? String(crypto.getRandomValues(new Uint32Array(1))[0]! % groups)
  keepCookie(groupCookie, group, consentDays.granted * 24 * 60 * 60)
  return group
}
