/** The zod schemas of a resource's routes, and its description for the screens, from its declaration. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { fieldFilter } from '../../contract/admin/custom-fields.ts'
import { storeCode } from '../../contract/admin/fields.ts'
import { units, type ResourceDescription, type RowValue } from '../../contract/admin/resources.ts'
import { dayRange, flag, listOf, tableQuery } from '../../contract/admin/table.ts'
import { amount, givenAmount } from '../../contract/amount.ts'
import { safeText } from '../../contract/text.ts'
import { toMajor, toMinor, type Minor } from '../../domain/money/money.ts'
import type {
  Field,
  Filter,
  Input,
  Inputs,
  Resource,
  ResourceRow,
} from '../../domain/resources/resource.server.ts'
import { tableTerms } from './table-routes.ts'

function filterSchema(filter: Filter): z.ZodType<unknown, string> {
  switch (filter.kind) {
    case 'options':
      return listOf(z.enum(filter.options))
    case 'stores':
      return listOf(storeCode)
    case 'days':
      return dayRange
    case 'flag':
      return flag
    case 'text': {
      const text = z.string().max(filter.most)
      return filter.pattern ? text.regex(filter.pattern) : text
    }
    case 'names':
      return listOf(z.string().regex(filter.pattern))
    case 'fields':
      return fieldFilter
  }
}

/** The query string of the list. */
export function resourceQuery(resource: Resource) {
  const { filters, definition, defaultSort } = resource
  const names = Object.entries(resource.fields).map(([name]) => name)
  const query = tableQuery({
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, filter]) => [name, filterSchema(filter)]),
    ),
    sorts: Object.keys(definition.sorts) as [string],
    defaultSort,
    columns: names as [string],
  })
  // The store switch of the back office adds its filter to every list.
  return 'store' in filters ? query : query.extend({ 'filter.store': listOf(storeCode).optional() })
}

const valueSchemas: Record<Field['kind'], z.ZodType> = {
  id: z.number(),
  text: z.string(),
  texts: z.array(z.string()),
  integer: z.number(),
  amount,
  moment: z.iso.datetime(),
  day: z.iso.date(),
  flag: z.boolean(),
  choice: z.string(),
  choices: z.array(z.string()),
  store: z.string(),
  stores: z.array(z.string()),
  product: z.string(),
  order: z.string(),
  products: z.array(z.string()),
  units: z.array(units),
  customer: z.number(),
  shopPage: z.string(),
  record: z.record(z.string(), z.unknown()),
}

/** A row of the answer, without the offered actions. */
export const rowSchema = (resource: Resource) =>
  z.object(
    Object.fromEntries(
      Object.entries(resource.fields).map(([name, { kind, isNullable }]) => [
        name,
        isNullable ? valueSchemas[kind].nullable() : valueSchemas[kind],
      ]),
    ),
  )

/** A row as the API answers it. `publicUrl`: the shop's own origin. */
export const answerRow = (
  resource: Resource,
  row: ResourceRow,
  publicUrl: string,
): Record<string, RowValue> =>
  Object.fromEntries(
    Object.entries(resource.complete(row)).map(([name, value]) => {
      if (value instanceof Date) return [name, value.toISOString()]
      const kind = resource.fields[name]?.kind
      if (kind === 'shopPage') return [name, `${publicUrl}${String(value)}`]
      return [name, kind === 'amount' && value !== null ? toMajor(value as Minor) : (value as RowValue)]
    }),
  )

/** What a query string of the list means. */
export const resourceTerms = (resource: Resource) =>
  tableTerms({
    permission: resource.permission,
    query: resourceQuery(resource),
    definition: resource.definition,
    filtersOf: (query): Record<string, unknown> =>
      Object.fromEntries(
        Object.keys(resource.filters).map((name) => [
          name,
          (query as Readonly<Record<string, unknown>>)[`filter.${name}`],
        ]),
      ),
  })

const nullIfEmpty = (text: string | null) => (text === '' ? null : text)

function inputSchema({ kind, isRequired, options = [], most = 0, least = 0 }: Input): z.ZodType {
  const written = safeText(most).transform((text) => text.trim())
  switch (kind) {
    case 'text':
    case 'longText':
    case 'seen':
      return isRequired
        ? written.refine((text) => text !== '', 'Must not be empty')
        : written.nullable().transform(nullIfEmpty)
    case 'secret':
      // As it was typed: spaces may belong to a password.
      return isRequired ? safeText(most).min(1) : safeText(most).nullable().transform(nullIfEmpty)
    case 'texts':
    case 'products':
      return z
        .array(written)
        .max(kind === 'products' ? 1_000 : 100)
        .transform((texts) => texts.filter((text) => text !== ''))
        .refine((texts) => !isRequired || texts.length > 0, 'Must not be empty')
    case 'choice':
      return isRequired
        ? z.enum(options)
        : z
            .enum([...options, ''])
            .nullable()
            .transform(nullIfEmpty)
    case 'codes':
    case 'stores':
      return z
        .array(z.enum(options))
        .max(options.length)
        .transform((codes) => options.filter((code) => codes.includes(code)))
        .refine((codes) => !isRequired || codes.length > 0, 'Must not be empty')
    case 'category':
    case 'mapping':
      return z.string().max(500).nullable().transform(nullIfEmpty)
    case 'integer':
      return z.int().min(least).max(most)
    case 'amount':
      return givenAmount.min(0).transform(toMinor)
    case 'day':
      return z
        .union([z.iso.date().refine((day) => day >= '1900-01-01', 'A day from 1900 on'), z.literal('')])
        .nullable()
        .transform(nullIfEmpty)
    case 'flag':
      return z.boolean()
    case 'store':
      return storeCode
  }
}

export const inputsSchema = (inputs: Inputs) =>
  z.strictObject(
    Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, inputSchema(input)])),
  )

const describeInputs = (inputs: Inputs) =>
  Object.entries(inputs).map(([name, input]) => ({
    name,
    inStore: input.inStore ?? null,
    kind: input.kind,
    isRequired: input.isRequired,
    options: [...(input.options ?? [])],
    most: input.most ?? null,
    least: input.least ?? null,
    rows: input.rows ?? null,
    initial: input.initial ?? false,
  }))

/** The inputs of a row that is there: a store is chosen when a row is added, and does not change. */
export const withoutStore = (inputs: Inputs): Inputs =>
  Object.fromEntries(Object.entries(inputs).filter(([, { kind }]) => kind !== 'store'))

/** Changes with every change of what the form of a row shows: who saves says which one they have seen. */
export const rowVersion = ({ form }: Resource, row: ResourceRow): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.keys(form?.inputs ?? {}).map((name) => row[name] ?? null)))
    .digest('base64url')
    .slice(0, 22)

/** What the screens need to know of a resource. */
export function describeResource(resource: Resource): ResourceDescription {
  const { name, section, key, title, fields, filters, actions, form, isPersonal, defaultSort } = resource
  const entries = Object.entries(fields)
  const fieldOfFilter = (filter: string) =>
    entries.find(([own, field]) => field.filter === filter || (field.filter === true && own === filter))?.[0]
  return {
    name,
    ...(section ?? { after: '', icon: '', keys: '' }),
    otherwise: section?.otherwise ?? null,
    key,
    isKeyOfStore: resource.isKeyOfStore ?? false,
    title,
    auditObject: resource.auditObject ?? '',
    store: entries.find(([, { kind }]) => kind === 'store')?.[0] ?? null,
    defaultSort,
    isPersonal,
    isSearched: resource.search !== undefined || entries.some(([, { isSearched }]) => isSearched),
    hasIntro: resource.hasIntro ?? true,
    rowPage: resource.rowPage ?? 'declared',
    hasTodoGroup: resource.hasTodoGroup ?? false,
    todoGroup: resource.todoGroup ?? null,
    fields: entries.map(
      ([
        own,
        {
          kind,
          options = {},
          words = null,
          sort,
          shown,
          isCut = false,
          isOnOneLine = false,
          isState = false,
          isBlankAtZero = false,
          isDateOnly = false,
          linksTo = null,
          inStore = null,
        },
      ]) => ({
        name: own,
        inStore,
        kind,
        options,
        words,
        sort: sort === undefined ? null : sort === true ? own : sort,
        shown: shown ?? 'always',
        isCut,
        isOnOneLine,
        isState,
        isBlankAtZero,
        isDateOnly,
        linksTo,
      }),
    ),
    filters: Object.entries(filters).map(([own, filter]) => ({
      name: own,
      kind: filter.kind,
      options: filter.kind === 'options' ? [...filter.options] : [],
      object: filter.kind === 'fields' ? filter.object : null,
      field: fieldOfFilter(own) ?? null,
    })),
    actions: Object.entries(actions).map(([own, { inputs = {}, isMain = false, isConfirmed = false }]) => ({
      name: own,
      isMain,
      isConfirmed,
      inputs: describeInputs(inputs),
    })),
    bulk: Object.entries(resource.bulk).map(([own, { permission }]) => ({ name: own, permission })),
    form: form && {
      permission: form.permission,
      inputs: describeInputs(form.inputs),
      creates: form.create !== undefined,
      changes: form.change !== undefined,
      removes: form.remove !== undefined,
      removalCanBeUndone: form.removalCanBeUndone ?? false,
    },
  }
}
