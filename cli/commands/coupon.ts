import { existsSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import {
  disableCoupon,
  listCoupons,
  saveCoupon,
  type StoredCoupon,
} from '../../domain/coupons/coupon-repository.server.ts'
import {
  judgeCouponRecord,
  couponProblemMessages,
  kindNameOf,
  type RecordProblem,
} from '../../domain/coupons/coupon-record.server.ts'
import { editCoupon, listCouponUses, type CouponEdit } from '../../domain/coupons/edit-coupon.server.ts'
import { importCoupons } from '../../domain/coupons/import-coupons.server.ts'
import { WorkerFailure, workerFailureWords } from '../../domain/workers/worker-job.ts'
import { printFacts, printJson, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { storeChoices } from '../../sdk/store-option.ts'

/** `anode coupon …`: discount codes. */
export function couponCommand(): Command {
  return new Command('coupon')
    .description('create, edit, load, list and disable discount codes')
    .addCommand(createCommand())
    .addCommand(editCommand())
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(disableCommand())
    .addHelpText(
      'after',
      `
Examples:
  anode coupon create SUMMER-10 --percent 10
  anode coupon create WELCOME-50 --amount 50 --store sv --minimum-spend 300 --usage-limit-per-customer 1
  anode coupon create 3FOR2 --label "3 for 2" --set buy_x=2 --set get_y=1 --set discount_type_value=3
  anode coupon edit SUMMER-10 --percent 15 --to 2026-12-31
  anode coupon edit WELCOME-50 --clear minimum_spend --usage-limit 500
  anode coupon import coupons.ndjson --dry-run`,
    )
}

const collect = (value: string, earlier: string[] | undefined): string[] => [...(earlier ?? []), value]
const numbers = (value: string, earlier: number[] | undefined): number[] => [
  ...(earlier ?? []),
  ...value.split(',').map(readNumber),
]

function readNumber(value: string): number {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('A number, please.')
  return number
}

/** Options of `create` and the fields of the coupon they fill. */
const optionFields = {
  percent: 'percentage_discount',
  amount: 'fixed_amount',
  label: 'discount_label',
  group: 'specific_groups',
  excludedGroup: 'excluded_groups',
  discountCategory: 'specific_discount_categories',
  minimumSpend: 'minimum_spend',
  gift: 'gift_sku',
  store: 'stores',
  from: 'valid_from',
  to: 'valid_to',
  usageLimit: 'usage_limit',
  usageLimitPerCustomer: 'usage_limit_per_customer',
} as const

/** Options for a code's discount, stores and validity. */
function withTerms(command: Command): Command {
  return command
    .argument('<code>', 'the code; one of letters, digits and hyphens can also be part of a link')
    .option('--percent <number>', 'percentage off', readNumber)
    .option('--amount <amount>', 'amount off the cart, major units with VAT; needs --store', readNumber)
    .option('--label <text>', 'the name the shopper sees')
    .option('--group <ids>', 'only these groups', numbers)
    .option('--excluded-group <ids>', 'all groups except these', numbers)
    .option('--discount-category <name>', 'only this discount category; repeatable', collect)
    .option('--minimum-spend <amount>', 'minimum spend, major units with VAT; needs --store', readNumber)
    .option('--gift <sku>', 'adds this product to the cart free of charge')
    .option('--store <code>', `${storeChoices}; may be repeated; all by default`, collect)
    .option('--from <time>', "holds from: a day or an ISO time, by the store's clock unless it has an offset")
    .option('--to <time>', 'valid until: a day (inclusive) or an ISO time')
    .option('--usage-limit <count>', 'uses in all', readNumber)
    .option('--usage-limit-per-customer <count>', 'uses per customer', readNumber)
    .option('--set <field=value>', 'any other field of the coupon entity, the value as JSON', collect)
    .option('--json', 'print JSON')
}

const problemText = (problems: readonly RecordProblem[], code: string): string =>
  problems.map((problem) => `${problem.field ?? code}: ${couponProblemMessages[problem.code]}.`).join('\n')

const unknownFieldText = (fields: readonly string[]): string => `A coupon has no field ${fields.join(', ')}.`

function createCommand(): Command {
  const command = new Command('create').description('give out a code; one that exists is not touched')
  return withTerms(command).action(async (code: string, options: Record<string, unknown>) => {
    const judged = judgeCouponRecord({ code, ...rawFields(options) })
    if (!judged.ok) throw new Refusal(problemText(judged.problems, code))
    if (judged.unknownFields.length > 0) throw new Refusal(unknownFieldText(judged.unknownFields))
    const { record } = judged
    const stored = await withShop(async ({ db, actor }) => {
      const outcome = await saveCoupon(db, actor, record, { onlyNew: true })
      if (outcome === 'exists') throw new Refusal(`There is a code ${record.definition.code} already.`)
      return listCoupons(db, record.definition.code)
    })
    printCoupon(stored[0]!, options['json'] === true)
  })
}

function editCommand(): Command {
  const command = new Command('edit').description(
    'change a code; fields not named keep their value, uses stay counted, orders that used it keep their price',
  )
  return withTerms(command)
    .option('--clear <field>', 'clear a field, such as valid_to or usage_limit; repeatable', collect)
    .option('--enable', 'enable a disabled code')
    .action(async (code: string, options: Record<string, unknown>) => {
      const changes = {
        ...Object.fromEntries(Object.entries(rawFields(options)).filter(([, value]) => value !== undefined)),
        ...Object.fromEntries(((options['clear'] ?? []) as string[]).map((field) => [field, null])),
      }
      const enable = options['enable'] === true
      if (Object.keys(changes).length === 0 && !enable) throw new Refusal('Say what is to change (--help).')
      const stored = await withShop(async ({ db, actor }) => {
        const edited = await editCoupon(db, actor, code, changes, { enable })
        if (!edited.ok) throw new Refusal(editRefusal(edited, code))
        return listCoupons(db, code)
      })
      printCoupon(stored[0]!, options['json'] === true)
    })
}

function editRefusal(edited: Exclude<CouponEdit, { ok: true }>, code: string): string {
  switch (edited.code) {
    case 'unknown_coupon':
      return `There is no code ${code}.`
    case 'unknown_field':
      return unknownFieldText(edited.fields)
    case 'bad_record':
      return problemText(edited.problems, code)
  }
}

function rawFields(options: Record<string, unknown>): Record<string, unknown> {
  const raw: Record<string, unknown> = {}
  for (const [option, field] of Object.entries(optionFields)) raw[field] = options[option]
  for (const setting of (options['set'] ?? []) as string[]) {
    const [, field, value] = /^([a-z_]+)=(.*)$/s.exec(setting) ?? []
    if (field === undefined || value === undefined)
      throw new Refusal(`--set takes field=value, not ${setting}.`)
    try {
      raw[field] = JSON.parse(value)
    } catch {
      raw[field] = value
    }
  }
  return raw
}

function importCommand(): Command {
  return new Command('import')
    .description('load coupons from a file of one JSON object per line (NDJSON)')
    .argument(
      '<file>',
      'fields as in the coupon entity, plus discount_labels ({"sv": "…", "de": "…"}), minimum_spend, valid_from, valid_to, stores and limits',
    )
    .option('--dry-run', 'validate the file and report what would change, without changing anything')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nAn invalid line is refused with its reasons, all others are imported. Calculated fields are ignored.\nExit codes: 0 all lines imported; 2 lines were refused; 1 the file could not be read or another fault.',
    )
    .action(async (file: string, options: { dryRun?: boolean; json?: boolean }) => {
      if (!existsSync(file)) throw new Refusal(`There is no file ${file}.`)
      const done = await withShop(({ db, actor }) =>
        importCoupons(db, actor, file, { dryRun: options.dryRun ?? false }).catch((error: unknown) => {
          throw error instanceof WorkerFailure
            ? new Refusal(`${file} ${workerFailureWords[error.code]}.`)
            : error
        }),
      )
      if (done.refused.length > 0) process.exitCode = 2
      if (options.json) return printJson({ ...done, dryRun: options.dryRun ?? false })
      for (const refused of done.refused.slice(0, 50))
        process.stderr.write(
          `line ${refused.row}${refused.code ? ` (${refused.code})` : ''}: ${refused.text}\n`,
        )
      if (done.unknownFields.length > 0)
        process.stderr.write(`Passed over, no coupon has them: ${done.unknownFields.join(', ')}.\n`)
      const { read, created, changed, unchanged, refused } = done
      printFacts({ read, created, changed, unchanged, refused: refused.length })
      if (options.dryRun) process.stdout.write('\nDry run: nothing was changed.\n')
    })
}

const day = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

const labelsOf = ({ definition }: StoredCoupon): string[] =>
  Object.entries(definition.discount_labels ?? {}).map(([store, label]) => `${store}: ${label}`)

function couponFacts(coupon: StoredCoupon) {
  return {
    code: coupon.definition.code,
    kind: kindNameOf(coupon.definition),
    label: [coupon.definition.discount_label, ...labelsOf(coupon)].filter(Boolean).join(' · ') || null,
    stores: coupon.stores.join(' ') || 'all',
    from: day(coupon.validFrom),
    to: day(coupon.validTo),
    used: coupon.used,
    limit: coupon.usageLimit,
    perCustomer: coupon.usageLimitPerCustomer,
    disabled: day(coupon.disabledAt),
  }
}

function termsOf({ definition }: StoredCoupon) {
  const { code: _code, discount_label: _label, discount_labels: _labels, ...terms } = definition
  return terms
}

function printCoupon(coupon: StoredCoupon, json: boolean): void {
  const terms = termsOf(coupon)
  if (json) return printJson({ ...couponFacts(coupon), terms })
  printFacts({
    ...couponFacts(coupon),
    ...Object.fromEntries(
      Object.entries(terms).map(([field, value]) => [
        field,
        Array.isArray(value) ? value.join(' ') : String(value),
      ]),
    ),
  })
}

function listCommand(): Command {
  return new Command('list')
    .description('print all codes, newest first')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const coupons = await withShop(({ db }) => listCoupons(db))
      printTable(coupons.map(couponFacts), { json: options.json, empty: 'No codes yet.' })
    })
}

/** Uses that `show` prints at most. */
const shownUses = 50

function showCommand(): Command {
  return new Command('show')
    .description(`print what a code promises, how often it was used, and its last ${shownUses} uses`)
    .argument('<code>')
    .option('--json', 'print JSON')
    .action(async (code: string, options: { json?: boolean }) => {
      const { coupon, uses } = await withShop(async ({ db }) => ({
        coupon: (await listCoupons(db, code))[0],
        uses: await listCouponUses(db, code, shownUses),
      }))
      if (!coupon) throw new Refusal(`There is no code ${code}.`)
      const lines = uses.map(({ orderNumber, usedAt, releasedAt }) => ({
        order: orderNumber,
        used: usedAt.toISOString(),
        givenBack: releasedAt?.toISOString() ?? null,
      }))
      if (options.json) return printJson({ ...couponFacts(coupon), terms: termsOf(coupon), uses: lines })
      printCoupon(coupon, false)
      if (lines.length > 0) process.stdout.write('\n')
      if (lines.length > 0) printTable(lines)
    })
}

function disableCommand(): Command {
  return new Command('disable')
    .description('disable a code; orders that used it keep their price')
    .argument('<code>')
    .action(async (code: string) => {
      const done = await withShop(({ db, actor }) => disableCoupon(db, actor, code, new Date()))
      if (!done) throw new Refusal(`There is no code ${code}.`)
      process.stdout.write(`${code.trim().toUpperCase()} is out of use.\n`)
    })
}
