import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from './config-error.ts'
import { explainListening, requireDatabase, requirePort } from './start-conditions.ts'

let other: Server
let port: number
beforeEach(async () => {
  other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(other, 'listening')
  port = (other.address() as AddressInfo).port
})
afterEach(() => other.close())

/** The message of the refusal; anything but a refusal fails the test. */
async function refusal(asked: Promise<unknown>): Promise<string> {
  const error: unknown = await asked.catch((fault: unknown) => fault)
  expect(error).toBeInstanceOf(ConfigError)
  return (error as ConfigError).message
}

describe('start conditions', () => {
  it('a free port', async () => {
    expect(await refusal(requirePort({ host: '127.0.0.1', port }))).toMatch(
      new RegExp(`^PORT ${port} is taken.* another PORT\\.$`),
    )
    other.close()
    await once(other, 'close')
    await expect(requirePort({ host: '127.0.0.1', port })).resolves.toBeUndefined()
  })

  it('an address of this machine', async () => {
    expect(await refusal(requirePort({ host: '192.0.2.1', port }))).toMatch(
      /^HOST 192\.0\.2\.1 is no address/,
    )
  })

  it('passes an unexpected fault on unchanged', () => {
    const fault = Object.assign(new Error('what'), { code: 'EWHAT' })
    expect(() => explainListening({ host: '::', port })(fault)).toThrow(fault)
  })

  it('a database that answers', async () => {
    const url = `postgres://anode:secret-word@127.0.0.1:${port}/anode`
    const words = await refusal(requireDatabase(url, 'DATABASE_URL'))
    expect(words).toMatch(/^The database of DATABASE_URL does not let the shop in: ./)
    expect(words).not.toContain('secret-word')
  })
})
