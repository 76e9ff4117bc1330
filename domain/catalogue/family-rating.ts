/**
 * The imported ratings of a family: those of its variants together, each rating with the same weight; the parent's own
 * only where no variant has any, since feeds repeat them there.
 */
export function familyRating(
  parent: { hundredths: number | null; count: number } | null,
  variants: readonly { hundredths: number | null; count: number }[],
): { hundredths: number | null; count: number } {
  const rated = variants.filter(({ hundredths, count }) => hundredths !== null && count > 0)
  if (rated.length === 0) return parent ?? { hundredths: null, count: 0 }
  const count = rated.reduce((sum, each) => sum + each.count, 0)
  const stars = rated.reduce((sum, each) => sum + (each.hundredths ?? 0) * each.count, 0)
  return { hundredths: Math.round(stars / count), count }
}
