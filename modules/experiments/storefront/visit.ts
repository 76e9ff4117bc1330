/** The experiments of a measured visitor, each tracked once (EVENT-11). */
import { callApi } from '../../../app/state/api-client.ts'
import { pushEvent } from '../../../app/state/data-layer.ts'
import { keepCookie } from '../../../app/state/keep-cookie.ts'
import type { ModuleVisit } from '../../../app/state/module-visits.ts'
import { isFirstTime } from '../../../app/state/sent-events.ts'
import { useTracking, type Variant } from '../../../app/state/tracking-state.ts'
import { consentDays } from '../../../domain/consent/consent.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { assignVariant, type Experiment } from '../experiment.ts'

/**
 * Where no tracking service gives an id, the visitor's group decides: one of a thousand, so that it names nobody.
 */
const groupCookie = '__group'
const groups = 1000

export const visit = {
  measure: joinExperiments,
  forget: leaveExperiments,
  purchaseFields(sent) {
    const variants = viewedVariants(sent)
    return variants.length > 0 ? { variants } : {}
  },
} satisfies ModuleVisit

/** Assigns the visitor; if the request fails, to no experiment. `trackingId`: null without a tracking service. */
async function joinExperiments(store: Store, trackingId: string | null): Promise<void> {
  const answer = await callApi<Experiment[]>(store, 'experiments')
  if (!answer.ok || answer.data.length === 0) return
  const id = trackingId ?? ownGroup()
  const variants: Record<string, Variant> = {}
  for (const experiment of answer.data) {
    const variant = assignVariant(experiment, id)
    if (variant === null) continue
    variants[experiment.key] = {
      name: variant,
      onShown: () => viewVariant(store, experiment.key, variant),
    }
    if (isFirstTime(`experiment ${experiment.key} ${variant}`))
      pushEvent({ event: 'experiment', experiment_id: experiment.key, variant })
  }
  useTracking.setState({ variants })
}

/** Consent was refused or withdrawn: the visitor takes part in nothing. */
function leaveExperiments(): void {
  if (keptGroup() !== null) keepCookie(groupCookie, '', 0)
  useTracking.setState({ variants: {} })
}

const viewed = 'experiment-view'

/** Counts, once per tab, that the visitor saw a page in a variant. */
function viewVariant(store: Store, experiment: string, variant: string): void {
  if (isFirstTime(`${viewed} ${experiment} ${variant}`))
    void callApi(store, 'experiment-views', { method: 'POST', body: { experiment, variant } })
}

/** The variants that were seen in this tab. */
function viewedVariants(sent: readonly string[]): { experiment: string; variant: string }[] {
  return sent.flatMap((what) => {
    const [kind, experiment, variant] = what.split(' ')
    return kind === viewed && experiment && variant ? [{ experiment, variant }] : []
  })
}

const keptGroup = () => /(?:^|;\s*)__group=(\d{1,3})(?:;|$)/.exec(document.cookie)?.[1] ?? null

function ownGroup(): string {
  const group = keptGroup() ?? String(crypto.getRandomValues(new Uint32Array(1))[0]! % groups)
  keepCookie(groupCookie, group, consentDays.granted * 24 * 60 * 60)
  return group
}
