import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from './config-error.ts'
import { readConfig } from './config.ts'

const pemOf = (modulusLength: number, passphrase?: string) =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
    ...(passphrase !== undefined && { cipher: 'aes-256-cbc', passphrase }),
  })

let folder: string
const pem = pemOf(2048)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anode-dkim-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The path of a file with this content. */
function keyFile(content: string, name = 'dkim.pem'): string {
  const file = join(folder, name)
  writeFileSync(file, content, { mode: 0o600 })
  return file
}
const dkimOf = (env: Record<string, string>) =>
  readConfig({
    DATA_DIR: folder,
    SMTP_URL: 'smtp://mail.example',
    DKIM_DOMAIN: 'shop.example',
    DKIM_SELECTOR: 's2026',
    DKIM_PRIVATE_KEY_FILE: keyFile(pem),
    ...env,
  }).dkim

describe('the key that mails are signed with', () => {
  it('is read at the start, and a printed configuration does not show it', () => {
    const dkim = dkimOf({})
    expect(dkim).toMatchObject({ domain: 'shop.example', selector: 's2026' })
    expect(dkim?.privateKey.export({ type: 'pkcs8', format: 'pem' })).toBe(pem)
    expect(JSON.stringify(dkim) + inspect(dkim, { depth: null })).not.toContain(pem.split('\n')[1])
  })

  it('is not needed', () => {
    const none = { DKIM_DOMAIN: '', DKIM_SELECTOR: '', DKIM_PRIVATE_KEY_FILE: '' }
    expect(dkimOf(none)).toBeNull()
    expect(dkimOf({ ...none, SMTP_URL: '' })).toBeNull()
  })

  it.each([
    [{ DKIM_DOMAIN: '' }, /DKIM_DOMAIN is required/],
    [{ DKIM_SELECTOR: '' }, /DKIM_SELECTOR is required/],
    [{ DKIM_PRIVATE_KEY_FILE: '' }, /DKIM_PRIVATE_KEY_FILE is required/],
    [{ DKIM_DOMAIN: 'shop.example; s=x' }, /DKIM_DOMAIN must be a domain/],
    [{ DKIM_SELECTOR: 'a b' }, /DKIM_SELECTOR must be a name/],
    [{ DKIM_PRIVATE_KEY_FILE: '/nowhere/dkim.pem' }, /must be a readable file: .*nowhere.* \(ENOENT\)/],
    [{ SMTP_URL: '' }, /SMTP_URL or MAIL_TRANSPORT is required with DKIM_DOMAIN/],
  ])('refuses %o', (env, message) => {
    expect(() => dkimOf(env)).toThrow(ConfigError)
    expect(() => dkimOf(env)).toThrow(message)
  })

  it('is an RSA key of 2048 bits or more without a passphrase, and no other file is printed', () => {
    const elliptic = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    for (const content of ['no key', elliptic, pemOf(1024), pemOf(2048, 'word')]) {
      const read = () => dkimOf({ DKIM_PRIVATE_KEY_FILE: keyFile(content, 'unusable.pem') })
      expect(read).toThrow(/DKIM_PRIVATE_KEY_FILE must hold an RSA key/)
      expect(read).not.toThrow(content.split('\n')[1] ?? content)
    }
  })
})
