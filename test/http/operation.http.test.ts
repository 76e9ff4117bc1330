/** How a node behaves for its operator: roles, the listener of METRICS_PORT, a failed start. */
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { builtServerProgram } from '../../cli/ensure-built.mjs'
import { runAnodeProcess } from '../anode-command.ts'
import { startBuiltServer } from '../built-server.ts'
import { freePort } from '../free-port.ts'
import { ask } from './shop-client.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anode-operation-'))
  await chmod(dataDir, 0o711)
})
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

const statusOf = async (url: string, path: string) => (await ask(url, path)).status

it(
  'serves metrics and the details of readiness only on METRICS_PORT if it is set',
  { timeout: 120_000 },
  async () => {
    const metricsPort = await freePort()
    const node = await startBuiltServer({ dataDir, env: { METRICS_PORT: String(metricsPort), DEMO: '0' } })
    try {
      const operators = `http://127.0.0.1:${metricsPort}`
      expect(JSON.parse((await ask(node.url, '/readyz')).text)).toEqual({ status: 'ready' })
      expect(await statusOf(node.url, '/metrics')).toBe(404)
      expect(JSON.parse((await ask(operators, '/readyz')).text)).toEqual({
        status: 'ready',
        catalogue: 'ready',
        database: 'ready',
      })
      const { text } = await ask(operators, '/metrics')
      for (const name of [
        'anode_request_seconds',
        'anode_jobs_waiting{queue="order-mail"}',
        'anode_database_up 1',
      ])
        expect(text).toContain(name)
    } finally {
      await node.stop()
    }
  },
)

it('with ROLE=jobs serves no pages, only health and metrics', { timeout: 120_000 }, async () => {
  const node = await startBuiltServer({ dataDir, env: { ROLE: 'jobs', DEMO: '0' } })
  try {
    expect(await statusOf(node.url, '/sv')).toBe(404)
    expect(await statusOf(node.url, '/api/strings?locale=sv&sid=7')).toBe(404)
    expect(JSON.parse((await ask(node.url, '/readyz')).text)).toMatchObject({ database: 'ready' })
    expect((await ask(node.url, '/metrics')).text).toContain('anode_jobs_oldest_seconds')
  } finally {
    await node.stop()
  }
})

it('offers a payment method while its keys are stored, without a restart', { timeout: 120_000 }, async () => {
  const node = await startBuiltServer({ dataDir, env: { PROVIDERS: 'live', DEMO: '0' } })
  try {
    const anode = (words: string[], piped?: string) =>
      runAnodeProcess({ dataDir, databaseUrl: '', variables: { SECRET: '' } }, ['provider', ...words], piped)
    const page = async () => (await ask(node.url, '/sv/shipping')).text
    const isOffered = async () => (await page()).includes('/payment/kustom.svg')
    expect(await isOffered()).toBe(false)
    const keys = 'username=PK-1\npassword=never-printed'
    expect(await anode(['set', 'kustom', '--store', 'sv'], keys)).toMatchObject({ code: 0, err: '' })
    await expect.poll(isOffered, { timeout: 30_000 }).toBe(true)
    expect(await anode(['remove', 'kustom', '--store', 'sv'])).toMatchObject({ code: 0 })
    await expect.poll(isOffered, { timeout: 30_000 }).toBe(false)
  } finally {
    await node.stop()
  }
})

it('reports why it cannot start in one JSON line, and in plain text on a terminal', () => {
  const start = (env: Record<string, string>) =>
    spawnSync(process.execPath, [builtServerProgram()!], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: 'abc', ...env },
      encoding: 'utf8',
    })
  const machine = start({})
  expect(machine.status).toBe(1)
  expect(JSON.parse(machine.stderr.trim())).toMatchObject({
    level: 60,
    code: 'bad_configuration',
    msg: 'PORT must be a port number.',
  })
  expect(start({ ANODE_PLAIN_START: '1' }).stderr).toBe('PORT must be a port number.\n')
})
