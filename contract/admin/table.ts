/**
 * Tables of the back office as query strings and answers: `?q=&filter.NAME=VALUE,VALUE&sort=-NAME&after=KEY&limit=`.
 * The query string of the page and of the API are the same, so that a link, a saved view and an export are the view;
 * `columns` and `density` are the page's own and are ignored where rows are listed.
 */
import { z } from 'zod'
import { camelCase } from '../camel-case.ts'

/** Several values of one filter, separated by commas; no value is an empty list and matches nothing. */
export function listOf<Value extends z.ZodType<unknown, string>>(value: Value) {
  return z
    .string()
    .max(2_000)
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(value).min(1).max(100))
}

/** PostgreSQL has no year 0. */
const day = z.iso.date().refine((text) => text >= '0001-01-01')

/** A period of days, both included: `2026-11-01..2026-11-30`; an open end is left out: `2026-11-01..`. */
export const dayRange = z
  .string()
  .regex(/^(?:\d{4}-\d{2}-\d{2})?\.\.(?:\d{4}-\d{2}-\d{2})?$/)
  .transform((text) => {
    const [from = '', to = ''] = text.split('..')
    return { from: from === '' ? null : from, to: to === '' ? null : to }
  })
  .pipe(z.object({ from: day.nullable(), to: day.nullable() }))

/** A filter that is on or off. */
export const flag = z.enum(['yes', 'no']).transform((text) => text === 'yes')

type FilterShape = Readonly<Record<string, z.ZodType>>
type Prefixed<Filters extends FilterShape> = {
  [Name in keyof Filters & string as `filter.${Name}`]: z.ZodOptional<Filters[Name]>
}

export interface TableTerms<Filters extends FilterShape, Sort extends string, Column extends string> {
  filters: Filters
  sorts: readonly [Sort, ...Sort[]]
  /** `-placed` sorts by `placed` from the last to the first. */
  defaultSort: Sort | `-${Sort}`
  columns: readonly [Column, ...Column[]]
}

/** The query string of a table. Unknown parameters are refused, so that a mistyped filter does not list everything. */
export function tableQuery<Filters extends FilterShape, Sort extends string, Column extends string>({
  filters,
  sorts,
  defaultSort,
  columns,
}: TableTerms<Filters, Sort, Column>) {
  const prefixed = Object.fromEntries(
    Object.entries(filters).map(([name, schema]) => [`filter.${name}`, schema.optional()]),
  ) as unknown as Prefixed<Filters>
  const directions = sorts.flatMap((name) => [name, `-${name}` as const])
  return z.strictObject({
    ...prefixed,
    q: z.string().max(200).optional(),
    sort: z.enum(directions as [Sort | `-${Sort}`]).default(defaultSort as never),
    after: z.string().max(1_000).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    columns: z
      .string()
      .max(2_000)
      .transform(camelCase)
      .pipe(listOf(z.enum(columns)))
      .optional(),
    density: z.string().max(20).optional(),
  })
}

/** A page of a table, as the API answers it and as the tables of the screens take it. */
export interface TableAnswer<Row> {
  rows: readonly Row[]
  /** The `after` of the next page, null on the last one. */
  next: string | null
  /** Of all pages; exact up to 100,000. */
  count: number
  countIsExact: boolean
}

export function tableAnswer<Row extends z.ZodType>(row: Row) {
  return z.object({
    rows: z.array(row),
    next: z.string().nullable(),
    count: z.number().int(),
    countIsExact: z.boolean(),
  }) satisfies z.ZodType<TableAnswer<z.output<Row>>>
}
