/** Words for the codes of refusals. */
import { fallbackText } from '../../ui/translator.ts'
import type { Refusal } from '../api-client.ts'
import type { SayProblem } from '../../locales/problem-text.ts'
import type { AdminKey, Translate, Words } from '../texts.tsx'

const known: Readonly<Record<string, AdminKey>> = {
  archive_gone: 'refusal.archive_gone',
  already_cancelled: 'refusal.already_cancelled',
  already_requested: 'refusal.already_requested',
  already_done: 'refusal.already_done',
  already_there: 'refusal.already_there',
  beyond_own_rights: 'refusal.beyond_own_rights',
  below_zero: 'refusal.below_zero',
  broken_picture: 'refusal.broken_picture',
  file_not_made: 'refusal.file_not_made',
  too_costly: 'refusal.too_costly',
  too_many_pixels: 'refusal.too_many_pixels',
  job_not_failed: 'refusal.job_not_failed',
  delivery_not_possible: 'refusal.delivery_not_possible',
  import_running: 'refusal.import_running',
  too_large: 'refusal.too_large',
  wrong_type: 'refusal.wrong_type',
  approval_required: 'refusal.approval_required',
  bad_quantity: 'refusal.bad_quantity',
  bad_record: 'refusal.bad_record',
  key_ended: 'refusal.key_ended',
  key_reused: 'refusal.key_reused',
  cancelled: 'refusal.cancelled',
  changed_meanwhile: 'refusal.changed_meanwhile',
  changed_since: 'refusal.changed_since',
  counted_in_future: 'refusal.counted_in_future',
  counted_later: 'refusal.counted_later',
  code_refused: 'refusal.code_refused',
  conflict: 'refusal.conflict',
  gift_card_part: 'refusal.gift_card_part',
  gift_card_short: 'refusal.gift_card_short',
  gift_card_used: 'refusal.gift_card_used',
  invalid_fields: 'refusal.invalid_fields',
  // Of use cases of modules from outside.
  invalid_key: 'refusal.invalid_fields',
  invalid_module: 'refusal.invalid_fields',
  invalid_price: 'refusal.invalid_fields',
  invalid_text: 'refusal.invalid_fields',
  invalid_units: 'refusal.invalid_fields',
  invalid_postal_code: 'refusal.invalid_postal_code',
  invoiced_on_shipment: 'refusal.invoiced_on_shipment',
  on_shipment: 'refusal.invoiced_on_shipment',
  locked: 'sign_in.locked',
  order_number_taken: 'refusal.order_number_taken',
  invoices_issued: 'refusal.invoices_issued',
  not_authorized: 'refusal.not_authorized',
  not_captured: 'refusal.not_captured',
  not_sent_yet: 'refusal.not_sent_yet',
  not_refundable: 'refusal.not_refundable',
  not_your_key: 'refusal.not_your_key',
  too_many_keys: 'refusal.too_many_keys',
  unknown_key: 'refusal.unknown_row',
  nothing_changed: 'refusal.nothing_changed',
  nothing_left: 'refusal.nothing_left',
  nothing_to_refund: 'refusal.nothing_to_refund',
  open_invoices: 'refusal.open_invoices',
  open_orders: 'refusal.open_orders',
  own_request: 'refusal.own_request',
  out_of_stock: 'refusal.out_of_stock',
  above_limit: 'refusal.above_limit',
  below_minimum: 'refusal.below_minimum',
  credit_refused: 'refusal.credit_refused',
  credit_short: 'refusal.credit_short',
  credit_too_large: 'refusal.credit_too_large',
  payment_unavailable: 'refusal.payment_unavailable',
  products_unavailable: 'refusal.products_unavailable',
  total_changed: 'refusal.total_changed',
  payment_mismatch: 'refusal.payment_mismatch',
  permission_missing: 'refusal.permission_missing',
  provider_decides: 'refusal.provider_decides',
  provider_unsupported: 'refusal.provider_unsupported',
  unknown_version: 'refusal.unknown_version',
  set_by_environment: 'refusal.set_by_environment',
  status_409: 'refusal.conflict',
  step_up_required: 'refusal.step_up_required',
  store_not_permitted: 'refusal.store_not_permitted',
  too_late: 'refusal.too_late',
  too_many_units: 'refusal.too_many_units',
  too_much: 'refusal.too_much',
  tracking_required: 'refusal.tracking_required',
  tracking_used: 'refusal.tracking_used',
  unknown_customer: 'refusal.unknown_customer',
  unclear_units: 'refusal.unclear_units',
  unknown_line: 'refusal.unknown_line',
  unknown_sku: 'refusal.unknown_line',
  unknown_order: 'refusal.unknown_order',
  units_in_return: 'refusal.units_in_return',
  carrier_refused: 'refusal.carrier_refused',
  hs_code_missing: 'refusal.hs_code_missing',
  no_customs_terms: 'refusal.no_customs_terms',
  not_bookable: 'refusal.not_bookable',
  not_carried: 'refusal.not_carried',
  parcel_open: 'refusal.parcel_open',
  unknown_label: 'refusal.unknown_label',
  voec_limit: 'refusal.voec_limit',
  voec_not_registered: 'refusal.voec_not_registered',
  waiting: 'refusal.waiting',
  already_undone: 'refusal.already_undone',
  campaign_not_lower: 'refusal.campaign_not_lower',
  campaign_over: 'refusal.campaign_over',
  campaign_overlaps: 'refusal.campaign_overlaps',
  count_changed: 'refusal.count_changed',
  empty_period: 'refusal.empty_period',
  has_tiers: 'refusal.has_tiers',
  no_unit_price: 'refusal.no_unit_price',
  not_above_zero: 'refusal.not_above_zero',
  nothing_to_change: 'refusal.nothing_to_change',
  nothing_to_undo: 'refusal.nothing_to_undo',
  rounds_to_nothing: 'refusal.rounds_to_nothing',
  still_running: 'refusal.still_running',
  tier_not_lower: 'refusal.tier_not_lower',
  has_account: 'refusal.has_account',
  too_many_orders: 'refusal.too_many_orders',
  company_exists: 'refusal.company_exists',
  too_many_addresses: 'refusal.too_many_addresses',
  later_store_first: 'refusal.later_store_first',
  source_is_target: 'refusal.source_is_target',
  no_such_ending: 'refusal.no_such_ending',
  too_many_rows: 'refusal.too_many_rows',
  unknown_brand: 'refusal.unknown_brand',
  unknown_product: 'refusal.unknown_product',
  unknown_products: 'refusal.unknown_products',
  row_exists: 'refusal.row_exists',
  wrong_status: 'refusal.wrong_status',
  bad_url: 'refusal.bad_url',
  no_triggers: 'refusal.no_triggers',
  not_offered: 'refusal.not_offered',
  row_changed: 'resource.changed_meanwhile',
  no_name: 'refusal.no_category_name',
  name_kept: 'refusal.name_kept',
  bad_slug: 'refusal.bad_slug',
  no_such_parent: 'refusal.no_such_parent',
  target_inside: 'refusal.target_inside',
  address_taken: 'refusal.address_taken',
  not_empty: 'refusal.category_not_empty',
  unknown_category: 'refusal.unknown_row',
  unknown_row: 'refusal.unknown_row',
  unknown_hint: 'refusal.unknown_row',
  unknown_page: 'refusal.unknown_row',
  bad_page_path: 'refusal.bad_page_path',
  unknown_module_settings: 'refusal.unknown_row',
  unknown_redirect: 'refusal.unknown_row',
  unknown_former_page: 'refusal.unknown_row',
  redirect_exists: 'refusal.redirect_exists',
  bad_field_key: 'refusal.bad_field_key',
  field_exists: 'refusal.field_exists',
  field_of_module: 'refusal.field_of_module',
  field_without_name: 'refusal.field_without_name',
  field_without_options: 'refusal.field_without_options',
  bad_field_options: 'refusal.bad_field_options',
  field_shown_of_products: 'refusal.field_shown_of_products',
  field_without_target: 'refusal.field_without_target',
  field_of_staff_alone: 'refusal.field_of_staff_alone',
  field_is_no_filter: 'refusal.field_is_no_filter',
  field_filter_is_shown: 'refusal.field_filter_is_shown',
  field_picture_of_products: 'refusal.field_picture_of_products',
  unknown_picture: 'refusal.unknown_picture',
  unknown_reference: 'refusal.unknown_reference',
  field_is_fixed: 'refusal.field_is_fixed',
  unknown_field: 'refusal.unknown_field',
  unknown_company: 'refusal.unknown_row',
  manufacturer_incomplete: 'refusal.manufacturer_incomplete',
  bad_path: 'refusal.bad_redirect_path',
  bad_target: 'refusal.bad_redirect_target',
  other_host: 'refusal.other_host',
  dead_target: 'refusal.redirect_dead',
  redirect_loop: 'refusal.redirect_loop',
  unknown_synonym: 'refusal.unknown_row',
  unknown_coupon: 'refusal.unknown_row',
  exists: 'refusal.already_there',
  no_text: 'refusal.no_text',
  too_long: 'refusal.too_long',
  not_reversible: 'refusal.not_reversible',
  unknown_search: 'refusal.unknown_row',
}

/**
 * The sentence of a refusal; an unknown code is shown as it is. `details`: what the API says beside the code, for the
 * placeholders of the sentence.
 */
export function refusalText(
  t: Translate,
  code: string,
  details: Readonly<Record<string, unknown>> = {},
): string {
  // The change backwards is refused, for a reason of its own.
  const { reason } = details
  if (code === 'impossible' && typeof reason === 'string') return refusalText(t, reason)
  // Of a refund; of a shipment the units of a product are counted.
  const isRefund = code === 'too_many_units' && 'open' in details
  const key = isRefund ? 'refusal.too_many_refunded' : known[code]
  if (key !== undefined) return t(key, placeholdersOf(details))
  // A module has words of its own for the refusals of its use cases.
  const own = `refusal.${code}`
  const text = t(own as AdminKey, placeholdersOf(details))
  return text === fallbackText(own) ? t('refusal.other', { code }) : text
}

/**
 * What a change replaces: the value that the page shows, or the one that somebody else has stored since, which the
 * refusal names. Who sends once more has seen it.
 */
export function presentValue<Value>(refusal: Refusal | null, shown: Value): Value {
  return refusal?.code === 'changed_meanwhile' ? (refusal.details['current'] as Value) : shown
}

/** Words for problems of products and feeds. */
export const sayProblem =
  (t: Translate): SayProblem =>
  (key, values) =>
    t(key as AdminKey, values)

/** Why a row of a job was refused: a code of a refusal, or of a problem of a product. */
export function rowRefusalText({ t, keys }: Pick<Words, 't' | 'keys'>, code: string): string {
  const problem = keys.find((key) => key === `problem.${code}`)
  return problem === undefined || code in known ? refusalText(t, code) : t(problem)
}

function placeholdersOf(details: Readonly<Record<string, unknown>>): Record<string, string | number> {
  const values: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(details)) {
    if (typeof value === 'string' || typeof value === 'number') values[name] = value
    else if (Array.isArray(value)) values[name] = value.join(', ')
  }
  return values
}
