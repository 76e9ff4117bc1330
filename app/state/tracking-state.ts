/** Tracking state of this visit (ENTITY-41). In memory; the id's own cookie is in `tracking-id.ts`. */
import { create } from 'zustand'

/** The variant of a part of a page that this visit shows. */
export interface Variant {
  name: string
  /** Called whenever the part is shown in the variant. */
  onShown: () => void
}

export interface TrackingState {
  /** The id of API-27; null without consent, or where no tracking is configured. */
  userID: string | null
  /** Name of the service that finds search hits: the shop's own. */
  searchProvider: string
  /** Name of the service that recommends products: the shop's own. */
  recommendationProvider: string
  /** Variants of parts of pages, by part (`use-variant.ts`); empty without consent to statistics. Modules set them. */
  variants: Readonly<Record<string, Variant>>
}

export const useTracking = create<TrackingState>()(() => ({
  userID: null,
  searchProvider: 'anode',
  recommendationProvider: 'anode',
  variants: {},
}))
