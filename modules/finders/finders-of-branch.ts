/** Which finders help in a branch of the catalogue. */
import type { CatalogueBranch } from '../../app/features/menus/module-menus.ts'
import type { FinderName } from './finder-names.ts'

/** By the icon of its main category. */
const byIcon: Record<string, readonly FinderName[]> = {
  cell: ['device', 'vehicle'],
  coin: ['device'],
  charger: ['cable', 'device'],
  phone: ['phone', 'device'],
  laptop: ['device', 'cable'],
  cable: ['cable'],
  drill: ['device'],
  car: ['vehicle', 'device'],
  alarm: ['device'],
}

/**
 * On the page of a category the finder for vehicles is only named where starter batteries are listed, which all have a cold
 * cranking current.
 */
export function findersOfBranch({ icon, category }: CatalogueBranch): readonly FinderName[] {
  const names = byIcon[icon ?? ''] ?? []
  if (category === undefined) return names
  const hasStarters = category.facets.includes('cca_a')
  const isVehicles = (name: FinderName) => Number(name === 'vehicle')
  return (
    names
      .filter((name) => name !== 'vehicle' || hasStarters)
      // Below the main category they are all that is listed.
      .sort((a, b) => (category.isMain ? 0 : isVehicles(b) - isVehicles(a)))
  )
}
