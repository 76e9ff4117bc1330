/**
 * Everything the shop stores about a customer, for its owner (GDPR, Art. 15 and 20). No secrets: neither hashes nor
 * tokens. Reads in one snapshot.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { personalDataOfModules } from '../../modules/personal-data.server.ts'
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
        devices: await rows(sql`
          select d.maker, d.model, k.label from account_finder_device k join device d on d.id = k.device_id
          where k.account_id = ${accountId} order by k.position desc`),
        discounts: await rows(sql`
          select discount_category, percentage_basis_points / 100.0 as percent from account_discount
          where account_id = ${accountId} order by discount_category`),
        customer_fields: await rows(sql`
          select field, scope, value, changed_at from custom_field_value
          where object = 'customer' and object_id = ${accountId} and value is not null order by field, scope`),
        order_fields: await rows(sql`
          select o.number, v.field, v.scope, v.value, v.changed_at from custom_field_value v
          join orders o on o.id = v.object_id
          where v.object = 'order' and v.value is not null and ${isTheirs} order by o.id, v.field, v.scope`),
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
        returns: await rows(sql`
          select to_jsonb(r) - 'label_token' - 'id' - 'order_id' as return from order_return r
          join orders o on o.id = r.order_id where ${isTheirs} order by r.id`),
        ...ofModules,
        deposit_proofs: await rows(sql`
          select o.number, d.quantity, d.proof_on, d.status, d.rejection, d.submitted_at from deposit_proof d
          join orders o on o.id = d.order_id where ${isTheirs} order by d.id`),
        customer_pictures: await rows(sql`
          select o.number, p.uploaded_at from customer_picture p join orders o on o.id = p.order_id
          where ${isTheirs} order by p.id`),
        gift_card_deliveries: await rows(sql`
          select o.number, d.recipient_name, d.recipient_email, d.greeting, d.deliver_on, d.status, d.sent_at
          from gift_card_delivery d join orders o on o.id = d.order_id
          where ${isTheirs} order by d.id`),
        subscriptions: await rows(sql`
          select number, store, sku, name, interval_name, quantity, status, next_due_on, customer, address
          from subscription where account_id = ${accountId} order by id`),
        payment_methods: await rows(sql`
          select store, provider, label, saved_at from saved_payment_method
          where account_id = ${accountId} order by id`),
        offers: await rows(sql`
          select o.store, p.sku, o.price_minor, o.quantity, o.expires_at from personal_offer o
          join product p on p.id = o.product_id where o.account_id = ${accountId} order by o.id`),
        segments: await rows(sql`
          select s.name from customer_segment s join customer_segment_member m on m.segment_id = s.id
          where m.account_id = ${accountId} order by s.name`),
        companies: await rows(sql`
          select c.store, c.name, m.role, m.approval_above_minor, m.joined_at from company_member m
          join company c on c.id = m.company_id where m.account_id = ${accountId} order by c.store`),
        saved_carts: await rows(sql`
          select store, name, lines, created_at, updated_at from saved_cart where account_id = ${accountId} order by id`),
        lists: await rows(sql`
          select l.store, l.name, l.created_at, l.shared_at, p.sku, i.quantity, i.added_at from product_list l
          left join product_list_line i on i.list_id = l.id left join product p on p.id = i.product_id
          where l.account_id = ${accountId} and l.deleted_at is null order by l.id, i.added_at`),
        purchase_requests: await rows(sql`
          select store, status, form, lines, total_minor, approval_above_minor, requested_at, reason from purchase_request
          where account_id = ${accountId} order by id`),
        newsletter: await rows(sql`
          select store, subscribed_at, confirmed_at, source, unsubscribed_at from newsletter_subscriber
          where email = ${email} order by store`),
        refused_mails: await rows(sql`
          select store, topic, refused_at from mail_refusal where email = ${email} order by store, topic`),
        sessions: await rows(sql`
          select device, created_at, ended_at from session_family where account_id = ${accountId} order by id`),
        passkeys: await rows(sql`
          select name, created_at, used_at from passkey where account_id = ${accountId} order by created_at`),
      }
    })
}
