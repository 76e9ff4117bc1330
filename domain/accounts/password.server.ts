/**
 * Hashes passwords with argon2id and the parameters of OWASP's cheat sheet (19 MiB, 2 passes, 1 lane), in the
 * PHC string format, so that the parameters can be raised later.
 */
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { createWorkQueue } from './work-queue.ts'

const argon2id = promisify(argon2)

/**
 * A derivation keeps a thread of the pool and a processor busy for tens of milliseconds, and files and compression need
 * both. A flood of logins therefore takes half of the processors at most, and two of the pool's four threads. What finds
 * a full line is answered with 503 at once, so that waiting logins leave requests in progress to carts.
 */
const work = createWorkQueue({
  running: Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2))),
  waiting: 32,
})

/** The derivations of this process. */
export const passwordWork = work.counts

const derive = (parameters: Argon2Parameters) => work.run(() => argon2id('argon2id', parameters))

const strength = { memory: 19_456, passes: 2, parallelism: 1 }
const keyBytes = 32

/** Unicode-normalises a password: é typed as one character or as e + ´ is the same password. */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'))

/** The hash to store: `$argon2id$v=19$m=19456,t=2,p=1$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const key = await derive({
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
  const given = await derive({
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
