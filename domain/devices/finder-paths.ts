/** The finder of an address, and its query parameters. Pure, small. */
import { finderNames, type FinderName } from '../stores/store.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'

/** Query parameters that hold a choice, by finder. A registration number is never part of an address. */
const parameters: Record<FinderName, readonly string[]> = {
  device: ['kind', 'maker', 'model'],
  vehicle: [],
  phone: ['brand', 'model'],
  cable: ['from', 'to', 'length', 'power'],
}

/** The finder at a path segment of a store, or null. */
export function finderAt(code: StoreCode, segment: string): FinderName | null {
  return finderNames.find((name) => storePolicies[code].finderPaths[name] === segment) ?? null
}

/** Whether the parameter is used by the page at that segment. */
export function isFinderParameter(code: StoreCode, segment: string, name: string): boolean {
  const finder = finderAt(code, segment)
  return finder !== null && parameters[finder].includes(name)
}
