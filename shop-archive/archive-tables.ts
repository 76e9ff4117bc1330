/**
 * What the archive of a shop has of each table of the schema `public`. A table that is in none of these lists is a
 * fault: who adds one decides here whether it belongs to the shop or to the running program. Tables of modules from
 * outside are archived whole.
 */
/** Imported as they are, but for `columnsLeftOut`. */
export const archivedTables: ReadonlySet<string> = new Set([
  'account',
  'account_address',
  'account_cart',
  'account_change',
  'account_discount',
  'account_finder_device',
  'attribute',
  'attribute_value',
  'bank_entry',
  'bought_together',
  'brand',
  'category',
  'category_text',
  'checkout',
  'company',
  'company_member',
  'contact_answer',
  'contact_message',
  'contact_photo',
  'content_page',
  'contract_cancellation',
  'coupon',
  'coupon_use',
  'credit_key',
  'custom_field_definition',
  'custom_field_value',
  'customer_picture',
  'customer_segment',
  'customer_segment_member',
  'deal',
  'deposit_proof',
  'device',
  'erased_address',
  'experiment',
  'experiment_count',
  'experiment_variant',
  'expired_campaign',
  'former_address',
  'former_order',
  'former_page',
  'gift_card',
  'gift_card_delivery',
  'gift_card_entry',
  'gone_product',
  'import_mapping',
  'invoice',
  'invoice_counter',
  'invoice_hold',
  'invoice_payment',
  'invoice_reminder',
  'mail_refusal',
  'module_setting',
  'newsletter_subscriber',
  'order_address_change',
  'order_credit',
  'order_event',
  'order_line',
  'order_line_date',
  'order_mail',
  'order_note',
  'order_note_mention',
  'order_return',
  'order_return_line',
  'orders',
  'parcel',
  'payment_attempt',
  'payment_event',
  'payment_operation',
  'personal_offer',
  'picture_original',
  'picture_source',
  'planned_campaign',
  'price_agreement',
  'price_agreement_percentage',
  'price_agreement_price',
  'price_history',
  'price_notice',
  'price_rule',
  'price_tier',
  'product',
  'product_category',
  'product_cost',
  'product_former_slug',
  'product_image',
  'product_list',
  'product_list_line',
  'product_place',
  'product_relation',
  'product_tag',
  'provider_customer',
  'purchase_request',
  'redirect',
  'refund',
  'refund_request',
  'refund_unit',
  'review',
  'review_request',
  'review_vote',
  'rounded_price',
  'saved_cart',
  'saved_payment_method',
  'saved_view',
  'scheduled_import',
  'search_hint',
  'search_miss',
  'search_miss_day',
  'search_synonym',
  'set_part',
  'shipment',
  'shipment_delivery',
  'shipment_line',
  'staff',
  'staff_order',
  'staff_role',
  'stock',
  'stock_change',
  'stock_date_move',
  'stock_notification',
  'stock_reservation',
  'store_product',
  'store_setting',
  'stored_row',
  'subscription',
  'subscription_mail',
  'subscription_renewal',
  'tag',
  'tag_text',
  'unpaid_order_key',
  'vat_number_check',
  'web_vital',
  'widget',
  'withdrawal',
])

/** What was done and by whom: in the archive to be read, never imported. */
export const recordTables: ReadonlySet<string> = new Set(['audit_entry', 'operator_action'])

/** In the archive only where it is asked for: with them customers keep their passwords and passkeys. */
export const loginTables: ReadonlySet<string> = new Set(['passkey'])

const pending = 'is open for hours or days, behind a link that only its mail has'
const session = 'ends with the running program: those who are signed in sign in again'
const secret = 'opens the shop or an account elsewhere: it is set again'
const program = 'the running program writes it anew'
const limit = 'counts tries within minutes or hours'
const work = 'its result is in the other tables'

/** Not in an archive, with the reason. */
export const leftOutTables: Readonly<Record<string, string>> = {
  account_device: session,
  account_email_change: pending,
  account_opening: pending,
  account_token: pending,
  api_key: secret,
  archive_part: 'is an archive',
  attempt: limit,
  change_log: program,
  change_log_history: program,
  client_error: program,
  company_invitation: pending,
  company_verification: pending,
  event: 'subscribers were told of it',
  event_delivery: 'subscribers were told of it',
  event_subscription: program,
  index_node: program,
  mail_confirmation: pending,
  mail_count: limit,
  mail_outbox: 'mails were sent, or are owed by the shop that caused them',
  migration: program,
  node_setting: program,
  passkey_challenge: session,
  picture_removal: 'what is left to do where this shop keeps its pictures',
  provider_account: secret,
  routine: program,
  session_family: session,
  session_pair: session,
  staff_challenge: session,
  staff_job: work,
  staff_job_file: work,
  staff_job_problem: work,
  staff_job_row: work,
  staff_link: session,
  staff_passkey: secret,
  staff_recovery_code: secret,
  staff_session: session,
  store: 'is written from the store list of the release',
  webhook: secret,
}

/** Columns that no row of the archive has; an import leaves them at their default. */
export const columnsLeftOut: Readonly<Record<string, readonly string[]>> = {
  // Secrets of the second factor.
  staff: ['totp_secret', 'totp_confirmed_at', 'totp_step', 'failed_sign_ins', 'locked_at'],
  // The job is not in the archive.
  redirect: ['made_by_job'],
  // The password at the host of the file; the run of a node; jobs.
  scheduled_import: ['login_user', 'password_encrypted', 'claimed_until', 'last_job', 'open_jobs'],
  // Transaction ids belong to one database; a later transaction of another one has the same.
  price_history: ['transaction_id'],
  stock_change: ['transaction_id'],
}

/** In the archive only together with `loginTables`. */
export const loginColumns: Readonly<Record<string, readonly string[]>> = {
  account: ['password_hash', 'former_password_hash'],
}

export interface FileColumn {
  column: string
  /** Ending of its files. */
  ending: string | { column: string }
}

/** Columns whose values are files of the archive: pictures and documents. */
export const fileColumns: Readonly<Record<string, FileColumn>> = {
  contact_photo: { column: 'bytes', ending: 'jpeg' },
  customer_picture: { column: 'bytes', ending: 'jpeg' },
  parcel: { column: 'label', ending: 'pdf' },
  picture_original: { column: 'bytes', ending: { column: 'format' } },
}

/** Sequences that belong to the running program. */
export const sequencesLeftOut: ReadonlySet<string> = new Set(['index_node_id', 'index_node_id_seq'])

/**
 * Tables of a migrated shop that have rows before anybody wrote one, which an import replaces, with the SQL condition of
 * the rows that somebody wrote.
 */
export const prefilledTables: ReadonlyMap<string, string> = new Map([
  ['invoice_counter', 'false'],
  // A store that was registered, and that nobody has opened (`closedAtFirst`).
  ['store_setting', "not (section = 'opening' and version = 1)"],
])

/**
 * How the archive treats a table of the schema `public`. Throws for one that is in no list, which is a fault of this
 * file.
 */
export function treatmentOf(table: string): 'import' | 'record' | 'login' | 'leave' {
  if (archivedTables.has(table)) return 'import'
  if (recordTables.has(table)) return 'record'
  if (loginTables.has(table)) return 'login'
  if (Object.hasOwn(leftOutTables, table)) return 'leave'
  throw new Error(`The table ${table} is in none of the lists of shop-archive/archive-tables.ts.`)
}
