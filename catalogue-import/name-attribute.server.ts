/**
 * Names of an attribute and of its choices in one store, as translations give them. A field of products that staff have
 * defined is one too, as `field.KEY`: its names are changed by its own use case, which records the change as one of it.
 */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import { audited } from '../domain/audit/audited.server.ts'
import type { PerStore } from '../domain/catalogue/catalogue-record.ts'
import { changeField, listFields } from '../domain/custom-fields/field-repository.server.ts'
import { fieldCode, type CustomField } from '../domain/custom-fields/custom-field.ts'
import type { StoreCode } from '../domain/stores/stores.ts'

export interface AttributeNames {
  code: string
  names: PerStore<string>
  /** By code. */
  choices: ReadonlyMap<string, PerStore<string>>
}

export interface NameChange {
  code: string
  store: StoreCode
  /** Null: it gets none in the store; absent: it stays. */
  name?: string | null
  /** By code; null: it gets none in the store. */
  choices: Readonly<Record<string, string | null>>
  reason?: string
}

const isField = (code: string) => code.startsWith('field.')

const fieldOf = async (db: Kysely<DB>, code: string): Promise<CustomField | undefined> =>
  (await listFields(db, 'product')).find(({ key, module }) => module === null && fieldCode(key) === code)

/** Null: there is no such attribute, or a module names it. */
export async function readAttributeNames(db: Kysely<DB>, code: string): Promise<AttributeNames | null> {
  if (isField(code)) {
    const field = await fieldOf(db, code)
    if (field === undefined) return null
    const choices = new Map(field.options.map((option) => [option.code, option.names]))
    return { code, names: field.names, choices }
  }
  const { rows } = await sql<{ names: PerStore<string> }>`
    select names from attribute where code = ${code}`.execute(db)
  if (rows[0] === undefined) return null
  const { rows: choices } = await sql<{ code: string; names: PerStore<string> }>`
    select code, names from attribute_value where attribute_code = ${code}`.execute(db)
  return { code, names: rows[0].names, choices: new Map(choices.map((row) => [row.code, row.names])) }
}

function withName(names: PerStore<string>, store: StoreCode, name: string | null): PerStore<string> {
  const { [store]: _former, ...others } = names
  return name === null ? others : { ...names, [store]: name }
}

/** Writes the names; the attribute and its choices must exist. The answer is the code of a refusal, or true. */
export async function nameAttribute(
  db: Kysely<DB>,
  actor: Actor,
  change: NameChange,
): Promise<true | string> {
  return isField(change.code) ? nameField(db, actor, change) : nameOwn(db, actor, change)
}

async function nameField(
  db: Kysely<DB>,
  actor: Actor,
  { code, store, name, choices }: NameChange,
): Promise<true | string> {
  const field = await fieldOf(db, code)
  if (field === undefined) return 'unknown_field'
  const {
    object,
    key,
    kind: _kind,
    scope: _scope,
    refersTo: _refersTo,
    isArchived: _,
    module: _module,
    ...now
  } = field
  const answer = await changeField(
    db,
    actor,
    { object, key },
    {
      ...now,
      names: name === undefined ? field.names : withName(field.names, store, name),
      options: field.options.map((option) => {
        const own = choices[option.code]
        return own === undefined ? option : { ...option, names: withName(option.names, store, own) }
      }),
    },
  )
  return answer.ok ? true : answer.code
}

/** Fields of the audit: `name` and `choice.CODE`, in the store of the entry. */
const choiceField = (code: string) => `choice.${code}`

/** What an entry of the audit says of one side of a change. */
export function nameChangeOf(
  fields: Readonly<Record<string, unknown>>,
): Pick<NameChange, 'name' | 'choices'> {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
  const choices = Object.entries(fields).flatMap(([field, value]) =>
    field.startsWith(choiceField('')) ? [[field.slice(choiceField('').length), textOf(value)]] : [],
  )
  return {
    ...('name' in fields && { name: textOf(fields['name']) }),
    choices: Object.fromEntries(choices) as Record<string, string | null>,
  }
}

async function nameOwn(db: Kysely<DB>, actor: Actor, change: NameChange): Promise<true | string> {
  const { code, store, name, choices, reason } = change
  return audited(db, actor, async (trx, record): Promise<true | string> => {
    await lockNames(trx, code)
    const stored = await readAttributeNames(trx, code)
    if (stored === null) return 'unknown_attribute'
    if (Object.keys(choices).some((choice) => !stored.choices.has(choice))) return 'unknown_choice'
    const before: Record<string, string | null> = {}
    const after: Record<string, string | null> = {}
    if (name !== undefined) {
      before['name'] = stored.names[store] ?? null
      after['name'] = name
      await sql`update attribute set names = ${namesWith(store, name)} where code = ${code}`.execute(trx)
    }
    for (const [choice, own] of Object.entries(choices)) {
      before[choiceField(choice)] = stored.choices.get(choice)?.[store] ?? null
      after[choiceField(choice)] = own
      await sql`update attribute_value set names = ${namesWith(store, own)}
        where attribute_code = ${code} and code = ${choice}`.execute(trx)
    }
    record({
      action: 'attribute.change',
      object: ['attribute', code],
      store,
      before,
      after,
      ...(reason !== undefined && { reason }),
    })
    return true
  })
}

const namesWith = (store: StoreCode, name: string | null) =>
  name === null
    ? sql`names - ${store}::text`
    : sql`names || jsonb_build_object(${store}::text, ${name}::text)`

/** What is compared and recorded must be what the write finds. */
async function lockNames(trx: Transaction<DB>, code: string): Promise<void> {
  await sql`select from attribute where code = ${code} for update`.execute(trx)
  await sql`select from attribute_value where attribute_code = ${code} order by code for update`.execute(trx)
}
