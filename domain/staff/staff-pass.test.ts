import { describe, expect, it } from 'vitest'
import { issueStaffPass, readStaffPass } from './staff-pass.server.ts'

const secret = 's'.repeat(32)

describe('a pass of the shop’s own people', () => {
  it('holds to its end and not a moment longer, with the right secret only', () => {
    const pass = issueStaffPass(secret, 5_000_000)
    expect(readStaffPass(secret, pass, 4_999_999)).toBe(5_000_000)
    expect(readStaffPass(secret, pass, 5_000_000)).toBeNull()
    expect(readStaffPass('x'.repeat(32), pass, 0)).toBeNull()
  })

  it('cannot be prolonged or made up', () => {
    const [, signed] = issueStaffPass(secret, 5_000_000).split('.')
    const forged = [`zzzzzzz.${signed}`, `0${(5_000_000).toString(36)}.${signed}`, signed!, '', '1', 'a.b', `${'9'.repeat(400)}.${signed}`, `${(5_000_000).toString(36)}.${'A'.repeat(43)}`] // prettier-ignore
    for (const pass of forged) expect([pass, readStaffPass(secret, pass, 0)]).toEqual([pass, null])
  })
})
