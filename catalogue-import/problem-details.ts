/**
 * What a report says beside the code of a problem: a code of its own with values. The CLI words it in English, the back
 * office in the language of the person.
 */
import { fillMessage } from '../domain/content/message.ts'

/** Rules of a record of the interchange format that a value may break. */
export const recordRules = {
  bad_characters: 'must be letters, digits and . _ / -',
  bad_country: 'is not an ISO 3166-1 alpha-2 code',
  bad_date: 'is not an ISO 8601 date',
  bad_gtin: 'has a wrong length or check digit',
  bad_hs_code: 'is not a tariff code of 6 to 10 digits',
  bad_interval: 'is no interval such as "2 weeks" or "3 months"',
  bad_moment: 'is not an ISO 8601 moment',
  bad_path: 'is no path of the store, such as /sv/recycling',
  bad_period: 'ends before it starts',
  bad_picture: 'is no drawing:, picture:, file: or http address of at most 2000 bytes',
  bad_slug: 'must be lower-case letters, digits and hyphens',
  bad_un_number: 'is not none, nor UN and four digits',
  control_character: 'holds a control character',
  not_snake_case: 'must be snake_case',
  outer_space: 'begins or ends with a space',
  rising_prices: 'costs more per unit in a larger quantity',
  same_place: 'has a place twice',
  same_quantity: 'has a quantity twice',
  same_value: 'names something twice',
  too_many_decimals: 'has more than two decimals',
  unknown_block: 'is no block of the shop: docs/import.md names them',
} as const
export type RecordRule = keyof typeof recordRules

/** Every detail, with its values in braces. */
export const detailMessages = {
  ...recordRules,
  above: 'must be above {minimum}',
  at_least: 'must be at least {minimum}',
  at_most: 'must be at most {maximum}',
  beside_stored: 'with what the catalogue holds',
  broken_byte: 'byte {byte} at {at}',
  earlier_row: 'row {row}',
  expected_flag: 'must be true or false',
  expected_list: 'must be a list',
  expected_number: 'must be a number',
  expected_object: 'must be an object',
  expected_text: 'must be text',
  expected_whole_number: 'must be a whole number',
  field_count: '{found} of {expected} fields',
  field_picture: 'must be picture: and the SHA-256 of a photo that the shop has',
  in_future: 'it is in the future',
  in_store: 'store {store}',
  most_characters: 'at most {maximum} characters',
  most_entries: 'at most {maximum} entries',
  most_categories: 'more than {most} further categories',
  most_links: 'more than {most} links',
  one_of: 'must be one of {values}',
  other_currency: '{found}; the store sells in {currency}',
  picture_beside_refused:
    'another file of the product was refused; the pictures of the product stay as they are',
  picture_broken: 'it is damaged or incomplete',
  picture_empty: 'it is empty',
  picture_too_costly: 'it takes too much time or memory to decode',
  picture_too_large: 'it is larger than 15 MB',
  picture_too_many_pixels: 'it has more than 40 megapixels, or a side above 16,000 pixels',
  picture_wrong_type: 'it is not a JPEG, PNG, WebP, AVIF or GIF',
  price: 'price {price}',
  rounded: '{prices}',
  still_holds: '{products} products, {children} children; say moveTo',
  // A word of a format or a program, as it is.
  text: '{text}',
  too_many_characters: '{characters} characters, at most {limit}',
  unit_of: 'a number and one of {units}',
  unknown_fields: 'has unknown fields: {fields}',
} as const
export type DetailCode = keyof typeof detailMessages

export interface ProblemDetail {
  code: DetailCode
  values?: Readonly<Record<string, string | number>>
}

/** In English. */
export function detailText({ code, values = {} }: ProblemDetail): string {
  return fillMessage(detailMessages[code], values)
}
