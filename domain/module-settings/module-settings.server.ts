/**
 * Settings of a module, of each store: declared as the inputs of a form, changed by staff on a list of the stores, and
 * read by the module. A value that was never set is the one that the module declares.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import {
  choice,
  defineResource,
  flag,
  form,
  integer,
  store,
  text,
  type Field,
  type Input,
  type Inputs,
  type Resource,
  type ValuesOf,
} from '../resources/resource.server.ts'
import type { StoreCode } from '../stores/stores.ts'

/** An input of a setting: a text, a whole number, a switch or one of several codes. */
export type SettingInput = Input<string | number | boolean | null>
export type SettingInputs = Readonly<Record<string, SettingInput>>

export interface SettingsDeclaration<Given extends Inputs> {
  /** Name of the module. */
  module: string
  /** Its place in the sidebar, as that of a list. */
  section: { after: string; icon: string; keys: string }
  inputs: Given
  /** What holds where staff have set nothing. */
  initial: ValuesOf<Given>
}

export interface ModuleSettings<Given extends Inputs> {
  /** The list of the stores with their values, for `resources` of the manifest. Its name is `MODULE-settings`. */
  resource: Resource
  /** What holds in a store. */
  read(db: Kysely<DB>, store: StoreCode): Promise<ValuesOf<Given>>
}

/** Declares the settings of a module. Throws for an input of another kind. */
export function defineSettings<const Given extends SettingInputs>({
  module,
  section,
  inputs,
  initial,
}: SettingsDeclaration<Given>): ModuleSettings<Given> {
  const names = Object.keys(inputs)
  const first = initial as Readonly<Record<string, SettingValue>>
  const resource = defineResource({
    name: `${module}-settings`,
    section,
    permission: 'settings:read',
    auditObject: 'module_settings',
    source: sql`store s left join module_setting v on v.store = s.code and v.module = ${sql.lit(module)}`,
    key: 'key',
    title: 'store',
    defaultSort: 'store',
    isPersonal: false,
    fields: {
      // What the audit calls it.
      key: text(sql`${sql.lit(`${module}.`)} || s.code`, { shown: 'never' }),
      store: store(sql`s.code`, { sort: true }),
      ...Object.fromEntries(names.map((name) => [name, fieldOf(name, inputs[name]!, first[name]!)])),
    },
    form: form<Record<string, unknown>>()({
      permission: 'settings:edit',
      inputs,
      change: ({ db, clock }, actor, { row, values }) =>
        changeModuleSettings(db, actor, {
          module,
          store: row['store'] as StoreCode,
          // What was shown, so that the audit has what held before.
          before: Object.fromEntries(names.map((name) => [name, row[name]])),
          value: values,
          now: new Date(clock()),
        }),
    }),
  })
  return {
    resource,
    read: async (db, code) => {
      const row = await db
        .selectFrom('module_setting')
        .select('value')
        .where('module', '=', module)
        .where('store', '=', code)
        .executeTakeFirst()
      const stored = (row?.value ?? {}) as Readonly<Record<string, unknown>>
      return Object.fromEntries(
        names.map((name) => [name, holds(inputs[name]!, stored[name]) ? stored[name] : first[name]]),
      ) as ValuesOf<Given>
    },
  }
}

type SettingValue = string | number | boolean | null

/** Whether a stored value is one of the input: a module of another version may have stored it. */
function holds({ kind, isRequired, options, least, most }: SettingInput, value: unknown): boolean {
  if (value === null) return !isRequired && kind !== 'flag'
  switch (kind) {
    case 'flag':
      return typeof value === 'boolean'
    case 'integer':
      return Number.isSafeInteger(value) && (value as number) >= least! && (value as number) <= most!
    case 'choice':
      return typeof value === 'string' && options!.includes(value)
    default:
      return typeof value === 'string'
  }
}

/** The column of a setting: as `holds` says, what is stored or what is declared. */
function fieldOf(name: string, input: SettingInput, initial: SettingValue): Field {
  const stored = sql`v.value -> ${sql.lit(name)}`
  const content = sql`v.value ->> ${sql.lit(name)}`
  const mayBeNull = !input.isRequired && input.kind !== 'flag'
  const isNullable = mayBeNull ? ({ isNullable: true } as const) : {}
  const column = (type: string, fitting: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
    sql`case when jsonb_typeof(${stored}) = ${sql.lit(type)} then
          case when ${fitting} then ${value} else ${sql.lit(initial)} end
        ${mayBeNull ? sql`when jsonb_typeof(${stored}) = 'null' then null` : sql``}
        else ${sql.lit(initial)} end`
  switch (input.kind) {
    case 'text':
    case 'longText':
      return text(sql`(${column('string', sql`true`, content)})::text`, isNullable)
    case 'integer': {
      // Numbers of JSON may be larger than any type of integers.
      const number = sql`(${content})::numeric`
      const isInRange = sql`${number} between ${sql.lit(input.least)} and ${sql.lit(input.most)} and ${number} = trunc(${number})`
      return integer(sql`(${column('number', isInRange, number)})::float8`, isNullable)
    }
    case 'flag':
      return flag(column('boolean', sql`true`, sql`(${content})::boolean`))
    case 'choice': {
      const options = input.options ?? []
      const isOption = sql`${content} in (${sql.join(options.map((code) => sql.lit(code)))})`
      return choice(
        sql`(${column('string', isOption, content)})::text`,
        Object.fromEntries(options.map((code) => [code, 'neutral'])),
        isNullable,
      )
    }
    default:
      throw new Error(`${name} is of kind ${input.kind}, which settings do not have`)
  }
}

export interface ModuleSettingsChange {
  module: string
  store: StoreCode
  before: Readonly<Record<string, unknown>>
  value: Readonly<Record<string, unknown>>
  now: Date
}

/** Stores all values of a module in a store. `before`: what held, for the audit. */
export async function changeModuleSettings(
  db: Kysely<DB>,
  actor: Actor,
  { module, store: code, before, value, now }: ModuleSettingsChange,
): Promise<{ ok: true }> {
  return audited(db, actor, async (trx, record) => {
    const row = { value: JSON.stringify(value), changed_at: now }
    await trx
      .insertInto('module_setting')
      .values({ module, store: code, ...row })
      .onConflict((conflict) => conflict.columns(['module', 'store']).doUpdateSet(row))
      .execute()
    record({
      action: 'module_settings.change',
      object: ['module_settings', `${module}.${code}`],
      store: code,
      before,
      after: value,
    })
    return { ok: true }
  })
}
