/** How many slides of a product carousel are seen at once (CHROME-22). The style sheet states the same steps. */
export type CarouselWidth = 'narrow' | 'wide'

/** Slides seen in a window of `width` pixels. */
export function visibleSlides(variant: CarouselWidth, width: number): number {
  const wide = variant === 'wide'
  if (width >= 1200) return wide ? 5 : 3.5
  if (width >= 992) return wide ? 3.5 : 1.5
  if (width >= 768) return wide ? 2.5 : 1.5
  return width >= 480 ? 1.5 : 1.05
}
