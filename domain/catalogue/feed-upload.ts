/** A file that staff upload: what an import of it would do, and its start. The back office's view of `catalogue-import/`. Pure. */
import type { Transaction } from 'kysely'
import type { Readable } from 'node:stream'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { Minor } from '../money/money.ts'
import type {
  ColumnMapping,
  FoundColumns,
  SavedMapping,
  SaveMapping,
  WantedHeader,
} from './column-mapping.ts'
import type { PresentPhotos } from './present-photos.ts'
import type { StoreCode } from '../stores/stores.ts'

export interface FeedUpload {
  content: Readable
  /** Size that the request announces; null: it announces none. What arrives is counted in both cases. */
  announcedBytes: number | null
  store: StoreCode
  /** Of a workbook; null: the first one with known columns. */
  sheet: string | null
  /** How staff have mapped the columns of a table; null: a form of table that is known. */
  mapping: ColumnMapping | null
  /** Of a mapped file: the stores that it is imported to, all of which the person may edit; absent: `store` alone. */
  stores?: readonly StoreCode[]
  /** Columns that the file may clear in any number of products; of a file for several stores as `de:description`. */
  clear: readonly string[]
  /** Of a file of stock: the location that counts; null: all of them. */
  location: string | null
  /** Of a file of discount codes: stores besides this one in which the percentages are valid. */
  alsoStores: readonly StoreCode[]
  /** Of products of another shop: whether their stock is set where the store has the product already. */
  setStock: boolean
  /**
   * Where the file is an archive, which may be larger if it holds pictures: what becomes of the pictures that products
   * have. Null: it is none.
   */
  pictures: PresentPhotos | null
  /** Whether the person may import such a file. */
  may: (contents: FileContents) => boolean
}

/** More about a problem: a code with values, worded at the edge (`catalogue-import/problem-details.ts`). */
export interface FeedProblemDetail {
  code: string
  values?: Readonly<Record<string, string | number>> | undefined
}

/** A row of an imported file that was refused, imported after a repair, or imported with a note. */
export interface FeedProblem {
  outcome: 'refused' | 'repaired' | 'noted'
  /** Of a table as a spreadsheet numbers it, header and empty rows included; of a list the number of the item, from 1. */
  row: number
  sku: string | null
  /** The name of the row's product as the file states it, shortened; null: it states none, or the file holds others. */
  title: string | null
  column: string | null
  value: string | null
  /** A code of docs/import.md. */
  code: string
  detail: FeedProblemDetail | null
}

/** What was repaired or noted in rows of an imported file, by kind. */
export interface FeedNote {
  outcome: 'repaired' | 'noted'
  code: string
  column: string | null
  count: number
  /** The first ones. */
  examples: FeedProblem[]
}

/** What an import would do in one of several stores. */
export interface StoreOutcome {
  store: StoreCode
  created: number
  changed: number
  unchanged: number
  refused: number
  repaired: number
}

export interface FeedChange {
  /** Of a file for several stores. */
  store?: StoreCode | undefined
  row: number
  sku: string | null
  column: string
  before: string
  after: string
}

/** A column that the file would clear in more than a tenth of its products. */
export interface FeedClear {
  /** Of a file for several stores. */
  store?: StoreCode | undefined
  column: string
  filled: number
  cleared: number
}

/** What an imported file is about. Files of products are read by `catalogue-import/`, the others by `shop-import/`. */
export type FileContents =
  | 'products'
  | 'pictures'
  | 'redirects'
  | 'former-pages'
  | 'stock'
  | 'customers'
  | 'orders'
  | 'gift-cards'
  | 'store-credit'
  | 'coupons'
  | 'translations'

/** How a file of rows and columns was read. */
export interface TableReading {
  /** Of a text; null otherwise. */
  encoding: string | null
  separator: string | null
  /** Of a workbook, the sheet that was read, and the names of all; null and none otherwise. */
  sheet: string | null
  sheets: string[]
  /** The row that names the columns, as a spreadsheet numbers it; null: they are fields of records. */
  headerRow: number | null
  /** Of the preset that recognised the columns (`catalogue-import/table-presets.ts`). */
  preset: string
  columnCount: number
  /** Columns that are not read. */
  unusedColumns: string[]
}

/** Contents that are money: the person who starts their import confirms it by passkey or authenticator app. */
export const confirmedContents: ReadonlySet<FileContents> = new Set(['gift-cards', 'store-credit'])

/** For whom a file of customers is. */
export interface CustomerAudience {
  /** Customers whose account is new. */
  added: number
  /** Addresses that get the newsletter of the store by the file. */
  subscribed: number
  /** Most of them are of other countries than the store's; null: they are not, or it is unknown. */
  elsewhere: {
    /** Of most of these, ISO 3166-1 alpha-2. */
    country: string
    /** How many are of other countries, among those whose country or phone number says it. */
    customers: number
    known: number
  } | null
}

/** A product that an import would create, as people look at one: what its page would show. */
export interface NewProduct {
  /** Of its first row. */
  sku: string
  name: string
  brand: string | null
  /** Plain text; lines and paragraphs are separated by line ends. */
  description: string
  /** The reduced price of its first row; null: none. */
  salePriceMinor: Minor | null
  availability: 'in_stock' | 'out_of_stock' | 'preorder' | 'backorder'
  /** Addresses that the file names, the main picture first; the first ones. */
  pictures: string[]
  /** What its choices differ in, with the first values of each in the order of the file. */
  choiceGroups: { name: string; values: string[] }[]
  /** Columns with their values: barcodes, measures, the shop's own fields. */
  facts: { column: string; value: string }[]
  /** Minor units of the store's currency, VAT included; of its choices the lowest. */
  priceMinor: Minor
  /** Of its choices the highest; null: it has one price. */
  highestMinor: Minor | null
  /** Names from the root down; empty: none. */
  category: string[]
  /** The first ones, such as `Red, M`. */
  choices: string[]
  choiceCount: number
  /** Pictures that the file names. */
  pictureCount: number
}

export interface FeedOutcome {
  holds: FileContents
  format: string
  /** Null: the file is no table. */
  table: TableReading | null
  /** Of an archive, the file that was read. */
  entry: string | null
  /** Of a file of stock, its locations. */
  locations: string[]
  /** Null: the file holds no customers. */
  audience: CustomerAudience | null
  read: number
  created: number
  changed: number
  unchanged: number
  refused: number
  repaired: number
  /** Of a file for several stores, whose counts are added up; absent: it is for one. */
  stores?: readonly StoreOutcome[] | undefined
  /** In which the prices of products are read; null: the file says it, or has no prices of products. */
  currency: string | null
  /** Others in which rows have prices, which are refused; the first ones. */
  otherCurrencies: string[]
  /** Of an archive of pictures: the products that get some, and those of them that have others. Null: it is none. */
  pictures: { products: number; withPictures: number } | null
  /** Redirects from former addresses of products that the import would make. */
  redirects: number
  /** The first new products; empty: the file holds something else, or no new ones. */
  newProducts: NewProduct[]
  columns: { column: string; changed: number; cleared: number }[]
  /** Without them being allowed the import is refused. */
  clears: FeedClear[]
  /** The first ones. */
  changes: FeedChange[]
  /** Refused rows, the first ones. `refused` counts all. */
  problems: FeedProblem[]
  notes: FeedNote[]
}

export type FeedRefusal =
  | { ok: false; code: 'too_large'; megabytes: number }
  /** The file as a whole cannot be read; `fault` says why. */
  | { ok: false; code: 'unreadable_feed'; fault: FeedProblemDetail }
  | { ok: false; code: 'import_running' }
  /** The person may not import what the file holds. */
  | { ok: false; code: 'not_permitted' }
  /** The file holds pictures, which all stores share, and there is a store whose products the person may not edit. */
  | { ok: false; code: 'pictures_of_all_stores' }

export interface FeedUploads {
  /** The columns of the table that the file holds, with samples. `header`: null: the row that the mapping names, else `auto`. */
  columns(
    upload: Pick<FeedUpload, 'content' | 'announcedBytes' | 'store' | 'sheet' | 'mapping'> & {
      header: WantedHeader | null
    },
  ): Promise<{ ok: true; found: FoundColumns } | FeedRefusal>
  /** Reports what an import would change, and changes nothing. */
  check(actor: Actor, upload: FeedUpload): Promise<{ ok: true; outcome: FeedOutcome } | FeedRefusal>
  /**
   * Starts the import as a job of staff. `name`: the file's, for people; null: unknown. `isSteppedUp`: the person has
   * used a passkey or authenticator app, without which `confirmedContents` are not imported. `onStarted`: what is written in
   * the transaction that starts the first job.
   */
  start(
    actor: Actor,
    upload: FeedUpload & {
      staffId: number
      name: string | null
      isSteppedUp: boolean
      onStarted?: (trx: Transaction<DB>, job: number) => Promise<void>
    },
  ): Promise<
    /** `jobs`: one for each store; `job` is the first. */
    | { ok: true; job: number; jobs: number[] }
    | FeedRefusal
    | { ok: false; code: 'clears_too_much'; clears: FeedClear[] }
    | { ok: false; code: 'step_up_required' }
  >
}

/** The mappings of columns that staff have saved. */
export interface ImportMappings {
  /** The fields to which columns can be mapped, the usual ones first. */
  fields(): Promise<string[]>
  /** The stores that an import by a mapping writes to, if it is for `chosen`. */
  stores(mapping: ColumnMapping, chosen: StoreCode): StoreCode[]
  /** By name. */
  all(): Promise<SavedMapping[]>
  /** Null: there is none of that name. */
  find(name: string): Promise<SavedMapping | null>
  /** `version`: of the one that is changed; null: it is new. */
  save(
    actor: Actor,
    mapping: Omit<SavedMapping, 'version'> & { version: string | null },
  ): Promise<SaveMapping>
  /** False: there is none of that name. */
  remove(actor: Actor, name: string): Promise<boolean>
}

/** The products of a store as lines of a feed, which an import reads again. */
export type ExportFeed = (store: StoreCode) => AsyncIterable<string>
