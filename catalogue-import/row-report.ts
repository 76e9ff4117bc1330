/**
 * Reports about single rows: row, column and error, as a code for programs and as text for people. Never the
 * whole value: a feed's field can contain megabytes.
 */
import { detailText, type ProblemDetail } from './problem-details.ts'

/** Why a row, or a part of it, was rejected or repaired. docs/import.md explains each code. */
export const problemMessages = {
  amount_in_one_store:
    'is an amount, which is in one currency; the code is valid in the store of the file alone',
  amount_per_unit: 'is an amount off each unit, which a code of this shop cannot give',
  any_choice:
    'has no value in this row, which means every value: the variant was imported without this choice; this shop needs a row for each value',
  apostrophe: 'begins with an apostrophe; read without it',
  ambiguous_amount: 'can mean two amounts; write it with a point and two decimals, as in 1299.00 SEK',
  ambiguous_gtin: 'is the GTIN of several products; name the product by its number',
  ambiguous_sku: 'differs only in upper and lower case from two products',
  automatic_discount: 'is a discount without a code; plan a campaign instead',
  bad_address: 'is not the address of a page, as /pages/about',
  bad_amount: 'is not an amount',
  bad_availability: 'is not in_stock, out_of_stock, preorder or backorder',
  bad_card_code: 'is not a code of 16 letters and digits',
  bad_condition: 'is not new, refurbished or used',
  bad_country: 'is not an ISO 3166-1 alpha-2 code, as SE',
  bad_coupon_code:
    'is not a code of 3 to 100 letters, digits and hyphens, which shoppers can enter here; discounts without a code do not move',
  bad_currency: 'is no ISO 4217 currency',
  bad_date: 'is not an ISO 8601 date',
  bad_email: 'is not an email address',
  bad_field_value: 'does not fit the field',
  bad_gtin: 'has a wrong length or check digit',
  bad_hs_code: 'is not a tariff code of 6 to 10 digits',
  bad_image_link: 'is not an http address, nor file: and a path below the folder of --pictures',
  bad_json: 'is not a JSON object',
  bad_measure: 'is not a number above zero with a unit, as 1.25 kg',
  bad_percentage: 'is not a percentage from 1 to 100 with at most two decimals',
  bad_quantity: 'is not a whole number from 0 to 1,000,000',
  bad_record: 'does not fit the record',
  bad_xml: 'is not well-formed XML',
  bad_tier_prices: 'is not a falling list like 10:119.00;50:109.00 below the price',
  bad_un_number: 'is not none, nor UN and four digits',
  broken_utf8: 'holds bytes that are not UTF-8',
  buy_x_get_y:
    'is a discount for buying goods to get others, and the file does not say which; make it on the page Coupons',
  control_character: 'holds a control character',
  card_too_large: 'is more than a gift card may hold in this shop',
  coupon_exists: 'is a code that the shop has already, with other terms or stores; it stays as it is',
  coupon_used_up: 'is how often the code was used, which is all its limit allows',
  credit_coupon: 'is credit with a balance; import it as a gift card',
  customer_uses_unknown:
    'limits the uses of each customer; who has used the code is not in the file, so everybody starts from none',
  database_refused: 'was refused by the database',
  dead_target:
    'leads to no page of this shop, and the address leads to one already; the redirect was not replaced',
  delays_campaign: 'is a planned campaign, which begins only when the campaign of the row has ended',
  decimal_comma: 'has a decimal comma; read as a decimal point',
  category_ids: 'holds ids of categories in place of names; imported without a category',
  category_without_name:
    'is a category that the store has no name for; translate its name, too, or correct it',
  changed_source: 'is the text now: the text that was translated has changed since',
  contradicts_row: 'says otherwise than an earlier row',
  description_cut: 'is longer than a description may be in this shop; cut after a paragraph or a word',
  discontinued_product:
    'is the stock of a discontinued product; it was counted, and the product stays discontinued until the products are imported again or staff sell it again',
  does_not_add_up:
    'is without VAT, and no amount with VAT adds up with the lines and the total; the order was imported without it',
  doubtful_page: 'may have been another page than the one that is proposed for it',
  duplicate_id: 'was used by an earlier row',
  erased_here: 'is about a person who was erased in this shop; remove it from the file',
  expired_card: 'is a gift card that has expired',
  expired_coupon: 'says that the code has expired',
  attribute_left_out:
    'is no short text, but a list, a reference, yes or no, or too long for an attribute; it was not read',
  field_left_out: 'is not valid; the field was left out, and the row imported without it',
  former_address: 'is an address of the former shop; the redirect works once it leads to one of this shop',
  free_shipping: 'is free shipping, which a code of this shop cannot give',
  grouped_amount: 'has its digits in groups; read without the separators',
  hidden_taken: 'says that the former shop does not show the product; it was imported all the same',
  html: 'holds HTML; read as text',
  inactive_coupon: 'says that the former shop does not take the code',
  kind_not_taken: 'is a kind of product that is not taken over',
  limited_units: 'reduces only so many units, which a code of this shop cannot do',
  made_sku: 'was empty; a number was made for it',
  markup: 'holds markup',
  maximum_spend: 'is a largest sum of the order, which a code of this shop cannot ask for',
  may_be_combined:
    'did not let the code be used together with others; in this shop a cart may have several codes, of which amounts add to the largest percentage',
  minimum_units: 'asks for a number of units in the cart, which a code of this shop cannot',
  missing: 'is missing',
  missing_battery_facts:
    'is a lithium battery without its energy or lithium content; it ships as a large one',
  missing_un_number: 'is a battery that states neither a UN number nor none; every shipping method takes it',
  missing_currency: 'has no currency; write it as in 1299.00 SEK',
  negative_amount: 'is negative',
  negative_stock: 'is less than nothing; the stock is zero',
  no_consent: 'does not prove that the address has accepted the newsletter; it is not subscribed',
  no_choice: 'is a variation for which the file names no choice; it became a product of its own',
  no_page_found: 'is a page of the former shop for which this one has none that is like it',
  no_expiry: 'is the end of a gift card; cards of this shop do not expire',
  not_empty: 'still holds products or categories',
  no_translated_text:
    'is no text that is translated: name or description of a product or category, seo_title or seo_description of a product, name of an attribute or choice',
  not_in_store: 'names a product that this store does not have',
  not_published: 'says that the product is not published',
  not_reduced_products: 'leaves reduced products out, which a code of this shop cannot do',
  only_some_customers: 'is only for some customers, which a code of this shop cannot be',
  only_some_markets: 'is only for some markets; make the code for the stores that it is for',
  only_some_products:
    'is only for some products, which the file does not name by number of article; make it on the page Coupons',
  other_condition:
    'is in a column that may be a condition of the code, and this shop does not know it; remove the column if it is none',
  other_discount: 'is a kind of discount that this shop does not have',
  quantity_contradicts: 'contradicts the availability',
  other_order: 'has the number of another order, with another date or total',
  other_country: "is an address outside of the store's country; imported without the address",
  other_host: 'leads to another host',
  other_store: 'is another store than that of the import',
  picture_not_taken: 'names a picture that cannot be taken over',
  redirect_disabled: 'says that the former shop does not redirect the address',
  redirect_loop: 'leads back to itself, or over too many other redirects',
  reduction_not_taken:
    'is a former price, and was not taken as a reduction: the lowest price of the last 30 days is not known here',
  repeated_line: 'is the same row again; counted once',
  repeated_delivery: 'was added by an earlier import of it; to add it again, give a newer quantity_at',
  replaces_campaign: 'is a planned campaign, of which the campaign of the row leaves no day',
  row_too_long: 'is longer than a row may be',
  rounded_price: 'has more decimals than prices in the currency have; rounded',
  rounds_to_nothing: 'is nothing in the digits of the currency',
  same_address: 'is the address of an earlier row; both are one customer',
  same_category_name: 'is the name of another category at the same place in the store',
  same_choices: 'has the same choices as another product of its group; imported as a product on its own',
  sale_ends:
    'is the day on which the sale ends; the price of the sale is imported without an end: change it by then, or plan a campaign',
  sale_price_not_lower: 'is not below the price',
  shared_sku:
    'is the number of several variants of the product; the number of each has its choice added, as every import makes it',
  sheet_error: 'is an error of the spreadsheet, or a formula whose value it has not saved',
  shortcodes: 'held shortcodes of the former shop; they were left out, and the text between them kept',
  skipped_time: 'is a time that the clocks skip; moved',
  slug_taken: 'is the address of another product',
  sold_beyond_stock:
    'lets the product be sold beyond its stock; in this shop it can be bought until its stock is sold',
  sold_without_stock:
    'lets the product be sold without stock; in this shop 50 units of a new product can be bought before they arrive, and pages say that it is out of stock',
  plugin_variable: 'is made of variables of a plugin, which mean nothing here; left out',
  picture_text_cut: 'is longer than the alternative text of a picture may be; cut after a word',
  seo_text_cut: 'is longer than the shop keeps for search engines; cut after a word',
  title_cut: 'is longer than a name may be in this shop; cut after a word',
  too_few_fields: 'has fewer fields than the header',
  too_long: 'is too long',
  too_many_lines: 'has more lines than an order may have',
  too_many_fields: 'has more fields than the header',
  spaces_in_address: 'has spaces; read with %20 in their place',
  stock_below_zero: 'is less than was sold since it was counted; the stock is zero',
  swapped_neighbours: 'has two characters exchanged; read as the battery that exists',
  unclear_minimum: 'can mean a sum or a number of units; write a sum as 500.00',
  unclear_word:
    'is neither yes nor no, so the product may be hidden or not to be sold here; write true or false',
  unclosed_quote: 'has a quotation mark that is not closed on its line',
  uncounted_stock:
    'does not count the stock; a new product gets 100 units, which the shop sells before it is sold out',
  unknown_attribute: 'names an attribute that does not exist',
  unknown_battery: 'is no battery size that is known',
  unknown_brand: 'names a brand that does not exist',
  unknown_category: 'names a category that does not exist',
  unknown_choice: 'names a choice that its attribute does not have',
  unknown_customer: 'is the address of no customer; import the customers first',
  unknown_country: 'is no country that is known; imported without the address',
  unknown_field: 'is no field of products in this shop; it was left out',
  unknown_parent: 'names a product that the file does not have',
  unknown_product:
    'is the number of no product of this store; the file changes products, and a new one needs number, name, price and stock',
  unknown_sku: 'names a product that does not exist',
  unknown_store: 'is the code of no store',
  unknown_tag: 'names a tag that does not exist',
  unread_tax: 'says how the former shop taxes the product, which is not read: set the VAT on the product',
  unsaid_products: 'does not say whether the discount is for all products; write “order” if it is',
  unsubscribed_here: 'has ended the newsletter in this shop, and does not get it again',
  unused_currency: 'is the currency of no store',
  vat_added: 'is without VAT; VAT was added',
  wrong_currency: "is not the store's currency",
  uses_unknown:
    'limits how often the code may be used, and the file does not say how often it was; export that column too',
  zero_amount: 'is zero',
} as const
export type ProblemCode = keyof typeof problemMessages

export interface RowProblem {
  code: ProblemCode
  column?: string
  /** The offending value, shortened. */
  value?: string
  /** More about it: number of fields, the earlier row, the database's message. */
  detail?: ProblemDetail
}

export interface RowReport extends RowProblem {
  /**
   * `refused`: the row was not imported. `repaired`: it was imported, changed as the code says. `noted`: it was imported
   * as it is.
   */
  outcome: 'refused' | 'repaired' | 'noted'
  /** Of a table as a spreadsheet numbers it, header and empty rows included; of a list the number of the item, from 1. */
  row: number
  /** Line of the file; where there is none, the row. */
  line: number
  /** The row's id or code as far as it could be read. */
  id?: string
  /** The name of its product as the file states it, shortened. */
  title?: string
}

/** A field of a product that an import changed, in the notation of the file. */
export interface ChangeReport {
  outcome: 'changed'
  row: number
  line: number
  id?: string
  column: string
  /** Empty: there was no value, or it was cleared. */
  before: string
  after: string
}

/** A photo of the catalogue that could not be stored. */
export interface PictureReport {
  outcome: 'picture_failed'
  /** Sku of a product that names it. */
  id: string
  /** Its address. */
  value: string
  /** See domain/pictures/picture-failure.ts. */
  code: string
  detail?: string
  /** ISO text; null: no further attempt. */
  next_attempt: string | null
}

/** A value as shown in reports: 60 characters on one line, without terminal control sequences. */
export function shortened(value: string): string {
  const visible = value
    .slice(0, 240)
    .replace(/\r\n?|[\n\u2028\u2029]/g, '↵')
    .replaceAll('\t', ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, escaped)
  const characters = [...visible]
  const cut = characters.length > 60 || value.length > 240
  return cut ? `${characters.slice(0, 60).join('')}…` : visible
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}

/** The name of a product for the report about its row; nothing where the file states none. */
export function titleIn(text: string | undefined): { title?: string } {
  const title = shortened(text?.trim() ?? '')
  return title === '' ? {} : { title }
}

/**
 * One line for people: `Row 27, id 1466, “AA battery”: price is missing.`, with the line of the file where it has another
 * number.
 */
export function describeReport(report: RowReport): string {
  const id = report.id === undefined ? '' : `, id ${report.id}`
  const title = report.title === undefined ? '' : `, “${report.title}”`
  const value = report.value === undefined || report.value === '' ? '' : ` “${report.value}”`
  const detail = report.detail === undefined ? '' : ` (${detailText(report.detail)})`
  const what = `${report.column ?? 'the row'}${value} ${problemMessages[report.code]}${detail}`
  return `${placeText(report)}${id}${title}: ${report.outcome === 'repaired' ? 'repaired: ' : ''}${what}.`
}

/** One line for people: `Row 3, id A-1: price “49.00 SEK” → “59.00 SEK”.` */
export function describeChange({ id, column, before, after, ...place }: ChangeReport): string {
  const owner = id === undefined ? '' : `, id ${id}`
  const quoted = (text: string) => (text === '' ? 'nothing' : `“${shortened(text)}”`)
  return `${placeText(place)}${owner}: ${column} ${quoted(before)} → ${quoted(after)}.`
}

const placeText = ({ row, line }: { row: number; line: number }): string =>
  line === row ? `Row ${row}` : `Row ${row} (line ${line})`

/** A report as the back office shows it. */
export const problemOf = ({ outcome, row, id, title, column, value, code, detail }: RowReport) => ({
  outcome,
  row,
  sku: id ?? null,
  title: title ?? null,
  column: column ?? null,
  value: value ?? null,
  code,
  detail: detail ?? null,
})
