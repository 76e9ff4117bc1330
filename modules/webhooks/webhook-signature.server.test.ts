import { expect, it } from 'vitest'
import { newSecret, signatureHeaders } from './webhook-signature.server.ts'

it('signs as the example of the specification', () => {
  // Standard Webhooks, "Signature scheme": the message, its secret and its signature.
  const headers = signatureHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: 1_614_265_330_000,
    body: '{"test": 2432232314}',
  })
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('signs with the former secret, too, and makes secrets of 32 bytes', () => {
  const [one, other] = [newSecret(), newSecret()]
  expect(one).not.toBe(other)
  expect(Buffer.from(one.replace('whsec_', ''), 'base64')).toHaveLength(32)
  const message = { id: 'evt_1', at: 0, body: '{}' }
  const each = [one, other].map((secret) => signatureHeaders([secret], message)['webhook-signature'])
  expect(signatureHeaders([one, other], message)['webhook-signature']).toBe(each.join(' '))
})
