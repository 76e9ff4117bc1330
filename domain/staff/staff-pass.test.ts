import { describe, expect, it } from 'vitest'
import { createKeyring } from '../keys/keyring.server.ts'
import { issueStaffPass, readStaffPass } from './staff-pass.server.ts'

const keys = createKeyring(['s'.repeat(32)])

describe('a staff pass', () => {
  it('is valid exactly until it expires, and with the right secret only', () => {
    const pass = issueStaffPass(keys, 5_000_000)
    expect(readStaffPass(keys, pass, 4_999_999)).toBe(5_000_000)
    expect(readStaffPass(keys, pass, 5_000_000)).toBeNull()
    expect(readStaffPass(createKeyring(['x'.repeat(32)]), pass, 0)).toBeNull()
  })

  it('cannot be extended or forged', () => {
    const [, signed] = issueStaffPass(keys, 5_000_000).split('.')
    const forged = [
      `zzzzzzz.${signed}`,
      `0${(5_000_000).toString(36)}.${signed}`,
      signed!,
      '',
      '1',
      'a.b',
      `${'9'.repeat(400)}.${signed}`,
      `${(5_000_000).toString(36)}.${'A'.repeat(43)}`,
    ]
    for (const pass of forged) expect([pass, readStaffPass(keys, pass, 0)]).toEqual([pass, null])
  })
})
