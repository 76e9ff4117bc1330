/** The customer's address book. */
import { z } from 'zod'

const field = z.string().max(1000).optional()
const kind = z.enum(['delivery', 'invoice'])

/** POST /api/auth/addresses and PUT /api/auth/addresses/:id */
export const addressRequest = z.object({
  kind,
  isDefault: z.boolean(),
  firstName: field,
  lastName: field,
  companyName: field,
  address: field,
  postalCode: field,
  city: field,
})
export type AddressRequest = z.infer<typeof addressRequest>

/** GET /api/auth/addresses: those of the store, defaults first. */
export const addressList = z.array(
  z.object({
    id: z.number(),
    kind,
    isDefault: z.boolean().meta({ description: 'Filled in at checkout' }),
    firstName: z.string(),
    lastName: z.string(),
    companyName: z.string().nullable(),
    address: z.string(),
    postalCode: z.string(),
    city: z.string(),
  }),
)
export type AddressEntry = z.infer<typeof addressList>[number]
