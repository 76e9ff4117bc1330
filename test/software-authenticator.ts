/** An authenticator in software, which signs what a browser would have it sign, and what an attacker might. */
import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** User present, user verified. */
const flags = 0x05
const hasCredential = 0x40

interface Signing {
  challenge: string
  origin: string
  /** Signature counter. */
  counter: number
}

export function softwareAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const frame = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
  }
  const clientData = (type: string, { challenge, origin }: Signing) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = ({ origin, counter }: Signing, flag: number, more: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flag]), count, more])
  }
  return {
    id: base64url(id),
    /** The answer to `POST /api/auth/passkeys/options`. */
    attest(signing: Signing) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const authData = new Uint8Array(authenticatorData(signing, flags | hasCredential, credential))
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...frame,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', signing)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
        },
      }
    },
    /** The answer to `POST /api/auth/passkey-login/options`. */
    assert(signing: Signing) {
      const client = clientData('webauthn.get', signing)
      const data = authenticatorData(signing, flags)
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey)
      return {
        ...frame,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      }
    },
  }
}

/** The public key in COSE form: EC2, ES256, P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const fields = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ])
  return Buffer.from(isoCBOR.encode(fields))
}
