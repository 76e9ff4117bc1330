import { expect, it } from 'vitest'
import { mailboxOf } from './mailbox.server.ts'

it.each(['anna+1@example.se', 'Anna+a+b@Example.se', 'anna@ｅxample.se', 'anna+x@exam\u00adple.se'])(
  '%j is a spelling of the same mailbox',
  (email) => expect(mailboxOf(email)).toBe('anna@example.se'),
)

it.each(['anna.b@gmail.com', 'An.Na.B+x@googlemail.com', 'annab@gmail.com'])(
  '%j is a spelling of the same mailbox of a provider that ignores dots',
  (email) => expect(mailboxOf(email)).toBe('annab@gmail.com'),
)

it('keeps different mailboxes apart', () => {
  expect(mailboxOf('anna.b@example.se')).toBe('anna.b@example.se')
  expect(mailboxOf('+anna@example.se')).toBe('+anna@example.se')
  expect(mailboxOf('anna@mail。example.se')).toBe('anna@mail.example.se')
  expect(mailboxOf('kim@åäö.se')).toBe('kim@xn--4cab6c.se')
})
