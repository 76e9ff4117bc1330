/**
 * The mails of the kernel, declared as a module declares its own: every kind with its limits, every template with what its
 * mails are made from. The lists of mails follow from it (`mail-kind.ts`, `mail-limits.ts`, `mail-templates.ts`).
 */
import type { ModuleDeclarations } from '../../modules/declarations.ts'
import type {
  AccountNotice,
  CompanyMails,
  EmailChangeSide,
  MailPayloads,
  OrderMailKind,
  StaffNotice,
} from '../jobs/job-queue.ts'
import type { StoreCode } from '../stores/stores.ts'

declare module '../jobs/job-queue.ts' {
  interface MailPayloads {
    'order-mail': { orderId: number; kind: OrderMailKind }
    /** The mail that asks the owner of an address for confirmation. */
    'confirmation-mail': { confirmationId: number }
    /**
     * The link to set a new password, in the language of a store. Null: the requesting address has no account.
     * `destination`: path of the page that opens after the login.
     */
    'reset-mail': { accountId: number | null; store: StoreCode; destination?: string }
    /**
     * About an account: the link that opens one, the links that confirm another address, the notice that it was
     * changed, and other changes to how the customer signs in. `id`: of the request.
     */
    'account-mail':
      /** `destination`: path of the page that opens once the account is open. */
      | { about: 'opening'; id: number; destination?: string }
      /** `side`: whose of the two addresses; absent in jobs of the release before, for both. */
      | { about: 'email-change' | 'email-changed'; id: number; side?: EmailChangeSide }
      /** `at`: when it was changed, epoch milliseconds. */
      | { about: 'notice'; accountId: number; store: StoreCode; event: AccountNotice; at: number }
    /** To the people of a company, or to the company itself. */
    'company-mail': {
      [About in keyof CompanyMails]: { about: About } & CompanyMails[About]
    }[keyof CompanyMails]
    /**
     * To a member of staff: the link to sign in without a passkey (null: the requesting address belongs to nobody), or
     * the notice of a change to how they sign in.
     */
    'staff-mail':
      | { about: 'sign-in'; staffId: number | null }
      /** `at`: when it was changed, epoch milliseconds. */
      | { about: 'notice'; staffId: number; event: StaffNotice; at: number }
    /** Gift cards to whom they were given. */
    'gift-card-mail': { deliveryId: number }
    /** The link to a checkout that staff filled in, to its customer. */
    'payment-link-mail': { staffOrderId: number }
  }
}

/** As that of a module. `isShortLived`: its mails are of no use an hour later. */
export type TemplateDeclaration = NonNullable<ModuleDeclarations['mailTemplates']>[string] & {
  readonly isShortLived?: true
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A company may order many times a day, and every order may have parcels and refunds. */
const perOrder = 200

export const kernelMails = {
  mails: {
    'order-confirmation': { daily: perOrder },
    'order-gift-cards': { daily: perOrder },
    // To the buyer: the recipient has got the cards.
    'order-gift-card-sent': { daily: perOrder },
    'order-held': { daily: perOrder },
    'order-cancelled': { daily: perOrder },
    'order-rejected': { daily: perOrder },
    'order-expired': { daily: perOrder },
    'order-refund': { daily: perOrder },
    'order-shipped': { daily: perOrder },
    'order-reminder': { daily: perOrder },
    'order-payment-problem': { daily: perOrder },
    'order-refund-problem': { daily: perOrder },
    // Awaited goods come later than was announced to the buyer.
    'order-date-moved': { daily: perOrder },
    // To a customer: the link to a checkout that staff filled in.
    'payment-link': { daily: perOrder },
    'password-reset': { daily: 20 },
    'account-opening': { daily: 5 },
    'account-email-change': { daily: 10 },
    'account-notice': { daily: 60 },
    'company-invitation': { daily: 20 },
    // To a company: whether the customer who opened it acts for it.
    'company-verification': { daily: 5 },
    // To whom a gift card was given, with its code.
    'gift-card': { daily: 20 },
    // To staff: the link to sign in without a passkey, and changes to how they sign in.
    'staff-sign-in': { daily: 20 },
    'staff-notice': { daily: 60 },
  },
  // All others are caused by staff, by a received payment, or by a confirmed address.
  visitorMails: {
    'order-confirmation': {
      recipient: { mails: 5, windowMs: hourMs },
      network: { mails: 200, windowMs: hourMs },
    },
    'password-reset': { recipient: { mails: 3, windowMs: hourMs }, network: { mails: 20, windowMs: hourMs } },
    'account-opening': {
      recipient: { mails: 3, windowMs: dayMs },
      network: { mails: 20, windowMs: hourMs },
      isUnproven: true,
    },
    'account-email-change': {
      recipient: { mails: 3, windowMs: dayMs },
      network: { mails: 20, windowMs: hourMs },
      isUnproven: true,
    },
    // Not so few that somebody could use up the limit before a change that must be noticed.
    'account-notice': {
      recipient: { mails: 50, windowMs: dayMs },
      network: { mails: 100, windowMs: hourMs },
    },
    'company-invitation': {
      recipient: { mails: 3, windowMs: dayMs },
      network: { mails: 50, windowMs: hourMs },
      isUnproven: true,
    },
    'staff-sign-in': { recipient: { mails: 5, windowMs: hourMs }, network: { mails: 20, windowMs: hourMs } },
  },
  mailTemplates: {
    'order-mail': {},
    'confirmation-mail': {},
    'account-mail': {},
    'company-mail': {},
    'payment-link-mail': {},
    'staff-mail': {},
    'gift-card-mail': {},
    // The link in it is valid for an hour.
    'reset-mail': { isShortLived: true },
  },
} as const satisfies Pick<ModuleDeclarations, 'mails' | 'visitorMails'> & {
  readonly mailTemplates: { readonly [Name in keyof MailPayloads]?: TemplateDeclaration }
}
