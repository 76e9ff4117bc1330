import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { announceStart } from './announce-start.ts'

/** A start of one step, with plain output or without: what was written and what was logged. */
async function start(plain: boolean) {
  const written: string[] = []
  const logged: { msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const { step, opened } = announceStart(log, plain, (text) => void written.push(text))
  await step(
    'Schema',
    async () => {
      log.info('a detail of the step')
      log.warn('a warning')
      return 3
    },
    (count) => `${count} migrations applied`,
  )
  opened('http://localhost:3000', 'http://admin.localhost:3002/invitation#abc')
  log.info('the first request')
  return { written: written.join(''), logged: logged.map(({ msg }) => msg) }
}

describe('the output of a start', () => {
  it('prints each step and the four stores to a terminal, and of the log only warnings', async () => {
    const { written, logged } = await start(true)
    expect(written).toMatch(/^• Schema …\n✓ Schema: 3 migrations applied \(0\.0 s\)\n/)
    for (const code of ['sv', 'no', 'de', 'da']) expect(written).toContain(`http://localhost:3000/${code}\n`)
    expect(written).toContain('Back office         http://admin.localhost:3002/invitation#abc\n')
    expect(logged).toEqual(['a warning', 'the first request'])
  })

  it('writes only log lines for a machine', async () => {
    const { written, logged } = await start(false)
    expect(written).toBe('')
    expect(logged).toContain('Schema: 3 migrations applied (0.0 s)')
    expect(logged).toContain('a detail of the step')
  })
})
