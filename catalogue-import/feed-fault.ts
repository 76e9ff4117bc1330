/** Why a file as a whole cannot be read: a code with values, which the CLI words in English. */
import { fillMessage } from '../domain/content/message.ts'

/** Faults that an uploaded feed can have; the back office words them in the language of the person. */
export const feedFaults = {
  archive_empty: '{file} is an archive without a file that could hold products.',
  archive_encrypted: '{file} is an archive with a password. Pack it without one.',
  archive_files: '{file} is an archive of more than {maximum} files.',
  archive_path: '{file} is an archive with a file whose name leads out of it: {name}',
  archive_several: '{file} is an archive of several files. Import each on its own: {names}',
  bad_json_file: 'The JSON is not valid: {text}',
  bad_xml: 'The XML is not well-formed: {text}',
  blank: 'The file holds nothing but blank lines.',
  combinations_only:
    'The file holds combinations of PrestaShop, which have no names and no prices. Pack it with the file of their products, exported with their prices including VAT, as one zip file, and import that.',
  column_twice: 'The column {column} appears twice in the first line.',
  damaged: '{file} is damaged or cut off: {text}.',
  empty: '{file} is empty.',
  endless_text: 'A piece of text at line {line} does not end.',
  header_elsewhere:
    'The mapping takes the names of the columns from row {row}; in this file they are in row {other}. Choose that row on the page Import, where the mapping is changed, or let it be found by itself.',
  header_row:
    'Row {row}, from which the mapping takes the names of the columns, lacks {columns}. It holds: {found}. Choose another row on the page Import, where the mapping is changed.',
  net_prices:
    'The column {column} holds prices without VAT. Prices of products include it: add a column with them, or map this column to the price and let it be multiplied by 1 plus the VAT rate, as 1.25.',
  no_columns: 'The table cannot be read: none of its first lines has a column {columns}. Found: {found}',
  no_items: 'The XML holds no <item> and no <entry>.',
  no_records: 'The file holds no list of products.',
  no_rows: '{file} holds no rows.',
  open_quote: 'The first line has a quotation mark that is not closed.',
  other_encoding: 'The feed is {encoding}. Save it as UTF-8.',
  no_sheet: 'The workbook has no sheet {sheet}. Its sheets are: {names}',
  other_spreadsheet:
    '{file} is a spreadsheet with a password or in a form that is not read. Save it as an Excel workbook (.xlsx) without one.',
  packed: '{file} is packed more than twice. Unpack it first.',
  sitemap_index:
    '{file} is an index of sitemaps, and holds no pages. Download the sitemaps that it names, and pack them as one zip file.',
  took_too_long: '{file} takes too long to read.',
  too_deep: 'The XML has elements nested more than {maximum} deep, at line {line}.',
  too_large_unpacked: '{file} unpacks to more than {megabytes} MB.',
  too_many_columns: 'The first line has more than {maximum} columns.',
  too_many_rows: '{file} has more than {maximum} rows.',
  too_much_memory: '{file} takes too much memory to read.',
  unmapped_columns: 'The file lacks columns that the mapping names: {columns}. Found: {found}',
  utf16: '{file} is UTF-16. Save it as UTF-8.',
  xliff_doctype: '{file} has a document type declaration (DOCTYPE), which is not read. Remove it.',
  xliff_source: 'The source language of the XLIFF is {language}, which no other store has.',
  xliff_target: 'The target language of the XLIFF is {language}; that of the store is {wanted}.',
  xliff_unit: 'The unit {unit} cannot be read: {text}',
  xliff_version: '{file} is XLIFF {version}. Save it as XLIFF 1.2.',
  worker_ended: '{file} could not be read: the process that read it ended. Try again.',
} as const

/** Faults of files and options that only commands meet. */
const commandFaults = {
  bad_counted_at: '{text} is no time of counting: write it like 2026-11-20T18:00:00+01:00.',
  clears_too_much:
    'The file would clear {columns}. Leave the column out to keep what the shop has, or allow it with --clear {names}.',
  device_columns: '{file} has no column {columns}.',
  is_folder: '{file} is a folder, not a file.',
  no_file: 'There is no file {file}.',
  no_header: 'The file has no header.',
  no_text: '{file} is a spreadsheet. Save it as text.',
  not_plain: '{file} is a device or a pipe, not a file.',
  not_readable: '{file} may not be read by this user.',
  store_missing: 'A product feed belongs to one store: say --store with one of {stores}.',
  unknown_devices: '{file} is no known list of devices: its columns are {columns}.',
} as const

const messages = { ...feedFaults, ...commandFaults }
export type FeedFaultCode = keyof typeof messages

/** The file as a whole cannot be read; the message is for the operator. */
export class FeedFault extends Error {
  override name = 'FeedFault'
  readonly code: FeedFaultCode
  readonly values: Readonly<Record<string, string | number>>
  constructor(code: FeedFaultCode, values: Record<string, string | number> = {}) {
    super(fillMessage(messages[code], values))
    this.code = code
    this.values = values
  }
}
