import { expect, it } from 'vitest'
import type { ClientError } from '../domain/client-errors/client-error.ts'
import { countModuleFaults } from './count-module-faults.ts'

it('a fault of a module is logged and counted under its name, and what is no module’s is logged alone', () => {
  const logged: string[] = []
  const noted: (ClientError & { release: string })[] = []
  const log = countModuleFaults(
    {
      info: (_data, message) => void logged.push(message),
      warn: (_data, message) => void logged.push(message),
    },
    { note: (error, release) => void noted.push({ ...error, release }) },
  )
  const err = new Error('a@example.com has no parcel')
  log.warn({ module: 'acme', call: 'book', err }, 'the carrier of a module failed')
  log.warn({ module: 'acme', call: 'near' }, 'the carrier of a module failed')
  log.warn({ store: 'sv' }, 'something else')
  log.info({ module: 'acme' }, 'a line of the module')
  expect(logged).toEqual([
    'the carrier of a module failed',
    'the carrier of a module failed',
    'something else',
    'a line of the module',
  ])
  expect(noted).toMatchObject([
    { message: 'Module acme: the carrier of a module failed (book)', store: null, release: 'server' },
    { message: 'Module acme: the carrier of a module failed (near)', frames: '' },
  ])
  expect(noted[0]!.frames).toContain('count-module-faults.test.ts')
  expect(JSON.stringify(noted)).not.toContain('a@example.com')
})
