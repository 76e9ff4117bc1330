import type { FinderName } from '../../../domain/stores/store.ts'
/** The finders relevant to a branch of the catalogue, by the icon of its main category. */

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

export function findersOfBranch(icon: string | null): readonly FinderName[] {
  return byIcon[icon ?? ''] ?? []
}
