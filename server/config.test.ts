import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from './config-error.ts'
import { readConfig } from './config.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'anode-config-'))
})
afterAll(() => {
  rmSync(dataDir, { recursive: true })
})

const secret = 'x'.repeat(32)

describe('configuration', () => {
  it('has a default for every variable', () => {
    expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      dataDir,
      databaseUrl: undefined,
      simulatorPort: 3001,
      demo: true,
      logLevel: 'info',
    })
  })

  it('lets the simulator and the public address follow the port', () => {
    const config = readConfig({ DATA_DIR: dataDir, PORT: '4200', DEMO: '0', LOG_LEVEL: '' })
    expect(config).toMatchObject({ publicUrl: 'http://localhost:4200', simulatorPort: 4201, demo: false })
  })

  it('refuses the simulator beside keys of a payment provider', () => {
    const keys = { DATA_DIR: dataDir, KUSTOM_USERNAME_SV: 'K123', KUSTOM_PASSWORD_SV: 'secret' }
    expect(() => readConfig(keys)).toThrow(ConfigError)
    expect(readConfig({ ...keys, PROVIDERS: 'live' }).payments.kustom).toMatchObject({
      sv: { keys: { username: 'K123' } },
    })
    expect(readConfig({ DATA_DIR: dataDir, PORT: '4200' }).payments.kustom?.no?.hosts['url']).toBe(
      'http://localhost:4201/kustom',
    )
  })

  it('keeps no key of a carrier beside which stored keys are read, only hosts and the test mode', () => {
    const hosts = { POSTNORD_URL: 'https://atapi2.postnord.com', BRING_TEST: '1' }
    const keys = {
      POSTNORD_API_KEY: 'key',
      POSTNORD_APPLICATION_ID: '1438',
      POSTNORD_CUSTOMER_SV: '20000001',
    }
    const config = readConfig({ DATA_DIR: dataDir, PROVIDERS: 'live', ...hosts, ...keys })
    expect(config.providerVariables).toEqual(hosts)
    expect(config.carriers.postnord?.ofStores).toEqual({ sv: { customer: '20000001' } })
  })

  it('gives the back office a host of its own in a demo, and only there by itself', () => {
    const adminOf = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env }).admin
    expect(adminOf({ PORT: '4200' })).toEqual({ port: 4202, url: 'http://admin.localhost:4202' })
    expect(adminOf({ ADMIN_PORT: '4300' })).toEqual({ port: 4300, url: 'http://admin.localhost:4300' })
    expect(adminOf({ DEMO: '0' })).toBeNull()
    expect(
      adminOf({ DEMO: '0', ADMIN_URL: 'https://office.example/', PUBLIC_URL: 'https://shop.example' }),
    ).toEqual({ port: 3002, url: 'https://office.example' })
  })

  it('drops the slash at the end of the public address', () => {
    expect(readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://shop.example/' }).publicUrl).toBe(
      'https://shop.example',
    )
  })

  it('simulates providers only in a demo, unless PROVIDERS says otherwise', () => {
    const own = { DATABASE_URL: 'postgres://localhost/anode', SECRET: secret, DATA_DIR: dataDir }
    expect(readConfig(own).providers).toBe('live')
    expect(readConfig({ ...own, DEMO: '1' }).providers).toBe('simulator')
    expect(readConfig({ DATA_DIR: dataDir, PROVIDERS: 'live' }).providers).toBe('live')
    expect(() => readConfig({ DATA_DIR: dataDir, PROVIDERS: 'fake' })).toThrow(
      'PROVIDERS must be simulator or live',
    )
  })

  it('loads no demo into an external PostgreSQL unless DEMO=1', () => {
    const own = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://localhost/anode', SECRET: secret }
    expect(readConfig(own).demo).toBe(false)
    expect(readConfig({ ...own, DEMO: '' }).demo).toBe(false)
    expect(readConfig({ ...own, DEMO: '1' }).demo).toBe(true)
    expect(readConfig({ DATA_DIR: dataDir, DEMO: '0' }).demo).toBe(false)
  })

  it('serves pages and runs jobs unless ROLE names one of them', () => {
    const rolesOf = (ROLE?: string) => readConfig({ DATA_DIR: dataDir, ROLE }).roles
    expect(rolesOf()).toEqual({ web: true, jobs: true })
    expect(rolesOf('web')).toEqual({ web: true, jobs: false })
    expect(rolesOf('jobs')).toEqual({ web: false, jobs: true })
    expect(rolesOf('web, jobs')).toEqual({ web: true, jobs: true })
  })

  it('names every variable that is wrong, in one message', () => {
    const wrong = {
      PORT: 'abc',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'ftp://x',
      DEMO: 'yes',
      DATABASE_URL: 'mysql://x',
      DATABASE_OWNER_URL: 'mysql://x',
      ROLE: 'web,mail',
    }
    try {
      readConfig(wrong)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError)
      for (const name of Object.keys(wrong)) expect((error as Error).message).toContain(`${name} must be`)
    }
  })

  it.each([
    [{ PORT: '70000' }, /PORT must be a port/],
    [{ PORT: '3000', SIMULATOR_PORT: '3000' }, /SIMULATOR_PORT must differ/],
    [{ PORT: '3000', METRICS_PORT: '3000' }, /METRICS_PORT must differ/],
    [{ ADMIN_URL: 'http://localhost:3002' }, /ADMIN_URL must have another host name than PUBLIC_URL/],
    [{ ADMIN_URL: 'http://office.example' }, /ADMIN_URL must begin with https/],
    [{ ADMIN_URL: 'https://10.0.0.1' }, /ADMIN_URL must have a host name/],
    [{ ADMIN_PORT: '3002', DEMO: '0' }, /ADMIN_URL is required/],
    [{ ADMIN_PORT: '3000' }, /ADMIN_PORT must differ/],
    [{ ADMIN_PORT: '3001' }, /ADMIN_PORT must differ from SIMULATOR_PORT/],
    [{ DATABASE_OWNER_URL: 'postgres://owner@localhost/anode' }, /DATABASE_URL is required/],
    [{ PUBLIC_URL: 'https://shop.example/sv' }, /PUBLIC_URL must be an address without a path/],
    [{ API_URL: 'api.shop.example' }, /API_URL must be an address/],
    [{ REVIEWS_URL: 'reviews.example/widget.js' }, /REVIEWS_URL must be an address/],
    [{ TAG_MANAGER_URL: 'http://tags.example/t.js' }, /TAG_MANAGER_URL must be an address/],
    [{ TAG_MANAGER_CONSENT: 'none' }, /TAG_MANAGER_CONSENT must be analytics, ads/],
    [{ TRACKING_URL: 'https://stats.example/id' }, /TRACKING_WEBSITE is required/],
    [{ SECRET: 'short' }, /SECRET must have at least 32/],
    [{ DATABASE_URL: 'postgres://localhost/anode' }, /SECRET is required with DATABASE_URL/],
  ])('refuses %o', (env, message) => {
    expect(() => readConfig({ DATA_DIR: dataDir, ...env })).toThrow(message)
  })

  it('generates a secret once and stores it readable by its owner only', () => {
    const first = readConfig({ DATA_DIR: dataDir }).secret
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(readConfig({ DATA_DIR: dataDir }).secret).toBe(first)
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  })

  it('prefers the configured secret to the stored one', () => {
    expect(readConfig({ DATA_DIR: dataDir, SECRET: secret }).secret).toBe(secret)
  })

  it('reads former secrets, and reports a short one without printing it', () => {
    const env = { SECRET: secret, SECRET_PREVIOUS: `${'y'.repeat(32)}, ${'z'.repeat(40)}` }
    expect(readConfig(env).previousSecrets).toEqual(['y'.repeat(32), 'z'.repeat(40)])
    expect(readConfig({ SECRET: secret, SECRET_PREVIOUS: '' }).previousSecrets).toEqual([])
    const short = () => readConfig({ SECRET: secret, SECRET_PREVIOUS: `${'y'.repeat(32)},short` })
    expect(short).toThrow(/^SECRET_PREVIOUS must hold secrets of at least 32 characters/)
    expect(short).not.toThrow(/short|yyy/)
  })

  it('creates no folder and no secret for a node with an external PostgreSQL', () => {
    const absent = join(dataDir, 'absent')
    const env = { DATA_DIR: absent, DATABASE_URL: 'postgres://localhost/anode', SECRET: secret }
    expect(readConfig(env).databaseUrl).toBe('postgres://localhost/anode')
    expect(() => statSync(absent)).toThrow(/ENOENT/)
  })
})
