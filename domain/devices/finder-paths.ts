/** The finders and the words of their addresses. Pure, small. */
import type { StoreCode } from '../stores/stores.ts'

export const finderNames = ['device', 'vehicle', 'phone', 'cable'] as const
export type FinderName = (typeof finderNames)[number]

/** Segment after the store's prefix, one for each store. A device's page stands below `device`. */
export const finderPaths: Record<FinderName, Record<StoreCode, string>> = {
  device: { sv: 'hitta-batteri', no: 'finn-batteri', de: 'batterie-finden', da: 'find-batteri' },
  vehicle: { sv: 'hitta-bilbatteri', no: 'finn-bilbatteri', de: 'autobatterie-finden', da: 'find-bilbatteri' },
  phone: { sv: 'hitta-mobilbatteri', no: 'finn-mobilbatteri', de: 'handyakku-finden', da: 'find-mobilbatteri' },
  cable: { sv: 'hitta-kabel', no: 'finn-kabel', de: 'kabel-finden', da: 'find-kabel' },
} // prettier-ignore

/** Query parameters that carry a choice, by finder. A registration number is never in an address. */
const parameters: Record<FinderName, readonly string[]> = {
  device: ['kind', 'maker', 'model'],
  vehicle: [],
  phone: ['brand', 'model'],
  cable: ['from', 'to', 'length', 'power'],
}

/** The finder at a path segment of a store, or null. */
export function finderAt(code: StoreCode, segment: string): FinderName | null {
  return finderNames.find((name) => finderPaths[name][code] === segment) ?? null
}

/** Whether the parameter belongs to what the page at that segment shows. */
export function isFinderParameter(code: StoreCode, segment: string, name: string): boolean {
  const finder = finderAt(code, segment)
  return finder !== null && parameters[finder].includes(name)
}
