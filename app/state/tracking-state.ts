/** Tracking state of this visit (ENTITY-41). In memory; the id's own cookie is in `tracking-id.ts`. */
import { create } from 'zustand'

export interface TrackingState {
  /** The id of API-27; null without consent, or where no tracking is configured. */
  userID: string | null
  /** Name of the service that finds search hits: the shop's own. */
  searchProvider: string
  /** Name of the service that recommends products: the shop's own. */
  recommendationProvider: string
  /** Variants of the running experiments, by experiment; empty without consent to statistics (EVENT-11). */
  variants: Readonly<Record<string, string>>
}

export const useTracking = create<TrackingState>()(() => ({
  userID: null,
  searchProvider: 'anode',
  recommendationProvider: 'anode',
  variants: {},
}))
