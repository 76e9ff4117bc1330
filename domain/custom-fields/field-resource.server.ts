/** Fields as staff see and define them; those of modules are listed beside their own. */
import { sql } from 'kysely'
import type { PerStore } from '../catalogue/catalogue-record.ts'
import {
  action,
  choice,
  choiceInput,
  defineResource,
  flag,
  flagInput,
  form,
  inStores,
  integer,
  integerInput,
  optionalChoice,
  optionalText,
  text,
  textInput,
  texts,
  type Input,
} from '../resources/resource.server.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import {
  fieldId,
  fieldKinds,
  fieldObjects,
  fieldScopes,
  referenceObjects,
  type CustomField,
} from './custom-field.ts'
import { declaredFields } from './declared-fields.ts'
import { addField, archiveField, changeField, type FieldDefinition } from './field-repository.server.ts'

const declaredRows = JSON.stringify(
  declaredFields.map(({ isShown, isFacet, isInFeed, isRequired, refersTo, ...field }) => ({
    ...field,
    refers_to: refersTo,
    is_shown: isShown,
    is_facet: isFacet,
    is_in_feed: isInFeed,
    is_required: isRequired,
  })),
)

/** A field of staff that a module declares by now is the module's. */
const source = sql`(
  with declared as (select d.*, null::timestamptz as archived_at
    from jsonb_to_recordset(${sql.lit(declaredRows)}::jsonb) as d (object text, key text, kind text, unit text,
      names jsonb, options jsonb, refers_to text, scope text, is_shown boolean, is_facet boolean, is_in_feed boolean, is_required boolean,
      position integer, module text))
  select object, key, kind, unit, names, options, refers_to, scope, is_shown, is_facet, is_in_feed, is_required, position,
    module, archived_at from declared
  union all
  select object, key, kind, unit, names, options, refers_to, scope, is_shown, is_facet, is_in_feed, is_required, position,
    null, archived_at
  from custom_field_definition c where not exists (select from declared d where d.object = c.object and d.key = c.key)) f`

const neutral = <Code extends string>(codes: readonly Code[]) =>
  Object.fromEntries(codes.map((code) => [code, 'neutral'])) as Record<Code, 'neutral'>

const nameIn = (store: StoreCode) => sql`f.names ->> ${sql.lit(store)}`

/** Lines of the options in their order: their codes, or their names in a store, empty where there is none. */
const optionsAs = (what: ReturnType<typeof sql>) =>
  sql`array(select ${what} from jsonb_array_elements(f.options) with ordinality as o (option, place) order by place)`

/** May be empty. */
const lines = (most: number): Input<string[]> => ({ kind: 'texts', isRequired: false, most })

interface Values {
  object: CustomField['object']
  key: string
  kind: CustomField['kind']
  scope: CustomField['scope']
  unit: string | null
  refersTo: CustomField['refersTo']
  options: string[]
  isShown: boolean
  isFacet: boolean
  isInFeed: boolean
  isRequired: boolean
  position: number
  [perStore: string]: unknown
}

/** Null: a store names more or fewer options than there are. */
function definitionOf(values: Values): FieldDefinition | null {
  const { object, key, kind, scope, unit, refersTo, options } = values
  const { isShown, isFacet, isInFeed, isRequired, position } = values
  const names: PerStore<string> = {}
  const optionNames: PerStore<string[]> = {}
  for (const store of storeCodes) {
    const name = values[inStores.fieldName('name', store)] as string | null
    if (name !== null) names[store] = name
    const own = values[inStores.fieldName('optionNames', store)] as string[]
    if (own.length > 0 && own.length !== options.length) return null
    if (own.length > 0) optionNames[store] = own
  }
  return {
    object,
    key,
    kind,
    scope,
    unit,
    refersTo,
    names,
    options: options.map((code, place) => ({
      code,
      names: Object.fromEntries(
        Object.entries(optionNames).map(([store, own]) => [store, own[place]!]),
      ) as PerStore<string>,
    })),
    isShown,
    isFacet,
    isInFeed,
    isRequired,
    position,
  }
}

interface FieldRow {
  object: CustomField['object']
  fieldKey: string
  kind: CustomField['kind']
  scope: CustomField['scope']
  refersTo: CustomField['refersTo']
  module: string | null
  isArchived: boolean
}

const ofRow = ({ object, fieldKey }: FieldRow) => ({ object, key: fieldKey })

export const fieldResource = defineResource({
  name: 'custom-fields',
  section: { after: '/categories', icon: 'menu', keys: 'g 1' },
  permission: 'settings:read',
  auditObject: 'custom_field',
  source,
  key: 'id',
  title: 'label',
  defaultSort: 'position',
  isPersonal: false,
  fields: {
    label: text(sql`coalesce(${sql.join([...storeCodes.map(nameIn), sql`f.key`])})`, { sort: true }),
    object: choice(sql`f.object`, neutral(fieldObjects), { filter: true }),
    kind: choice(sql`f.kind`, neutral(fieldKinds), { filter: true }),
    scope: choice(sql`f.scope`, neutral(fieldScopes), { shown: 'chosen' }),
    refersTo: choice(sql`f.refers_to`, neutral(referenceObjects), { isNullable: true, shown: 'page' }),
    isShown: flag(sql`f.is_shown`),
    isFacet: flag(sql`f.is_facet`),
    isInFeed: flag(sql`f.is_in_feed`, { shown: 'chosen' }),
    isRequired: flag(sql`f.is_required`),
    isArchived: flag(sql`f.archived_at is not null`, { filter: true }),
    position: integer(sql`f.position`, { sort: true, shown: 'chosen' }),
    module: text(sql`f.module`, { isNullable: true }),
    fieldKey: text(sql`f.key`, { isSearched: true }),
    unit: text(sql`f.unit`, { isNullable: true, shown: 'page' }),
    options: texts(optionsAs(sql`option ->> 'code'`), { shown: 'page' }),
    id: text(sql`f.object || '.' || f.key`, { shown: 'never' }),
    ...inStores('name', (store) =>
      text(nameIn(store), { isNullable: true, isSearched: true, shown: 'page' }),
    ),
    ...inStores('optionNames', (store) =>
      texts(
        sql`case when f.options @? ${sql.lit(`$[*].names.${store}`)} then
          ${optionsAs(sql`coalesce(option -> 'names' ->> ${sql.lit(store)}, option ->> 'code')`)} else '{}' end`,
        { shown: 'page' },
      ),
    ),
  },
  actions: {
    archive: action<FieldRow>()({
      description: 'Take a field out of use; its values stay',
      permission: 'settings:edit',
      isOffered: ({ module, isArchived }) => module === null && !isArchived,
      run: ({ db, clock }, actor, { row }) => archiveField(db, actor, ofRow(row), new Date(clock())),
    }),
    restore: action<FieldRow>()({
      description: 'Take an archived field into use again',
      permission: 'settings:edit',
      isOffered: ({ module, isArchived }) => module === null && isArchived,
      run: ({ db }, actor, { row }) => archiveField(db, actor, ofRow(row), null),
    }),
  },
  form: form<FieldRow>()({
    permission: 'settings:edit',
    inputs: {
      ...inStores('name', () => optionalText(80)),
      object: choiceInput(fieldObjects),
      kind: choiceInput(fieldKinds),
      fieldKey: textInput(40),
      scope: choiceInput(fieldScopes),
      unit: optionalText(20),
      refersTo: optionalChoice(referenceObjects),
      options: lines(80),
      ...inStores('optionNames', () => lines(80)),
      isShown: flagInput(),
      isFacet: flagInput(),
      isInFeed: flagInput(),
      isRequired: flagInput(),
      position: integerInput({ least: 0, most: 1000 }),
    },
    create: async ({ db }, actor, { fieldKey, ...values }) => {
      const field = definitionOf({ ...values, key: fieldKey })
      if (field === null) return { ok: false, code: 'bad_field_options' }
      const added = await addField(db, actor, field)
      return added.ok ? { ok: true, key: added.id } : added
    },
    change: async ({ db }, actor, { row, values: { fieldKey, ...values } }) => {
      const field = definitionOf({ ...values, key: fieldKey })
      if (field === null) return { ok: false, code: 'bad_field_options' }
      const { object, key, kind, scope, refersTo, ...change } = field
      // What is stored follows these.
      const isSame = kind === row.kind && scope === row.scope && refersTo === row.refersTo
      if (fieldId({ object, key }) !== fieldId(ofRow(row)) || !isSame)
        return { ok: false, code: 'field_is_fixed' }
      return changeField(db, actor, ofRow(row), change)
    },
  }),
})
