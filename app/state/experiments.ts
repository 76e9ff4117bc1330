/** The experiments of a measured visitor, each tracked once (EVENT-11). */
import { assignVariant, type Experiment } from '../../domain/experiments/experiment.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { callApi } from './api-client.ts'
import { pushEvent } from './data-layer.ts'
import { isFirstTime } from './sent-events.ts'

/** Assigns the visitor; if the request fails, to no experiment. */
export async function joinExperiments(store: Store, trackingId: string): Promise<void> {
  const answer = await callApi<Experiment[]>(store, 'experiments')
  if (!answer.ok) return
  for (const experiment of answer.data) {
    const variant = assignVariant(experiment, trackingId)
    if (variant !== null && isFirstTime(`experiment ${experiment.key} ${variant}`))
      pushEvent({ event: 'experiment', experiment_id: experiment.key, variant })
  }
}
