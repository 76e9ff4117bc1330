/**
 * Hashes passwords with argon2id and the parameters of OWASP's cheat sheet (19 MiB, 2 passes, 1 lane), in the
 * PHC string format, so that the parameters can be raised later.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

const strength = { memory: 19_456, passes: 2, parallelism: 1 }
const keyBytes = 32

/** Unicode-normalises a password: é typed as one character or as e + ´ is the same password. */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'))

/** The hash to store: `$argon2id$v=19$m=19456,t=2,p=1$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const key = await derive('argon2id', {
    ...strength,
    message: bytesOf(password),
    nonce,
    tagLength: keyBytes,
  })
  const { memory, passes, parallelism } = strength
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(nonce)}$${text(key)}`
}

/** Whether the password matches the hash. Without a hash it takes the same time and is always false. */
export async function isPasswordOf(hash: string | null, password: string): Promise<boolean> {
  const [, m, t, p, salt, key] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash ?? nobody) ?? []
  if (!m || !t || !p || !salt || !key) throw new Error('a stored password hash cannot be read')
  const expected = Buffer.from(key, 'base64')
  const given = await derive('argon2id', {
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    message: bytesOf(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
  })
  return timingSafeEqual(given, expected) && hash !== null
}

const text = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** Used in place of the hash of an account that does not exist. */
const nobody = `$argon2id$v=19$m=${strength.memory},t=${strength.passes},p=${strength.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`
