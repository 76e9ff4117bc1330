/** The breadcrumb trail's rules (CRUMB-03, CRUMB-04, ENTITY-38). */

/** `to` is a page of the shop, `href` any address; with neither, plain text. */
export interface Crumb {
  text: string
  to?: string
  href?: string
}

/** Maximum length of the trail (CRUMB-03). */
export const longestTrail = 5

/**
 * The trail with a crumb appended: repeating the last target changes nothing; beyond the maximum the oldest
 * is dropped.
 */
export function addCrumb(trail: readonly Crumb[], crumb: Crumb): Crumb[] {
  const last = trail.at(-1)
  const target = crumb.to ?? crumb.href
  if (last && target !== undefined && (last.to ?? last.href) === target) return [...trail]
  return [...trail, crumb].slice(-longestTrail)
}

/** A trail made of crumbs in order. */
export function trailOf(crumbs: readonly Crumb[]): Crumb[] {
  return crumbs.reduce<Crumb[]>(addCrumb, [])
}
