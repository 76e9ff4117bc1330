/**
 * The parts of a query that may be left out to find the next best results: its words in units that are kept
 * or dropped together. Pure; the index decides which unit names the kind of product and which is rarest.
 */
import { isCellName } from '../../domain/search/cell-designations.ts'
import type { QueryGroup } from './query-plan.ts'
import { isMeasured } from '../../domain/search/search-words.ts'

/** Groups that have a meaning only together: `iphone 13`. */
export type QueryUnit = readonly QueryGroup[]

/** A bare number belongs to the word before it; every other word is a unit of its own. */
export function unitsOf(groups: readonly QueryGroup[]): QueryUnit[] {
  const units: QueryGroup[][] = []
  for (const group of groups) {
    const before = units.at(-1)
    if (before && isNumber(group) && !namesCell(group) && !before.some(isNumber)) before.push(group)
    else units.push([group])
  }
  return units
}

function isNumber(group: QueryGroup): boolean {
  return /^\d+(?:d\d+)?$/.test(group.strict[0]![0]!)
}

/** Whether the unit names one specific thing (`s24`, `ddr3`, `iphone 13`); a measure is a quality. */
export function isDesignation(unit: QueryUnit): boolean {
  return unit.some(({ strict }) => strict[0]!.some((word) => /\d/.test(word) && !isMeasured(word)))
}

/** Whether the unit is the size of a cell. */
export function isCell(unit: QueryUnit): boolean {
  return unit.some(namesCell)
}

/** `cr2032`, or the number of a cell: `2032`, `377`. */
function namesCell(group: QueryGroup): boolean {
  const { strict } = group
  return strict[0]!.some(isCellName) || (isNumber(group) && strict.some(([word]) => isCellName(word!)))
}

/**
 * Every way to leave out one unit that is not among `kept`; none for queries of one or two units, or of many.
 */
export function allButOne(units: readonly QueryUnit[], kept: readonly QueryUnit[]): QueryGroup[][] {
  if (units.length < 3 || units.length > 6) return []
  return units
    .filter((unit) => !kept.includes(unit))
    .map((left) => units.filter((unit) => unit !== left).flat())
}
