/** How the person who is signed in signs in: passkeys, recovery codes, sessions. */
import { z } from 'zod'
import { attestation, passkeyName } from '../passkeys.ts'

/** GET /admin/api/security */
export const ownSecurity = z.object({
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      backedUp: z.boolean().meta({ description: 'Synchronised to other devices of its owner' }),
      createdAt: z.string(),
      usedAt: z.string().nullable(),
    }),
  ),
  recoveryCodesLeft: z.number(),
  hasAuthenticatorApp: z.boolean(),
  sessions: z.array(
    z.object({
      id: z.number(),
      device: z.string().nullable(),
      signedInAt: z.string(),
      usedAt: z.string(),
      current: z.boolean().meta({ description: 'The session of this request' }),
    }),
  ),
})
export type OwnSecurity = z.infer<typeof ownSecurity>

/** POST /admin/api/security/passkeys */
export const addStaffPasskeyRequest = z.object({ name: passkeyName, response: attestation })

export const passkeyParams = z.object({ id: z.string().regex(/^[\w-]{1,1400}$/) })
export const sessionParams = z.object({ id: z.coerce.number().int().positive() })

/** POST /admin/api/security/authenticator-app: the secret in base 32, and the address that a QR code shows. */
export const authenticatorApp = z.object({ secret: z.string(), uri: z.string() })
export type AuthenticatorApp = z.infer<typeof authenticatorApp>

/** POST /admin/api/security/authenticator-app/confirm, POST /admin/api/step-up/code */
export const appCodeRequest = z.strictObject({ code: z.string().max(20) })
