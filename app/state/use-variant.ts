/**
 * The variant in which a part of a page is shown. Documents are cached and shared, so the server always renders them
 * without variants, and so does the first render in the browser: variants are for what appears later or below, where a
 * change moves nothing. Null: no consent to statistics, or nobody tries variants of the part.
 */
import { useEffect } from 'react'
import { useTracking } from './tracking-state.ts'

/** The parts that have variants: `cart-suggestions` shows `four` products in the cart instead of two. */
type VariedPart = 'cart-suggestions'

export function useVariant(part: VariedPart): string | null {
  const variant = useTracking(({ variants }) => variants[part] ?? null)
  useEffect(() => variant?.onShown(), [variant])
  return variant?.name ?? null
}
