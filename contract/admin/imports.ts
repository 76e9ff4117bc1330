/** Feeds that staff upload and export. The body of an upload is the file itself. */
import { z } from 'zod'
import { amount } from '../amount.ts'
import { storeCode } from './fields.ts'
import { jobNote, jobProblem, problemsQuery, startedJob } from './jobs.ts'

export const importParams = z.object({ store: storeCode })

export const checkQuery = z.strictObject({
  /** Of a workbook; by default the first one with known columns. */
  sheet: z.string().max(100).optional(),
  /** Columns that the file may clear in any number of products, joined by commas; of several stores as `de:description`. */
  clear: z
    .string()
    .max(1000)
    .regex(/^[a-z0-9_.,:]*$/)
    .optional(),
  /** Of an archive, which may be larger if it holds pictures: what becomes of the pictures that products have. */
  pictures: z.enum(['keep', 'replace']).optional(),
  /** Name of a saved mapping of the columns; absent: a form of table that is known. */
  mapping: z.string().trim().min(1).max(60).optional(),
  /** Of that mapping as the person knows it: another one is refused. */
  mappingVersion: z.string().max(20).optional(),
  /** `yes`: a product export of another shop sets the stock of products that the store has, too. */
  setStock: z.literal('yes').optional(),
  /** Of a file of stock: the location that counts; absent: all of them. */
  location: z.string().max(200).optional(),
  /** Of a file of discount codes: other stores in which the percentages are valid, joined by commas. */
  alsoStores: z.string().max(100).optional(),
})

export const importCheckQuery = checkQuery.extend(problemsQuery.shape)

export const importQuery = checkQuery.extend({
  /** Name of the file, for people. */
  name: z.string().max(200).optional(),
})

const count = z.number()

/** What an import of the file would do. */
export const importCheck = z.object({
  /** `products`, `pictures`, `redirects`, `stock`, `customers`, `orders`, `gift-cards` or `coupons`. */
  holds: z.string(),
  format: z.string(),
  /** How a file of rows and columns was read; null: it is none. */
  table: z
    .object({
      /** Of a text. */
      encoding: z.string().nullable(),
      separator: z.string().nullable(),
      /** Of a workbook. */
      sheet: z.string().nullable(),
      sheets: z.array(z.string()),
      /** The row that names the columns, as a spreadsheet numbers it; null: fields of records, which no row names. */
      headerRow: z.number().nullable(),
      preset: z.string(),
      columnCount: count,
      /** Columns that are not read, at most 100. */
      unusedColumns: z.array(z.string()),
    })
    .nullable(),
  /** Of an archive, the file that was read. */
  entry: z.string().nullable(),
  /** Of a file of stock, its locations. */
  locations: z.array(z.string()),
  /** For whom a file of customers is; null: it holds none. */
  audience: z
    .object({
      /** Customers whose account is new. */
      added: count,
      /** Addresses that get the newsletter of the store. */
      subscribed: count,
      /** Most are of other countries than the store's, mainly of this one. */
      elsewhere: z.object({ country: z.string(), customers: count, known: count }).nullable(),
    })
    .nullable(),
  read: count,
  created: count,
  changed: count,
  unchanged: count,
  refused: count,
  repaired: count,
  /** Of a file for several stores, whose counts are added up; absent: it is for one. */
  stores: z
    .array(
      z.object({
        store: storeCode,
        created: count,
        changed: count,
        unchanged: count,
        refused: count,
        repaired: count,
      }),
    )
    .optional(),
  /** In which the prices of products are read; null: the file says it, or has no prices of products. */
  currency: z.string().nullable(),
  /** Others in which rows have prices, which are refused. */
  otherCurrencies: z.array(z.string()),
  /** Of an archive of pictures: products that get some, and those of them that have others. */
  pictures: z.object({ products: count, withPictures: count }).nullable(),
  /** From former addresses of products. */
  redirects: count,
  /** The first new products, as people look at them. Prices in the currency of the store, VAT included. */
  newProducts: z.array(
    z.object({
      sku: z.string(),
      name: z.string(),
      brand: z.string().nullable(),
      /** Plain text with line ends. */
      description: z.string(),
      /** The reduced price; null: none. */
      salePrice: amount.nullable(),
      availability: z.enum(['in_stock', 'out_of_stock', 'preorder', 'backorder']),
      /** Addresses that the file names, the first ones. */
      pictures: z.array(z.string()),
      choiceGroups: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
      facts: z.array(z.object({ column: z.string(), value: z.string() })),
      price: amount,
      /** The highest of its choices; null: it has one price. */
      highestPrice: amount.nullable(),
      category: z.array(z.string()),
      /** The first ones. */
      choices: z.array(z.string()),
      choiceCount: count,
      /** Pictures that the file names. */
      pictureCount: count,
    }),
  ),
  columns: z.array(z.object({ column: z.string(), changed: count, cleared: count })),
  /** Columns that the file would clear too much: the import is refused unless `clear` names them. */
  clears: z.array(
    z.object({
      /** Of a file for several stores: `clear` names the column with it, `de:description`. */
      store: storeCode.nullable(),
      column: z.string(),
      filled: count,
      cleared: count,
    }),
  ),
  /** The first 1000. */
  changes: z.array(
    z.object({
      /** Of a file for several stores. */
      store: storeCode.nullable(),
      row: count,
      sku: z.string().nullable(),
      column: z.string(),
      before: z.string(),
      after: z.string(),
    }),
  ),
  /** Refused rows, the first 1000; `refused` counts all. */
  problems: z.array(jobProblem),
  notes: z.array(jobNote),
  /** These problems and notes as a CSV file for a spreadsheet; null: there are none. */
  problemsCsv: z.string().nullable(),
})
/** The jobs of an import, one for each store; `job` is the first. */
export const startedImport = startedJob.extend({ jobs: z.array(z.number()) })

export type ImportCheck = z.infer<typeof importCheck>

const mappingName = z.string().trim().min(1).max(60)
const stepText = z.string().max(200)

const mappingStep = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('multiply'),
    by: z.string().regex(/^\d{1,3}(?:\.\d{1,4})?$/, 'A number such as 1.25'),
  }),
  z.strictObject({ kind: z.literal('prefix'), text: stepText.min(1) }),
  z.strictObject({ kind: z.literal('suffix'), text: stepText.min(1) }),
  z.strictObject({ kind: z.literal('replace'), text: stepText.min(1), by: stepText }),
  z.strictObject({
    kind: z.literal('part'),
    separator: stepText.min(1),
    number: z
      .number()
      .int()
      .min(-20)
      .max(20)
      .refine((number) => number !== 0, 'From 1, or from −1 at the end'),
  }),
])
export type MappingStep = z.infer<typeof mappingStep>

const mappedField = z.strictObject({
  /** A column of a feed, or `ordinary_price` or `delivery_time`. */
  field: z.string().min(1).max(60),
  /** As the header writes it; null: `text` is the value of each row. */
  column: z.string().min(1).max(1000).nullable(),
  text: z.string().max(1000),
  steps: z.array(mappingStep).max(10),
  /** The store that alone gets it; absent: all of an import. */
  store: storeCode.optional(),
})
export type MappedField = z.infer<typeof mappedField>

/** The row that names the columns, as a spreadsheet numbers it. */
const headerRow = z.number().int().min(1).max(1_048_576)

export const mappingParams = z.object({ name: mappingName })
export const saveMappingBody = z.strictObject({
  /** Of the mapping that is changed; null: it is new. */
  version: z.string().max(20).nullable(),
  fields: z.array(mappedField).min(1).max(100),
  /** Absent: the first row with all columns of the mapping. */
  headerRow: headerRow.optional(),
})
export const savedMappingAnswer = z.object({ version: z.string() })
export type SavedMappingAnswer = z.infer<typeof savedMappingAnswer>
export const mappingsAnswer = z.object({
  mappings: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      fields: z.array(mappedField),
      headerRow: headerRow.optional(),
    }),
  ),
  /** The fields to which columns can be mapped, the usual ones first. */
  fields: z.array(z.string()),
})
export type MappingsAnswer = z.infer<typeof mappingsAnswer>

/** The store whose texts are translated. */
export const translationsQuery = z.strictObject({ source: storeCode })

export const columnsQuery = z.strictObject({
  sheet: z.string().max(100).optional(),
  /** Name of a saved mapping, which is changed. */
  mapping: mappingName.optional(),
  /** The row that names the columns; `auto`: the likely one. Absent: that of the mapping, else `auto`. */
  header: z.union([z.literal('auto'), z.coerce.number().pipe(headerRow)]).optional(),
})

/** The columns of a file. */
export const columnsAnswer = z.object({
  columns: z.array(
    z.object({
      name: z.string(),
      samples: z.array(z.string()),
      /** The field that its name suggests. */
      field: z.string().nullable(),
      /** The store that gets it; null: all of an import. */
      store: storeCode.nullable(),
      /** The stores that its name may mean. */
      stores: z.array(storeCode),
    }),
  ),
  /** The row that names them, as a spreadsheet numbers it; null: fields of records, which no row names. */
  headerRow: z.number().nullable(),
  /** The row that was asked for, or that the mapping names; null: none. The file may have no such row near its beginning. */
  wantedRow: z.number().nullable(),
  /** The first rows, with the beginning of their cells. */
  rows: z.array(z.object({ number: z.number(), cells: z.array(z.string()) })),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
})
export type ColumnsAnswer = z.infer<typeof columnsAnswer>
