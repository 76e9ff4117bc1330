import { expect, it } from 'vitest'
import { acceptedStep, newTotpSecret, readTotpCode, totpCode, totpStep, totpUri } from './totp.server.ts'

/** `12345678901234567890` in base 32: the secret of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('makes the code of RFC 6238, appendix B, at second %i', (second, code) => {
  expect(totpCode(secret, totpStep(second * 1000))).toBe(code)
})

it('accepts a code one step early or late, and never twice', () => {
  const now = 1_800_000_000_000
  const step = totpStep(now)
  const accepts = (of: number, after: number | null = null) =>
    acceptedStep(secret, totpCode(secret, of), { now, after })
  expect([-2, -1, 0, 1, 2].map((drift) => accepts(step + drift))).toEqual([
    null,
    step - 1,
    step,
    step + 1,
    null,
  ])
  expect(accepts(step, step)).toBeNull()
  expect(accepts(step + 1, step)).toBe(step + 1)
})

it('makes secrets and reads codes as apps do', () => {
  const made = newTotpSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(made)
  expect(totpUri(made, 'a+b@anode.example')).toBe(
    `otpauth://totp/Anode:a%2Bb%40anode.example?secret=${made}&issuer=Anode`,
  )
  expect([' 123 456', '12345', '1234567', 'abcdef'].map(readTotpCode)).toEqual(['123456', null, null, null])
})
