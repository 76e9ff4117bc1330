/** The key that mails are signed with: `DKIM_DOMAIN`, `DKIM_SELECTOR` and `DKIM_PRIVATE_KEY_FILE`, all or none. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { DkimKey } from '../providers/mail/dkim.ts'
import { ConfigError } from './config-error.ts'

const names = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY_FILE'] as const

/** Labels of letters, digits and hyphens with dots between them. A selector may be a single label. */
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const domainForm = new RegExp(`^${label}(?:\\.${label})+$`, 'i')
const selectorForm = new RegExp(`^${label}(?:\\.${label})*$`, 'i')

/** Receivers ignore signatures of shorter RSA keys, or will (RFC 8301, 3.2). */
const fewestBits = 2048

/**
 * Null: the shop does not sign. Throws ConfigError where only a part is set, the file holds no usable key, or there is
 * no mail server to send signed mails to. The message names the file and never its content.
 */
export function readDkimKey(env: Record<string, string | undefined>): DkimKey | null {
  const [domain, selector, file] = together(env, names)
  if (domain === undefined || selector === undefined || file === undefined) return null
  if (!domainForm.test(domain)) throw new ConfigError('DKIM_DOMAIN must be a domain like shop.example.')
  if (!selectorForm.test(selector))
    throw new ConfigError('DKIM_SELECTOR must be a name like s2026, as in s2026._domainkey.shop.example.')
  if (env['SMTP_URL'] === undefined && env['MAIL_TRANSPORT'] === undefined)
    throw new ConfigError(
      'SMTP_URL or MAIL_TRANSPORT is required with DKIM_DOMAIN: mails in the outbox are not signed.',
    )
  return { domain, selector, privateKey: readPrivateKey(file) }
}

/** The values of variables that belong together: all or none. */
function together(env: Readonly<Record<string, string | undefined>>, names: readonly string[]) {
  const values = names.map((name) => env[name])
  const missing = names.find((_, index) => values[index] === undefined)
  if (missing !== undefined && values.some((value) => value !== undefined))
    throw new ConfigError(`${missing} is required: ${names.join(' and ')} belong together.`)
  return values
}

function readPrivateKey(file: string): KeyObject {
  let pem: string
  try {
    pem = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`DKIM_PRIVATE_KEY_FILE must be a readable file: ${file} (${code}).`)
  }
  const key = parsed(pem)
  if (key?.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < fewestBits)
    throw new ConfigError(
      `DKIM_PRIVATE_KEY_FILE must hold an RSA key in PEM of ${fewestBits} bits or more, without a passphrase: ${file}.`,
    )
  return key
}

function parsed(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}
