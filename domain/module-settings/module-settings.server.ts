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
  const first = initial as Readonly<Record<string, string | number | boolean | null>>
  const value = (name: string): RawBuilder<unknown> =>
    sql`case when v.value ? ${sql.lit(name)} then v.value ->> ${sql.lit(name)} else ${sql.lit(
      first[name] === null ? null : String(first[name]),
    )} end`
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
      ...Object.fromEntries(names.map((name) => [name, fieldOf(name, inputs[name]!, value(name))])),
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
      return { ...initial, ...(row?.value as Partial<ValuesOf<Given>> | undefined) }
    },
  }
}

/** The column of a setting. */
function fieldOf(name: string, input: SettingInput, value: RawBuilder<unknown>): Field {
  const isNullable = input.isRequired || input.kind === 'flag' ? {} : ({ isNullable: true } as const)
  switch (input.kind) {
    case 'text':
    case 'longText':
      return text(sql`(${value})`, isNullable)
    case 'integer':
      return integer(sql`(${value})::int`, isNullable)
    case 'flag':
      return flag(sql`(${value})::boolean`)
    case 'choice':
      return choice(
        sql`(${value})`,
        Object.fromEntries((input.options ?? []).map((code) => [code, 'neutral'])),
        isNullable,
      )
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
