/**
 * What may be left out of a query to find the next best: its words in units that stay together or go together.
 * Pure; which unit names the kind of thing and which is rarest, the index says.
 */
import { isCellName } from '../../domain/search/cell-designations.ts'
import type { QueryGroup } from './query-plan.ts'
import { isMeasured } from '../../domain/search/search-words.ts'

/** Groups that mean something only together: `iphone 13`. */
export type QueryUnit = readonly QueryGroup[]

/** A bare number belongs to the word before it; everything else stands for itself. */
export function unitsOf(groups: readonly QueryGroup[]): QueryUnit[] {
  const units: QueryGroup[][] = []
  for (const group of groups) {
    const before = units.at(-1)
    if (before && isNumber(group) && !before.some(isNumber)) before.push(group)
    else units.push([group])
  }
  return units
}

function isNumber(group: QueryGroup): boolean {
  return /^\d+(?:d\d+)?$/.test(group.strict[0]![0]!)
}

/** Whether the unit names one certain thing (`s24`, `ddr3`, `iphone 13`); a measure is a quality. */
export function isDesignation(unit: QueryUnit): boolean {
  return unit.some(({ strict }) => strict[0]!.some((word) => /\d/.test(word) && !isMeasured(word)))
}

/** Whether the unit is the size of a cell. */
export function isCell(unit: QueryUnit): boolean {
  return unit.some(({ strict }) => strict[0]!.some(isCellName))
}

/** Every way to leave one unit out that is not among `kept`; none of queries of one or two units, or of many. */
export function allButOne(units: readonly QueryUnit[], kept: readonly QueryUnit[]): QueryGroup[][] {
  if (units.length < 3 || units.length > 6) return []
  return units
    .filter((unit) => !kept.includes(unit))
    .map((left) => units.filter((unit) => unit !== left).flat())
}
