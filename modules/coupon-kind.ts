/**
 * Coupon kinds that modules bring, as plain data and pure functions. Read by `domain/coupons/`, which makes kinds of pricing
 * of them, and loaded by browsers.
 */

/**
 * The type of a field of a coupon. `amount`: decimal major units with VAT, in one store's currency; `ids`: of products,
 * categories or groups. In `amount` and `optionalNumber` a written 0 counts as absent.
 */
export type CouponFieldType = 'amount' | 'number' | 'optionalNumber' | 'flag' | 'ids' | 'texts'

export type CouponFieldTable = Readonly<Record<string, CouponFieldType>>

type ValueOf<Type extends CouponFieldType> = Type extends 'flag'
  ? boolean
  : Type extends 'ids'
    ? readonly number[]
    : Type extends 'texts'
      ? readonly string[]
      : number | null

/** The values of a code's fields. `amount`: gross minor units. Null, false or empty where staff left one out. */
export type ModuleKindValues<Table extends CouponFieldTable = CouponFieldTable> = {
  readonly [Name in keyof Table]: ValueOf<Table[Name]>
}

/** A line of the cart that accepts offers. */
export interface ModuleKindLine {
  readonly sku: string
  readonly productId: number
  /** Integer from 1. */
  readonly quantity: number
  /** Units that no offer has rewarded yet. */
  readonly freeUnits: number
  /** Gross price of a unit before any code, minor units. */
  readonly unitMinor: number
  readonly categoryIds: readonly number[]
  readonly groupId: number | null
  /** Whether it is among the goods to buy that staff chose for the code; true where they chose none. */
  readonly isBought: boolean
  /** Whether it is among the goods that the code reduces; as `isBought` where staff chose none. */
  readonly isReduced: boolean
}

/** What the cart lacks for a code to give something. */
export type ModuleKindMissing =
  | { readonly what: 'goods' }
  | { readonly what: 'units'; readonly units: number }
  /** Further spend, and the whole spend from which it gives something: gross minor units. */
  | { readonly what: 'amount'; readonly amountMinor: number; readonly fromMinor: number }

export interface ModuleKindProblem<Field extends string = string> {
  readonly field: Field
  readonly code: 'bad_quantity' | 'bad_percentage' | 'bad_amount'
}

/** What every such kind says. */
export interface ModuleKindBase<Table extends CouponFieldTable> {
  /** Its module's name, or one that begins with it. It never changes. */
  readonly name: string
  /** What staff fill in, by name: that of the module with `_`, `_` and a word. */
  readonly fields: Table
  /** A code with this field filled in is of the kind. */
  readonly grantField: keyof Table & string
  /** Staff also choose the goods to buy and the goods that are reduced, as for the shop's offers. */
  readonly choosesGoods?: true
  /** What is wrong with the values of a new code. */
  problems?(values: ModuleKindValues<Table>): readonly ModuleKindProblem<keyof Table & string>[]
  /** Why it gives nothing for these lines; null: it gives something. Without it: there are no lines that it reduces. */
  missing?(values: ModuleKindValues<Table>, lines: readonly ModuleKindLine[]): ModuleKindMissing | null
}

/**
 * A coupon kind of a module. `apply` is pure, as browsers run it as well, and names lines by their position. Its step says
 * what it answers, and when it runs: rewarded units first, then reductions of units, then of sums.
 */
export type ModuleCouponKind<Table extends CouponFieldTable = CouponFieldTable> = ModuleKindBase<Table> &
  (
    | {
        readonly step: 'unitRewards'
        /** Units that are reduced by `percent` (0–100), at most the free ones of each line. */
        apply(
          values: ModuleKindValues<Table>,
          lines: readonly ModuleKindLine[],
        ): {
          readonly rewarded: readonly { readonly line: number; readonly units: number }[]
          readonly percent: number
        }
      }
    | {
        readonly step: 'unitReductions'
        /** For each line, what is taken off each unit: minor units from 0. */
        apply(values: ModuleKindValues<Table>, lines: readonly ModuleKindLine[]): readonly number[]
      }
    | {
        readonly step: 'sumReductions'
        /** What is taken off the sum of some lines: minor units from 0. */
        apply(
          values: ModuleKindValues<Table>,
          lines: readonly ModuleKindLine[],
        ): { readonly amountMinor: number; readonly lines: readonly number[] }
      }
  )

/** A kind with its module. */
export interface ListedModuleKind {
  module: string
  kind: ModuleCouponKind
}
