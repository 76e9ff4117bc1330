/** What measuring knows of this visit (ENTITY-41). In memory; the id's own cookie is `tracking-id.ts`'s. */
import { create } from 'zustand'

export interface TrackingState {
  /** The id of API-27; null without consent, or where no tracking is configured. */
  userID: string | null
  /** The service that finds search hits, by name; ours. */
  searchProvider: string
  /** The service that recommends products, by name; ours. */
  recommendationProvider: string
}

export const useTracking = create<TrackingState>()(() => ({
  userID: null,
  searchProvider: 'anode',
  recommendationProvider: 'anode',
}))
