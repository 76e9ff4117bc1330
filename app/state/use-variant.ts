/**
 * The variant of an experiment that a page shows (EVENT-11). Documents are cached and shared, so the server always
 * renders them as without the experiment, and so does the first render in the browser: experiments are for what appears
 * later or below, where a change moves nothing. Null: no consent to statistics, or the experiment does not run.
 */
import { useEffect } from 'react'
import { useStore } from '../../ui/strings.tsx'
import { useTracking } from './tracking-state.ts'

/** The experiments that pages know: `cart-suggestions` shows `four` products in the cart instead of two. */
type PageExperiment = 'cart-suggestions'

export function useVariant(key: PageExperiment): string | null {
  const store = useStore()
  const variant = useTracking(({ variants }) => variants[key] ?? null)
  useEffect(() => {
    if (variant !== null)
      void import('./experiments.ts').then(({ viewVariant }) => viewVariant(store, key, variant))
  }, [store, key, variant])
  return variant
}
