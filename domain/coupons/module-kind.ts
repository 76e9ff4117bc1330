/**
 * Coupon kinds that modules bring (`modules/coupon-kinds.ts`). A module describes its kind with plain values and lines;
 * here it becomes a kind as pricing runs it. What a module throws or answers wrongly is reported under its name and
 * deducts nothing: a cart has a price whatever its modules do. Pure, and loaded by browsers.
 */
import type { ListedModuleKind, ModuleKindLine, ModuleKindValues } from '../../modules/coupon-kind.ts'
import { minor, toBasisPoints, toMinorLeniently, zeroMinor } from '../money/money.ts'
import { mayBeKept, type AnyKind } from './coupon-kind.ts'
import type { FieldTable, FieldType } from './coupon-fields.ts'
import type { OfferLine } from './coupon-line.ts'
import { isInSet, readOfferSets, type OfferSets } from './offer-sets.ts'

/** Name of such a kind: its module's, or one that begins with it. */
export type ModuleKindName = string & { readonly [isOfModule]: true }
declare const isOfModule: unique symbol

/** The terms of a coupon of such a kind. */
export interface ModuleTerms {
  kind: ModuleKindName
  values: ModuleKindValues
  sets: OfferSets
}

type FaultListener = (module: string, error: unknown) => void
let listener: FaultListener | null = null

/** Sets what is called for faults of kinds in this process; the server logs them. Browsers do not: the server prices the same cart. */
export function onModuleKindFault(notify: FaultListener): void {
  listener = notify
}

/** Runs a function of a module; a fault is reported, and the answer is `otherwise`. */
export function guardKind<Answer>(module: string, otherwise: Answer, work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    listener?.(module, error)
    return otherwise
  }
}

/** Whether a value of a field is filled in. */
export const isFilledIn = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value != null && value !== 0 && value !== false && value !== ''

const readValue: Readonly<Record<FieldType, (value: unknown) => unknown>> = {
  amount: (value) => (typeof value === 'number' ? toMinorLeniently(value) : null),
  number: (value) => (typeof value === 'number' ? value : null),
  optionalNumber: (value) => (typeof value === 'number' ? value : null),
  flag: (value) => value === true,
  ids: (value) => (Array.isArray(value) ? value : []),
  texts: (value) => (Array.isArray(value) ? value : []),
}

/** The values of a kind's fields in an entity. */
export function moduleKindValues(fields: FieldTable, entity: object): ModuleKindValues {
  const given = entity as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [name, readValue[type](given[name])]),
  ) as ModuleKindValues
}

/** The lines as the module sees them: copies, so that nothing that it does to them matters. */
export const moduleKindLines = ({ sets }: ModuleTerms, lines: readonly OfferLine[]): ModuleKindLine[] =>
  lines.map((line) => ({
    sku: line.sku,
    productId: line.productId,
    quantity: line.quantity,
    freeUnits: line.freeUnits,
    unitMinor: line.tierUnitMinor,
    categoryIds: [...line.categoryIds],
    groupId: line.groupId,
    isBought: isInSet(sets.buy, line),
    isReduced: isInSet(sets.get, line),
  }))

const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most

/** The most that one line can cost. */
const mostMinor = Number.MAX_SAFE_INTEGER / 1_000_000

function requireAmount(value: unknown): number {
  if (!isWhole(value, 0, mostMinor)) throw new Error(`${String(value)} is no amount in minor units`)
  return value
}

/** The kind as pricing runs it. */
export function kindOfModule({ module, kind }: ListedModuleKind): AnyKind<ModuleTerms, object> {
  const name = kind.name as ModuleKindName
  const common = {
    kind: name,
    family: 'increment',
    recognizes: (fields: object) =>
      isFilledIn((fields as Readonly<Record<string, unknown>>)[kind.grantField]),
    // A stored code with an amount that is none is invalid.
    read: (fields: object): ModuleTerms | null =>
      guardKind(module, null, () => ({
        kind: name,
        values: moduleKindValues(kind.fields, fields),
        sets: readOfferSets(kind.choosesGoods ? fields : {}),
      })),
    check: mayBeKept,
    goods: ({ sets }: ModuleTerms) => sets.get,
  } as const
  switch (kind.step) {
    case 'unitRewards':
      return {
        ...common,
        step: kind.step,
        apply: (terms, lines) =>
          guardKind(module, { rewarded: [], percentBasisPoints: 0 }, () => {
            const { rewarded, percent } = kind.apply(terms.values, moduleKindLines(terms, lines))
            if (!(percent >= 0 && percent <= 100)) throw new Error(`${percent} is no percentage`)
            return { rewarded: unitsOf(rewarded, lines), percentBasisPoints: toBasisPoints(percent) }
          }),
      }
    case 'unitReductions':
      return {
        ...common,
        step: kind.step,
        apply: (terms, lines) =>
          guardKind(
            module,
            lines.map(() => zeroMinor),
            () => {
              const reductions = kind.apply(terms.values, moduleKindLines(terms, lines))
              if (reductions.length !== lines.length)
                throw new Error(`${reductions.length} reductions for ${lines.length} lines`)
              return lines.map((_, place) => minor(requireAmount(reductions[place])))
            },
          ),
      }
    case 'sumReductions':
      return {
        ...common,
        step: kind.step,
        apply: (terms, lines) =>
          guardKind(module, { amountMinor: zeroMinor, places: [] }, () => {
            const reduction = kind.apply(terms.values, moduleKindLines(terms, lines))
            const places = [...new Set(reduction.lines)]
            for (const place of places) requireLine(place, lines)
            return { amountMinor: minor(requireAmount(reduction.amountMinor)), places }
          }),
      }
  }
}

function requireLine(place: unknown, lines: readonly OfferLine[]): OfferLine {
  if (!isWhole(place, 0, lines.length - 1)) throw new Error(`there is no line ${String(place)}`)
  return lines[place]!
}

/** Units by line, each line once, none of them more than it has left. */
function unitsOf(
  rewarded: readonly { line: number; units: number }[],
  lines: readonly OfferLine[],
): { place: number; units: number }[] {
  const byLine = new Map<number, number>()
  for (const { line: place, units } of rewarded) {
    const { freeUnits } = requireLine(place, lines)
    const sum = (byLine.get(place) ?? 0) + units
    if (!isWhole(units, 0, freeUnits) || sum > freeUnits)
      throw new Error(`${units} units of line ${place}, which has ${freeUnits} left`)
    byLine.set(place, sum)
  }
  return [...byLine].flatMap(([place, units]) => (units > 0 ? [{ place, units }] : []))
}
