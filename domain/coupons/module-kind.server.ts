/** Parses and validates coupons of kinds that modules bring. */
import type { ListedModuleKind, ModuleKindMissing } from '../../modules/coupon-kind.ts'
import { isMajorAmount, minor } from '../money/money.ts'
import type { FieldTable } from './coupon-fields.ts'
import type { CouponKind, CouponTerms } from './coupon-kinds.ts'
import type { CouponDefinition } from './coupon.ts'
import { absentOr, asks, type CouponParser, type DefinitionProblem } from './coupon-parser.server.ts'
import { missingSet, type Missing } from './missing.server.ts'
import { guardKind, moduleKindLines, moduleKindValues, type ModuleTerms } from './module-kind.ts'
import { offerSetFields } from './offer-sets.ts'

const problemCodes: readonly string[] = [
  'bad_quantity',
  'bad_percentage',
  'bad_amount',
] satisfies DefinitionProblem[]

/** The parser of a module's kind; `kind`: the kind as the registry has it. */
export function parserOfModuleKind({ module, kind: own }: ListedModuleKind, kind: CouponKind): CouponParser {
  const fields: FieldTable = { ...own.fields, ...(own.choosesGoods && offerSetFields) }
  return {
    kind,
    fields,
    grantField: () => own.grantField as keyof CouponDefinition,
    // An amount that is none cannot be priced. A fault in the module's own judgement refuses the code: staff can repair it, a shopper could not.
    rule: (definition) => {
      const amounts = Object.keys(own.fields).filter((field) => own.fields[field] === 'amount')
      const wrong = asks(
        'bad_amount',
        absentOr((value) => isMajorAmount(value) && value >= 0),
        ...(amounts as (keyof CouponDefinition)[]),
      )(definition)
      if (wrong.length > 0) return wrong
      return guardKind(
        module,
        [{ code: 'bad_quantity', field: own.grantField as keyof CouponDefinition }],
        () =>
          (own.problems?.(moduleKindValues(own.fields, definition)) ?? []).map(({ code, field }) => {
            if (!problemCodes.includes(code) || !Object.hasOwn(own.fields, field))
              throw new Error(`${code} of ${field} is no problem of a field`)
            return { code, field: field as keyof CouponDefinition }
          }),
      )
    },
    missing: (given: CouponTerms, lines) => {
      const terms = given as ModuleTerms
      if (!own.missing) return missingSet(terms.sets.get, lines)
      return guardKind(module, null, () =>
        missingOf(own.missing!(terms.values, moduleKindLines(terms, lines))),
      )
    },
  }
}

function missingOf(missing: ModuleKindMissing | null): Missing | null {
  if (missing === null) return null
  switch (missing.what) {
    case 'goods':
      return { what: 'goods', wanted: null }
    case 'units':
      if (!Number.isSafeInteger(missing.units) || missing.units < 1)
        throw new Error(`${missing.units} are no units`)
      return { what: 'units', units: missing.units }
    case 'amount':
      return { what: 'amount', amountMinor: minor(missing.amountMinor), fromMinor: minor(missing.fromMinor) }
    default:
      throw new Error('a module answers what no coupon lacks')
  }
}
