/**
 * Limits on the mails that visitors can cause (issue 11, number 2): per kind and recipient, per kind and
 * network, and over all kinds. A network is shared by many people (offices, mobile networks), so its limits
 * are higher.
 */
import type { MailKind } from './mail-kind.ts'

/**
 * Kinds that a visitor causes; all others are caused by staff, by a received payment, or by a confirmed
 * address.
 */
export const limitedMailKinds = [
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
  'newsletter-confirmation',
  'stock-confirmation',
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
  /** Mails of all kinds to one unconfirmed address. */
  unproven: MailLimit
  /** Mails of all kinds that one network causes. */
  network: MailLimit
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const mailLimits: MailLimits = {
  perKind: {
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
    'newsletter-confirmation': {
      recipient: { mails: 2, windowMs: dayMs },
      network: { mails: 20, windowMs: hourMs },
    },
    'stock-confirmation': {
      recipient: { mails: 5, windowMs: dayMs },
      network: { mails: 20, windowMs: hourMs },
    },
  },
  unproven: { mails: 8, windowMs: dayMs },
  network: { mails: 300, windowMs: hourMs },
}

/** Kinds whose recipient is any address a visitor types. */
export const unprovenKinds: ReadonlySet<LimitedMailKind> = new Set([
  'withdrawal-notice',
  'cancellation-notice',
  'account-opening',
  'account-email-change',
  'company-invitation',
  'newsletter-confirmation',
  'stock-confirmation',
])
