/** Signing in to the back office: invitations, passkeys, step-up. Successful answers set the session cookie. */
import { z } from 'zod'
import { assertion, attestation, passkeyName } from '../passkeys.ts'

const token = z.string().max(200)

/** POST /admin/api/invitation; the token is in the fragment of the link. */
export const invitationRequest = z.object({ token })
export const invitationAnswer = z.object({ email: z.string(), name: z.string() })
export type InvitationAnswer = z.infer<typeof invitationAnswer>

/** POST /admin/api/invitation/accept */
export const acceptInvitationRequest = z.object({ token, passkeyName, response: attestation })

/** Recovery codes, shown once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

/** POST /admin/api/sign-in, POST /admin/api/step-up */
export const passkeySignInRequest = z.object({ response: assertion })

/** POST /admin/api/sign-in/link */
export const signInLinkRequest = z.object({ email: z.string().max(254) })

/** POST /admin/api/sign-in/by-link; `code`: of an authenticator app, or a recovery code. */
export const signInByLinkRequest = z.object({ token, code: z.string().max(100) })
