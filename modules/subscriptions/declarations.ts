import type { ModuleDeclarations } from '../declarations.ts'

/** A customer with many subscriptions that renew on the same day. */
const perSubscription = 30

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Products that a customer gets again at an interval, renewed until they are cancelled, also without a login (§ 312k BGB). */
export const subscriptions = {
  name: 'subscriptions',
  repeatsLines: true,
  pages: { 'cancel-subscription': 'storefront/cancel-subscription-page.tsx' },
  ownSections: ['cancel-subscription'],
  // The law asks for it as long as contracts run.
  sectionsWhileClosed: ['cancel-subscription'],
  footerLinks: { 'cancel-subscription': { text: 'cancel.title' } },
  accountPages: {
    subscriptions: {
      file: 'storefront/subscriptions-page.tsx',
      menu: { text: 'account.subscriptions', icon: 'battery', behind: 'orders' },
      // Where the card of a subscription is changed.
      embedsPayments: true,
    },
  },
  mailTopics: ['subscription-reminders'],
  mails: {
    // No law asks for it: a renewal never costs more than the price promised at the start (decision 67).
    'subscription-reminder': { daily: perSubscription, topic: 'subscription-reminders' },
    'subscription-payment_failed': { daily: perSubscription },
    'subscription-confirm_payment': { daily: perSubscription },
    'subscription-out_of_stock': { daily: perSubscription },
    'subscription-skipped': { daily: perSubscription },
    'subscription-not_ordered': { daily: perSubscription },
    'subscription-not_ordered_skipped': { daily: perSubscription },
    'subscription-paused': { daily: perSubscription },
    'subscription-ended': { daily: perSubscription },
    'subscription-cancelled': { daily: perSubscription },
    // For a cancellation without login that matches a subscription, sent to the subscription's address.
    'cancellation-receipt': { daily: 60 },
    // For one that matches none, sent to the address it contains.
    'cancellation-notice': { daily: 5 },
  },
  visitorMails: {
    'cancellation-receipt': {
      recipient: { mails: 5, windowMs: hourMs },
      network: { mails: 20, windowMs: hourMs },
    },
    'cancellation-notice': {
      recipient: { mails: 3, windowMs: dayMs },
      network: { mails: 20, windowMs: hourMs },
      isUnproven: true,
    },
  },
  mailTemplates: { 'cancellation-mail': {}, 'subscription-mail': {} },
  auditActions: [
    'subscription.address',
    'subscription.announce',
    'subscription.cancel',
    'subscription.close-cancellation',
    'subscription.declare-cancellation',
    'subscription.interval',
    'subscription.invoice',
    'subscription.match-cancellation',
    'subscription.pause',
    'subscription.payment_failed',
    'subscription.quantity',
    'subscription.renew',
    'subscription.reopen-cancellation',
    'subscription.resume',
    'subscription.retry',
    'subscription.savedMethod',
    'subscription.set_end',
    'subscription.skip',
    'subscription.wait',
  ],
  auditObjects: {
    subscription: { section: 'audit.subscriptions', isWatched: true },
    contract_cancellation: { section: 'audit.subscriptions' },
  },
  scheduledJobs: { 'renew-subscriptions': { cron: '* * * * *' } },
  commands: ['subscription'],
  erasureObstacles: ['active_subscriptions'],
  // Claims from a contract lapse after three years (DE § 195, 199 BGB; shorter or equal elsewhere for consumers).
  retention: {
    // Declarations of cancellation, as proof until claims lapse.
    cancellation: { yearsAfter: 3 },
    // The customer and address of a subscription that has ended.
    subscription: { yearsAfter: 3 },
  },
  ownData: {
    subscriptions: { title: 'account.subscriptions', fields: ['number', 'name', 'interval_name'] },
  },
} as const satisfies ModuleDeclarations
