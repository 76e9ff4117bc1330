import type { ModuleDeclarations } from '../declarations.ts'

/** A purchase above the limit of a company's person waits until another person of the company approves it. */
export const purchaseRequests = {
  name: 'purchase-requests',
  mails: {
    // To the people of a company who may approve a purchase.
    'purchase-request': { daily: 200 },
    // To the buyer.
    'purchase-decision': { daily: 200 },
  },
  auditActions: [
    'purchase_request.approve',
    'purchase_request.create',
    'purchase_request.decline',
    'purchase_request.withdraw',
  ],
  auditObjects: { purchase_request: { section: 'section.customers' } },
} as const satisfies ModuleDeclarations
