/**
 * Everything the shop stores about a customer, for its owner (GDPR, Art. 15 and 20). No secrets: neither hashes nor
 * tokens. Reads in one snapshot.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { personalDataOfModules } from '../../modules/personal-data.server.ts'
import { listFields } from '../custom-fields/field-repository.server.ts'
import { formerOrdersOfGuest, ordersOfGuest } from './guest-orders.server.ts'

/** Section → rows, with the names of the database's columns. */
export type PersonalData = Record<string, Record<string, unknown>[]>

/** A customer with an account, or the address of buyers who ordered without one. */
export type DataSubject = { accountId: number } | { guestEmail: string }

export async function exportCustomer(db: Kysely<DB>, subject: DataSubject): Promise<PersonalData> {
  const accountId = 'accountId' in subject ? subject.accountId : null
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const rows = async (query: ReturnType<typeof sql<Record<string, unknown>>>) =>
        (await query.execute(trx)).rows
      const email =
        'accountId' in subject
          ? sql`(select email from account where id = ${accountId})`
          : sql`lower(${subject.guestEmail})`
      const isTheirs =
        'accountId' in subject ? sql`o.account_id = ${accountId}` : ordersOfGuest(subject.guestEmail)
      const isTheirFormer =
        'accountId' in subject ? sql`f.account_id = ${accountId}` : formerOrdersOfGuest(subject.guestEmail)
      const references = await referencesOf(trx)
      // A value that names another person, an order of another one or a coupon says nothing of the subject.
      const isTheirValue = sql`not exists (
        select from jsonb_to_recordset(${references}::jsonb) as r (object text, key text, target text)
        where r.object = v.object and r.key = v.field and not coalesce(
          case r.target
            when 'customer' then v.value #>> '{}' = ${accountId === null ? null : String(accountId)}::text
            when 'order' then exists (select from orders o where o.number = v.value #>> '{}' and ${isTheirs})
          end, false))`
      const ofModules: PersonalData = {}
      for (const { export: sections } of personalDataOfModules)
        for (const [name, query] of Object.entries(sections))
          ofModules[name] = await rows(query({ accountId, email, isTheirOrder: isTheirs }))
      return {
        account: await rows(sql`
          select number, store, email, email_verified_at, type, first_name, last_name, company_name, phone, street,
            postal_code, city, created_at, updated_at from account where id = ${accountId}`),
        addresses: await rows(sql`
          select store, kind, first_name, last_name, company_name, street, postal_code, city, is_default
          from account_address where account_id = ${accountId} order by id`),
        account_changes: await rows(sql`
          select before, after, changed_at from account_change where account_id = ${accountId} order by id`),
        carts: await rows(sql`
          select store, lines, coupon_codes, updated_at from account_cart where account_id = ${accountId} order by store`),
        discounts: await rows(sql`
          select discount_category, percentage_basis_points / 100.0 as percent from account_discount
          where account_id = ${accountId} order by discount_category`),
        customer_fields: await rows(sql`
          select v.field, v.scope, v.value, v.changed_at from custom_field_value v
          where v.object = 'customer' and v.object_id = ${accountId} and v.value is not null and ${isTheirValue}
          order by v.field, v.scope`),
        // Where the company has other members, what staff note about it may be about them.
        company_fields: await rows(sql`
          select c.name, v.field, v.scope, v.value, v.changed_at from custom_field_value v
          join company_member m on m.company_id = v.object_id join company c on c.id = m.company_id
          where v.object = 'company' and v.value is not null and m.account_id = ${accountId} and ${isTheirValue}
            and not exists (select from company_member other
              where other.company_id = c.id and other.account_id <> m.account_id)
          order by c.id, v.field, v.scope`),
        order_fields: await rows(sql`
          select o.number, v.field, v.scope, v.value, v.changed_at from custom_field_value v
          join orders o on o.id = v.object_id
          where v.object = 'order' and v.value is not null and ${isTheirs} and ${isTheirValue}
          order by o.id, v.field, v.scope`),
        orders: await rows(sql`
          select o.number, o.store, o.status, o.placed_at, o.currency, o.total_minor, o.snapshot from orders o
          where ${isTheirs} order by o.placed_at`),
        former_orders: await rows(sql`
          select f.number, f.store, f.placed_at, f.email, f.currency, f.total_minor, f.subtotal_minor,
            f.shipping_minor, f.tax_minor, f.discount_minor, f.discount_code, f.refunded_minor, f.payment, f.fulfilment, f.is_cancelled, f.lines, f.imported_at
          from former_order f where ${isTheirFormer} order by f.placed_at`),
        order_addresses: await rows(sql`
          select o.number, c.recipient, c.changed_at from order_address_change c
          join orders o on o.id = c.order_id where ${isTheirs} order by c.id`),
        ...ofModules,
        gift_card_deliveries: await rows(sql`
          select o.number, d.recipient_name, d.recipient_email, d.greeting, d.deliver_on, d.status, d.sent_at
          from gift_card_delivery d join orders o on o.id = d.order_id
          where ${isTheirs} order by d.id`),
        store_credit: await rows(sql`
          select g.store, g.currency, g.issued_minor, g.balance_minor, g.created_at from gift_card g
          where g.account_id = ${accountId} order by g.id`),
        payment_methods: await rows(sql`
          select store, provider, label, saved_at from saved_payment_method
          where account_id = ${accountId} order by id`),
        companies: await rows(sql`
          select c.store, c.name, m.role, m.approval_above_minor, m.joined_at from company_member m
          join company c on c.id = m.company_id where m.account_id = ${accountId} order by c.store`),
        saved_carts: await rows(sql`
          select store, name, lines, created_at, updated_at from saved_cart where account_id = ${accountId} order by id`),
        refused_mails: await rows(sql`
          select store, topic, refused_at from mail_refusal where email = ${email} order by store, topic`),
        sessions: await rows(sql`
          select device, created_at, ended_at from session_family where account_id = ${accountId} order by id`),
        passkeys: await rows(sql`
          select name, created_at, used_at from passkey where account_id = ${accountId} order by created_at`),
      }
    })
}

/** The fields that refer to customers, orders and coupons, as JSON. */
async function referencesOf(trx: Kysely<DB>): Promise<string> {
  const fields = await Promise.all(
    (['customer', 'company', 'order'] as const).map((object) => listFields(trx, object)),
  )
  return JSON.stringify(
    fields
      .flat()
      .filter(({ refersTo }) => refersTo !== null && refersTo !== 'product')
      .map(({ object, key, refersTo }) => ({ object, key, target: refersTo })),
  )
}
