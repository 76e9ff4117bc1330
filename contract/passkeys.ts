/** Passkeys of customers and of staff: what browsers get and answer, in the JSON form of WebAuthn Level 3. */
import { z } from 'zod'
import { safeName } from './text.ts'

/** A challenge with its options; read by the browser only. */
export const passkeyOptions = z.record(z.string(), z.unknown())

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/)
const extensions = z.record(z.string(), z.unknown()).default({})

/** A PublicKeyCredential; `response` is what the authenticator made. */
const publicKeyCredential = <Response extends z.ZodRawShape>(response: Response) =>
  z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    clientExtensionResults: extensions,
    response: z.object({ clientDataJSON: base64url, ...response }),
  })

/** The answer of `navigator.credentials.get`. */
export const assertion = publicKeyCredential({
  authenticatorData: base64url,
  signature: base64url,
  userHandle: base64url.exactOptional(),
})

/** The answer of `navigator.credentials.create`. */
export const attestation = publicKeyCredential({
  attestationObject: base64url,
  transports: z.array(z.string().max(40)).max(10).exactOptional(),
})

export const passkeyName = safeName(60).refine((name) => name.trim() !== '')
