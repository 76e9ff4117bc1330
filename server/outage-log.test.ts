import { expect, it, vi } from 'vitest'
import { createOutageLog } from './outage-log.ts'

it('an outage is logged once when it begins and once when it ends, however many faults it causes', async () => {
  const lines: string[] = []
  const add = (data: object, message: string) => lines.push(`${message} ${JSON.stringify(data)}`)
  let isBack = false
  const ping = () => (isBack ? Promise.resolve() : Promise.reject(new Error('away')))
  const outages = createOutageLog({ log: { warn: add, info: add }, ping, pauseMs: 5 })
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  for (const route of ['/api/sync-cart', '/api/checkout', '/*']) expect(outages.note(away, route)).toBe(true)
  expect(lines).toEqual([
    'the database is unavailable {"where":"/api/sync-cart","reason":"connect ECONNREFUSED"}',
  ])
  expect(outages.isAway).toBe(true)
  isBack = true
  await vi.waitUntil(() => !outages.isAway)
  expect(lines.slice(1)).toEqual([expect.stringMatching(/^the database is available again .*"faults":3/)])
  expect(outages.note(new Error('a fault of our own'), '/*')).toBe(false)
  expect(lines).toHaveLength(2)
  outages.note(away, '/*')
  expect(lines).toHaveLength(3)
  outages.close()
})
