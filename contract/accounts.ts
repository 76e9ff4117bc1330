/** Sessions and customers (API-12..16, ACCOUNT-02, AUTH-11, AUTH-12). */
import { z } from 'zod'
import { customerType } from './checkout.ts'
import { safeText } from './text.ts'

const email = safeText(254)
const password = safeText(1000)
const token = safeText(200)

/** POST /api/auth/login: by e-mail and password, or by the token of a link. */
export const loginRequest = z.union([z.object({ token }), z.object({ email, password })])

/** POST /api/order-auth/login: an order's number and the e-mail address it was placed with. */
export const orderLoginRequest = z.object({
  order_id: z.union([safeText(40), z.number().transform(String)]),
  email,
})

/** The tokens of a session. Absent from the body where they are sent as cookies. */
export const tokenPair = z.object({ access_token: z.string(), refresh_token: z.string() })

export const refreshRequest = z.object({ refresh_token: token })

/** GET /api/order-auth/info */
export const orderSessionAnswer = z.object({
  user: z.object({ scope: z.literal('my-order'), order_id: z.string() }),
})

export const forgotPasswordRequest = z.object({ email })
export const forgotPasswordAnswer = z.object({ message: z.string() })

export const changePasswordRequest = z.object({ token, password })

/** GET and PUT /api/auth/profile */
export const profileAnswer = z.object({
  user: z.object({
    scope: z.null(),
    order_id: z.null(),
    number: z.string().meta({ description: 'Customer number' }),
    type: customerType,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    companyName: z.string().nullable(),
    phone: z.string(),
    address: z.string(),
    postalCode: z.string(),
    city: z.string(),
    discount: z.record(z.string(), z.number()).meta({ description: 'Discount category → percent' }),
  }),
})
export type ProfileAnswer = z.infer<typeof profileAnswer>

const profileField = z.string().max(1000).optional()

export const profileRequest = z.object({
  firstName: profileField,
  lastName: profileField,
  companyName: profileField,
  phone: profileField,
  address: profileField,
  postalCode: profileField,
  city: profileField,
})
