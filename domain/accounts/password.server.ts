/**
 * Hashes passwords with argon2id and the parameters of OWASP's cheat sheet (19 MiB, 2 passes, 1 lane), in the
 * PHC string format, so that the parameters can be raised later.
 */
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { runInWorker } from '../workers/worker-pool.server.ts'
import { WorkerFailure, workerJob } from '../workers/worker-job.ts'
import type { run } from './former-password-job.server.ts'
import { createWorkQueue } from './work-queue.ts'

const argon2id = promisify(argon2)

/**
 * A derivation keeps a thread of the pool and a processor busy for tens of milliseconds, and files and compression need
 * both. A flood of logins therefore takes half of the processors at most, and two of the pool's four threads. What finds
 * no place is answered with 503 at once, before any query, so that waiting logins leave the database and requests in
 * progress to carts.
 */
const work = createWorkQueue({
  running: Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2))),
  waiting: 32,
})

/** The derivations of this process. */
export const passwordWork = work.counts

/** Hashes and checks passwords for a caller that has a place in the queue. */
export interface Passwords {
  /** The hash to store: `$argon2id$v=19$m=19456,t=2,p=1$salt$key`. */
  hash(password: string): Promise<string>
  /** Whether the password matches the hash. Without a hash it takes the same time and is always false. */
  isMatch(hash: string | null, password: string): Promise<boolean>
  /** Whether the password matches a hash of a former shop (`isFormerHash`). */
  isFormerMatch(hash: string, password: string): Promise<boolean>
}

/**
 * Takes a place for a use case that hashes or checks a password after queries of its own; it rejects with `QueueFull`
 * before the first of them.
 */
export function admitPasswordWork<Result>(
  useCase: (passwords: Passwords) => Promise<Result>,
): Promise<Result> {
  return work.admit((run) => {
    const derive: Derive = (parameters) => run(() => argon2id('argon2id', parameters))
    return useCase({
      hash: (password) => hashWith(derive, password),
      isMatch: (hash, password) => isPasswordOf(derive, hash, password),
      isFormerMatch: (hash, password) => run(() => isFormerPasswordOf(hash, password)),
    })
  })
}

/** For a use case that hashes before it queries anything. */
export const hashPassword = (password: string): Promise<string> =>
  admitPasswordWork(({ hash }) => hash(password))

type Derive = (parameters: Argon2Parameters) => Promise<Buffer>

const strength = { memory: 19_456, passes: 2, parallelism: 1 }
const keyBytes = 32

/** Unicode-normalises a password: é typed as one character or as e + ´ is the same password. */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'))

async function hashWith(derive: Derive, password: string): Promise<string> {
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

async function isPasswordOf(derive: Derive, hash: string | null, password: string): Promise<boolean> {
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

const formerPasswordJob = workerJob<typeof run>({
  module: 'domain/accounts/former-password-job.server.ts',
  seconds: 10,
})

async function isFormerPasswordOf(hash: string, password: string): Promise<boolean> {
  const answer = await runInWorker(formerPasswordJob, { hash, password })
  if (!answer.ok) throw new WorkerFailure(answer.code, formerPasswordJob.module)
  return answer.value
}

const text = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** Used in place of the hash of an account that does not exist. */
const nobody = `$argon2id$v=19$m=${strength.memory},t=${strength.passes},p=${strength.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`
