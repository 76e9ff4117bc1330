import { createHmac } from 'node:crypto'
import { hashSync } from 'bcryptjs'
import { expect, it } from 'vitest'
import { isFormerPassword } from './former-password.server.ts'
import { isFormerHash } from './former-password.ts'

/** `$2b$` as PHP writes it. */
const bcrypt = (text: string) => hashSync(text, 4).replace(/^\$2[ab]\$/, '$2y$')
const wordPress68 = (password: string) =>
  `$wp${bcrypt(createHmac('sha384', 'wp-sha384').update(password).digest('base64'))}`

it.each([
  // Test vector of phpass, with 2¹¹ rounds.
  ['phpass', 'test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  ['bcrypt', 'blåbärssylt 🫐', bcrypt('blåbärssylt 🫐')],
  ['WordPress 6.8', 'blåbärssylt 🫐', wordPress68('blåbärssylt 🫐')],
])('knows a password hashed by %s', (_name, password, hash) => {
  expect(isFormerHash(hash)).toBe(true)
  expect(isFormerPassword(hash, password)).toBe(true)
  expect(isFormerPassword(hash, ` ${password} `)).toBe(true)
  expect(isFormerPassword(hash, `${password}x`)).toBe(false)
  expect(isFormerPassword(hash, '')).toBe(false)
})

it('knows long passwords of WordPress 6.8 to their end', () => {
  const long = 'a'.repeat(100)
  expect(isFormerPassword(wordPress68(long), long)).toBe(true)
  expect(isFormerPassword(wordPress68(long), `${long}b`)).toBe(false)
})

it.each([
  'sommar2024',
  '',
  '5f4dcc3b5aa765d61d8327deb882cf99',
  '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L',
  // 2³⁰ rounds, and a cost of hours.
  '$P$SIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0',
  `$2y$31$${'a'.repeat(53)}`,
  `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
])('does not take %j for a hash', (text) => {
  expect(isFormerHash(text)).toBe(false)
})

it('knows passwords with quotation marks, to which WooCommerce adds backslashes', () => {
  const typed = `it's a "\\ test`
  expect(isFormerPassword(bcrypt(`it\\'s a \\"\\\\ test`), typed)).toBe(true)
  expect(isFormerPassword(bcrypt(typed), typed)).toBe(true)
  expect(isFormerPassword(bcrypt(typed), `${typed}'`)).toBe(false)
})
