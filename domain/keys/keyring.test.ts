import { describe, expect, it } from 'vitest'
import { createKeyring, isSignature } from './keyring.server.ts'

const first = 'a'.repeat(32)
const second = 'b'.repeat(32)

describe('the keyring', () => {
  it('derives another key for each purpose and secret', () => {
    const keys = createKeyring([first])
    const other = createKeyring([second])
    const made = [
      keys.digest('gift-card', 'x'),
      keys.digest('coupon-customer', 'x'),
      other.digest('gift-card', 'x'),
      ...keys.underivedDigests('x'),
    ].map((digest) => digest.toString('hex'))
    expect(new Set(made).size).toBe(4)
    expect(keys.digest('gift-card', 'x')).toEqual(createKeyring([first]).digest('gift-card', 'x'))
  })

  it('recognises values of a previous secret, and makes new values with the current one', () => {
    const before = createKeyring([first])
    const overlap = createKeyring([second, first])
    const after = createKeyring([second])
    expect(overlap.digests('device', 'x')).toEqual([
      after.digest('device', 'x'),
      before.digest('device', 'x'),
    ])
    expect(overlap.digest('device', 'x')).toEqual(after.digest('device', 'x'))
    expect(overlap.ids).toEqual([after.id, before.id])
    const signature = before.digest('unsubscribe', 'x').toString('base64url')
    expect(isSignature(overlap.digests('unsubscribe', 'x'), signature)).toBe(true)
    expect(isSignature(after.digests('unsubscribe', 'x'), signature)).toBe(false)
    expect(isSignature(overlap.digests('unsubscribe', 'y'), signature)).toBe(false)
    expect(isSignature(overlap.digests('unsubscribe', 'x'), 'short')).toBe(false)
  })

  it('decrypts with the key that the ciphertext names, and with no other', () => {
    const before = createKeyring([first])
    const overlap = createKeyring([second, first])
    const encrypted = before.encrypt('identity-number', '19900101-0017 åäö')
    expect(encrypted).not.toContain('1990')
    expect(before.encrypt('identity-number', '19900101-0017 åäö')).not.toBe(encrypted)
    expect(overlap.decrypt('identity-number', encrypted)).toBe('19900101-0017 åäö')
    expect(createKeyring([second]).decrypt('identity-number', encrypted)).toBeNull()
    expect(overlap.decrypt('device', encrypted)).toBeNull()
    const [id, body = ''] = encrypted.split('.')
    for (const forged of ['', 'x', `${id}.`, `${id}.AAAA`, `${id}.${body.slice(0, -2)}AA`, body])
      expect([forged, overlap.decrypt('identity-number', forged)]).toEqual([forged, null])
    expect(overlap.decrypt('identity-number', overlap.encrypt('identity-number', ''))).toBe('')
  })

  it('counts a secret listed twice once, and requires at least one', () => {
    expect(createKeyring([first, first]).digests('device', 'x')).toHaveLength(1)
    expect(() => createKeyring([])).toThrow('a keyring needs a secret')
  })
})
