/**
 * Limits on mails. Those that visitors can cause: per kind and recipient, per kind and network, and over all
 * kinds; a network is shared by many people (offices, mobile networks), so its limits are higher. All mails:
 * per kind, recipient and day.
 */
import { entriesOf, valuesOf } from '../../modules/modules.ts'
import { noticeConfirmations, type MailKind, type NoticeConfirmation } from './mail-kind.ts'

/**
 * Kinds that a visitor causes; all others are caused by staff, by a received payment, or by a confirmed
 * address.
 */
export const limitedMailKinds = [
  ...entriesOf('visitorMails').keys(),
  'order-confirmation',
  'withdrawal-receipt',
  'withdrawal-notice',
  'cancellation-receipt',
  'cancellation-notice',
  'password-reset',
  'account-opening',
  'account-email-change',
  'account-notice',
  'company-invitation',
  ...noticeConfirmations,
  'staff-sign-in',
] as const satisfies readonly MailKind[]
export type LimitedMailKind = (typeof limitedMailKinds)[number]

export interface MailLimit {
  /** Most mails within the window. */
  mails: number
  /** Length of the window, which starts with the first mail. */
  windowMs: number
}

export interface MailLimits {
  perKind: Record<LimitedMailKind, { recipient: MailLimit; network: MailLimit }>
  /**
   * Most mails of a kind to one recipient a day. What a fault of the shop could repeat stays within it, and no
   * customer of ordinary habits reaches it. A mail above it waits for the next day.
   */
  daily: Record<MailKind, number>
  /** Mails of all kinds to one unconfirmed address. */
  unproven: MailLimit
  /** Mails of all kinds that one network causes. */
  network: MailLimit
}

const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** A company may order many times a day, and every order may have parcels and refunds. */
const perOrder = 200
/** A customer with many subscriptions that renew on the same day. */
const perSubscription = 30

/** Confirmations of notices of one kind. */
const noticesDaily = 8
const noticesAsked = {
  recipient: { mails: 5, windowMs: dayMs },
  network: { mails: 20, windowMs: hourMs },
}

/** A value for the confirmations of each kind of notice that a module offers. */
const perNotice = <Value>(value: Value) =>
  Object.fromEntries(noticeConfirmations.map((kind) => [kind, value])) as Record<NoticeConfirmation, Value>

export const mailLimits: MailLimits = {
  daily: {
    ...valuesOf('mails', ({ daily }) => daily),
    'order-confirmation': perOrder,
    'order-gift-cards': perOrder,
    'order-gift-card-sent': perOrder,
    'order-held': perOrder,
    'order-cancelled': perOrder,
    'order-rejected': perOrder,
    'order-expired': perOrder,
    'order-refund': perOrder,
    'order-shipped': perOrder,
    'order-reminder': perOrder,
    'order-payment-problem': perOrder,
    'order-refund-problem': perOrder,
    'order-return-registered': perOrder,
    'order-return-received': perOrder,
    'order-return-exchanged': perOrder,
    'order-return-rejected': perOrder,
    'order-date-moved': perOrder,
    'subscription-reminder': perSubscription,
    'subscription-payment_failed': perSubscription,
    'subscription-confirm_payment': perSubscription,
    'subscription-out_of_stock': perSubscription,
    'subscription-skipped': perSubscription,
    'subscription-not_ordered': perSubscription,
    'subscription-not_ordered_skipped': perSubscription,
    'subscription-paused': perSubscription,
    'subscription-ended': perSubscription,
    'subscription-cancelled': perSubscription,
    'withdrawal-receipt': 60,
    'withdrawal-notice': 5,
    'withdrawal-rejected': 60,
    'cancellation-receipt': 60,
    'cancellation-notice': 5,
    'password-reset': 20,
    'account-opening': 5,
    'account-email-change': 10,
    'account-notice': 60,
    'company-invitation': 20,
    'company-verification': 5,
    'payment-link': perOrder,
    'gift-card': 20,
    ...perNotice(noticesDaily),
    'staff-sign-in': 20,
    'staff-notice': 60,
  },
  perKind: {
    ...valuesOf('visitorMails', ({ recipient, network }) => ({ recipient, network })),
    'order-confirmation': {
      recipient: { mails: 5, windowMs: hourMs },
      network: { mails: 200, windowMs: hourMs },
    },
    'withdrawal-receipt': {
      recipient: { mails: 5, windowMs: hourMs },
      network: { mails: 20, windowMs: hourMs },
    },
    'withdrawal-notice': {
      recipient: { mails: 3, windowMs: dayMs },
      network: { mails: 20, windowMs: hourMs },
    },
    'cancellation-receipt': {
      recipient: { mails: 5, windowMs: hourMs },
      network: { mails: 20, windowMs: hourMs },
    },
    'cancellation-notice': {
      recipient: { mails: 3, windowMs: dayMs },
      network: { mails: 20, windowMs: hourMs },
    },
    'password-reset': { recipient: { mails: 3, windowMs: hourMs }, network: { mails: 20, windowMs: hourMs } },
    'account-opening': {
      recipient: { mails: 3, windowMs: dayMs },
      network: { mails: 20, windowMs: hourMs },
    },
    'account-email-change': {
      recipient: { mails: 3, windowMs: dayMs },
      network: { mails: 20, windowMs: hourMs },
    },
    // Not so few that somebody could use up the limit before a change that must be noticed.
    'account-notice': {
      recipient: { mails: 50, windowMs: dayMs },
      network: { mails: 100, windowMs: hourMs },
    },
    'company-invitation': {
      recipient: { mails: 3, windowMs: dayMs },
      network: { mails: 50, windowMs: hourMs },
    },
    ...perNotice(noticesAsked),
    'staff-sign-in': {
      recipient: { mails: 5, windowMs: hourMs },
      network: { mails: 20, windowMs: hourMs },
    },
  },
  unproven: { mails: 8, windowMs: dayMs },
  network: { mails: 300, windowMs: hourMs },
}

/** Kinds whose recipient is any address a visitor types. */
export const unprovenKinds: ReadonlySet<LimitedMailKind> = new Set<LimitedMailKind>([
  ...[...entriesOf('visitorMails')].flatMap(([kind, { isUnproven }]) => (isUnproven ? [kind] : [])),
  'withdrawal-notice',
  'cancellation-notice',
  'account-opening',
  'account-email-change',
  'company-invitation',
  ...noticeConfirmations,
])
