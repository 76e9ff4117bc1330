/** Which tags fill the home page's carousels, by their slug in each store. */
import type { StoreCode } from '../../../domain/stores/stores.ts'

type Slugs = Record<StoreCode, string>

export const bestsellers: Slugs = {
  sv: 'storsaljare',
  no: 'bestselgere',
  de: 'bestseller',
  da: 'bestsellere',
}
const coldProof: Slugs = { sv: 'tal-kyla', no: 'taler-kulde', de: 'kaeltefest', da: 'taler-kulde' }
const travel: Slugs = { sv: 'resa', no: 'reise', de: 'reise', da: 'rejse' }

/** The season's shelf: what stands the cold from October to March, what travels well in the rest of the year. */
export function seasonShelf(month: number): { title: 'home.season' | 'home.season_travel'; slugs: Slugs } {
  const cold = month >= 10 || month <= 3
  return cold ? { title: 'home.season', slugs: coldProof } : { title: 'home.season_travel', slugs: travel }
}

/** Searches that show how the field is meant: a cell's marking, a device, a tool's voltage. */
export const exampleSearches: Record<StoreCode, readonly string[]> = {
  sv: ['CR2032', 'AA', '18650', 'Hörapparat 312', 'USB-C', 'Bilbatteri'],
  no: ['CR2032', 'AA', '18650', 'Høreapparat 312', 'USB-C', 'Bilbatteri'],
  de: ['CR2032', 'AA', '18650', 'Hörgerät 312', 'USB-C', 'Autobatterie'],
  da: ['CR2032', 'AA', '18650', 'Høreapparat 312', 'USB-C', 'Bilbatteri'],
}
