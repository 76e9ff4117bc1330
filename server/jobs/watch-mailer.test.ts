import { expect, it } from 'vitest'
import { createMetrics } from '../metrics.ts'
import { createMailTally, watchMailer } from './watch-mailer.ts'

it('mails are counted by kind and outcome in the metrics', async () => {
  const tally = createMailTally()
  const log = { warn: () => {} }
  const mail = {
    name: 'x',
    kind: 'password-reset' as const,
    from: { name: 'Shop', address: 'shop@example.se' },
    to: 'anna@example.se',
    subject: 'x',
    html: 'x',
    text: 'x',
    date: new Date(0),
  }
  const works = watchMailer({ send: async () => ({ messageId: 'm' }) }, { log, tally })
  const fails = watchMailer({ send: () => Promise.reject(new Error('away')) }, { log, tally })
  await works.send(mail)
  await works.send(mail)
  await expect(fails.send(mail)).rejects.toThrow('away')
  const { registry } = createMetrics({ mails: tally })
  for (let read = 0; read < 2; read++) {
    const text = await registry.metrics()
    expect(text).toContain('anode_mails_total{kind="password-reset",outcome="sent"} 2')
    expect(text).toContain('anode_mails_total{kind="password-reset",outcome="failed"} 1')
  }
})
