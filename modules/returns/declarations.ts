import type { ModuleDeclarations } from '../declarations.ts'

/** Returns of delivered goods, declarations of withdrawal, and deposits of starter batteries on proof. */
export const returns = {
  name: 'returns',
  // Below `my-order`, which is the kernel's and of a shopper.
  pages: {
    'my-order/return': 'storefront/any-order-return-page.tsx',
    'my-order/return/:id': 'storefront/my-order-return-page.tsx',
    'my-order/label/:token': 'storefront/return-label-page.tsx',
  },
  accountPages: {
    'orders/return': { file: 'storefront/account-order-return-page.tsx', pattern: 'orders/return/:id?' },
    returns: { file: 'storefront/account-returns-page.tsx', text: 'account.returns', icon: 'return' },
  },
  commands: ['deposit', 'return', 'withdrawal'],
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
