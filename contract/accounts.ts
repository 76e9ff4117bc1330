/** Sessions and customers (API-12..16, ACCOUNT-02, AUTH-11, AUTH-12). */
import { z } from 'zod'
import { errorAnswer } from './error.ts'
import { customerType } from './checkout.ts'
import { assertion, attestation, passkeyName } from './passkeys.ts'
import { safeText } from './text.ts'

const email = safeText(254)
const password = safeText(1000)
const token = safeText(200)

/** POST /api/auth/login: by e-mail and password, or by the token of a link. */
export const loginRequest = z.union([z.object({ token }), z.object({ email, password })])

/** POST /api/order-auth/login: an order's number and the e-mail address it was placed with. */
export const orderLoginRequest = z.object({
  order_id: z.union([safeText(40), z.int().transform(String)]),
  email,
})

/** Of a wrong login. `has_moved`: the store has customers or orders of a former shop; it says nothing about who asks. */
export const wrongCredentials = errorAnswer.extend({ has_moved: z.boolean() })
export type WrongCredentials = z.infer<typeof wrongCredentials>

/** The tokens of a session. Absent from the body where they are sent as cookies. */
export const tokenPair = z.object({ access_token: z.string(), refresh_token: z.string() })

export const refreshRequest = z.object({ refresh_token: token })

/** GET /api/order-auth/info */
export const orderSessionAnswer = z.object({
  user: z.object({ scope: z.literal('my-order'), order_id: z.string() }),
})

/** The page that asked for the login, which the mailed link leads back to. */
const destination = safeText(1000)
  .optional()
  .meta({ description: 'Path of the account page that opens after the login; others are ignored' })

export const forgotPasswordRequest = z.object({ email, destination })
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
    company: z
      .enum(['buyer', 'approver', 'admin'])
      .nullable()
      .meta({ description: 'Role in a company of the store; null: a member of none' }),
    confirms_former_orders: z.boolean().meta({
      description:
        'The address is not confirmed, and the shop has orders of a former one: any of the address are listed once it is. The same for every such customer, with former orders or without',
    }),
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

/** POST /api/auth/register: asks for the mail with the link; the answer is the same for every address. */
export const registerRequest = z.object({ email, destination })
export const registerAnswer = z.object({ message: z.string() })

/** POST /api/auth/open-account: the form behind the link of that mail. */
export const openAccountRequest = z.object({
  token,
  password,
  firstName: safeText(1000),
  lastName: safeText(1000),
})

/** PUT /api/auth/password */
export const ownPasswordRequest = z.object({ current_password: password, password })

/** POST /api/auth/email: asks for the mails that confirm another address. */
export const changeEmailRequest = z.object({ email, password })

/** POST /api/auth/confirm-email: the token of a link in one of the two mails. */
export const confirmEmailRequest = z.object({ token })
export const confirmEmailAnswer = z.object({
  done: z.boolean().meta({ description: 'False: the other address has to confirm as well' }),
})
export type ConfirmEmailAnswer = z.infer<typeof confirmEmailAnswer>

/** GET /api/auth/sessions */
export const sessionList = z.array(
  z.object({
    id: z.number(),
    device: z.string().nullable().meta({ description: 'Browser and system, as they name themselves' }),
    logged_in_at: z.string(),
    used_at: z.string(),
    current: z.boolean().meta({ description: 'The session of this request' }),
  }),
)
export type SessionEntry = z.infer<typeof sessionList>[number]

/** POST /api/auth/passkey-login */
export const passkeyLoginRequest = z.object({ response: assertion })

/** POST /api/auth/proof: the password, or a passkey's answer to the challenge of a login. */
export const proofRequest = z.union([z.object({ password }), z.object({ response: assertion })])

export const passkeyNameRequest = z.object({ name: passkeyName })

/** POST /api/auth/passkeys */
export const addPasskeyRequest = z.object({ name: passkeyName, response: attestation })

/** GET /api/auth/passkeys */
export const passkeyList = z.array(
  z.object({ id: z.string(), name: z.string(), created_at: z.string(), used_at: z.string().nullable() }),
)
export type PasskeyEntry = z.infer<typeof passkeyList>[number]

/** GET /api/auth/personal-data: section → rows, with the names of the database's columns. */
export const personalDataAnswer = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))

/** DELETE /api/auth/account */
export const eraseAccountRequest = z.object({ password })
