/** Purchase requests of a company, of the store of the call. Amounts are decimal major units, VAT included. */
import { z } from 'zod'
import { amount, givenAmount } from '../../contract/amount.ts'
import { safeText } from '../../contract/text.ts'

/** The path of one purchase request; its id is an integer of PostgreSQL. */
export const purchaseRequestParams = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })

/** POST /api/checkout/:id/request-approval: the body of `complete`. */
export const purchaseRequestAnswer = z.object({ id: z.number() })
export type PurchaseRequestAnswer = z.infer<typeof purchaseRequestAnswer>

/** GET /api/company/requests */
export const purchaseRequestsAnswer = z.array(
  z.object({
    id: z.number(),
    buyer: z.string(),
    total: amount,
    approval_above: amount
      .nullable()
      .meta({ description: 'The limit of the buyer when they asked, VAT included; null: not recorded' }),
    lines: z.array(z.object({ sku: z.string(), name: z.string(), quantity: z.number(), total: amount })),
    status: z.enum(['waiting', 'approved', 'declined', 'withdrawn', 'expired']),
    requested_at: z.string(),
    expires_at: z.string(),
    reason: z.string().nullable(),
    order: z.string().nullable().meta({ description: 'Its number, once it is approved' }),
    own: z.boolean(),
    can_decide: z.boolean(),
  }),
)
export type PurchaseRequestEntry = z.infer<typeof purchaseRequestsAnswer>[number]

/** POST /api/company/requests/:id/approve: the total that the approver was shown. */
export const approvalRequest = z.object({ total: givenAmount.min(0) })
export const approvalAnswer = z.object({ order: z.string() })
export type ApprovalAnswer = z.infer<typeof approvalAnswer>

/** POST /api/company/requests/:id/decline */
export const declineRequest = z.object({ reason: safeText(500) })
