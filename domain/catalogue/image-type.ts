/** Image types as the API numbers them, and the order in which pictures are shown (ENTITY-17). */
export const imageTypes = {
  Zoom: 1,
  Thumb: 3,
  Gallery: 4,
  Original: 5,
  Featured: 9,
  GalleryThumb: 10,
  General: 12,
  Avatar: 13,
  Header: 16,
} as const

/** Pictures in display order: `sort_order` ascending. */
export function sortImages<T extends { sort_order: number }>(images: readonly T[]): T[] {
  return [...images].sort((a, b) => a.sort_order - b.sort_order)
}
