import type { ModuleDeclarations } from '../declarations.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** As the other mails of an order. */
const perOrder = 200

/** Returns of delivered goods, declarations of withdrawal, and deposits of starter batteries on proof. */
export const returns = {
  name: 'returns',
  returnDays: 30,
  // Below `my-order`, which is the kernel's and of a shopper.
  pages: {
    'my-order/return': 'storefront/any-order-return-page.tsx',
    'my-order/return/:id': 'storefront/my-order-return-page.tsx',
    'my-order/label/:token': 'storefront/return-label-page.tsx',
  },
  accountPages: {
    'orders/return': { file: 'storefront/account-order-return-page.tsx', pattern: 'orders/return/:id?' },
    returns: {
      file: 'storefront/account-returns-page.tsx',
      menu: { text: 'account.returns', icon: 'return', behind: 'orders' },
    },
  },
  commands: ['deposit', 'return', 'withdrawal'],
  mails: {
    'order-return-registered': { daily: perOrder },
    'order-return-received': { daily: perOrder },
    'order-return-exchanged': { daily: perOrder },
    'order-return-rejected': { daily: perOrder },
    // For a declaration that matches an order, sent to the order's address.
    'withdrawal-receipt': { daily: 60 },
    // For a declaration that matches no order, sent to the address it contains.
    'withdrawal-notice': { daily: 5 },
    // To the address of a declaration: staff have rejected it, and why.
    'withdrawal-rejected': { daily: 60 },
  },
  visitorMails: {
    'withdrawal-receipt': {
      recipient: { mails: 5, windowMs: hourMs },
      network: { mails: 20, windowMs: hourMs },
    },
    'withdrawal-notice': {
      recipient: { mails: 3, windowMs: dayMs },
      network: { mails: 20, windowMs: hourMs },
      isUnproven: true,
    },
  },
  mailTemplates: { 'withdrawal-mail': { storeOf: { table: 'withdrawal', id: 'withdrawalId' } } },
  retention: {
    // Declarations, as proof until claims lapse (DE § 195, 199 BGB; shorter or equal elsewhere for consumers).
    withdrawal: { yearsAfter: 3 },
    // Photos of faulty goods and of deposit proofs, while a decision about them may be disputed.
    'customer-picture': { days: 365 },
  },
  auditActions: [
    'withdrawal.close',
    'withdrawal.declare',
    'withdrawal.goods_back',
    'withdrawal.match',
    'withdrawal.reject',
    'withdrawal.reopen',
  ],
  auditObjects: { withdrawal: { section: 'section.withdrawals' } },
  auditCodes: {
    status: {
      registered: 'returns.status_registered',
      sent: 'returns.status_sent',
      inspected: 'returns.status_inspected',
      refunded: 'returns.status_refunded',
      exchanged: 'returns.status_exchanged',
      rejected: 'returns.status_rejected',
    },
  },
  auditFilters: {
    due: 'withdrawals.refundDueOn',
    matched: 'withdrawals.filter_matched',
    open: 'withdrawals.filter_open',
    order: 'returns.order',
    registered: 'returns.registeredAt',
  },
  permissions: {
    'return:read': ['service', 'warehouse', 'accountant', 'auditor'],
    'return:handle': ['service', 'warehouse'],
  },
  staffPages: {
    returns: 'staff/returns-page.tsx',
    'returns/:id': 'staff/return-page.tsx',
    withdrawals: 'staff/withdrawals-page.tsx',
  },
} as const satisfies ModuleDeclarations
