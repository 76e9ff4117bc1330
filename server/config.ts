/**
 * All settings from the environment, read once at start. An invalid value stops the start with one line per
 * invalid variable. No other module reads `process.env` for settings.
 */
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DkimKey } from '../providers/mail/dkim.ts'
import { registerUrls, type RegisterUrls } from '../domain/vat-numbers/vat-number-registers.ts'
import { z } from 'zod'
import {
  carrierOptionNames,
  readCallbackKeys,
  readCarrierAccounts,
  type CallbackKeys,
  type CarrierAccounts,
} from './carrier-settings.ts'
import { readChosenService, type ChosenService } from './chosen-service.ts'
import { ConfigError } from './config-error.ts'
import { openDataDir } from './data-dir.ts'
import { readDkimKey } from './dkim-settings.ts'
import { paymentOptionNames, readPaymentAccounts, type PaymentAccounts } from './payment-settings.ts'
import { refuseLiveKeys } from './provider-settings.ts'

export interface Config {
  /** Where the shop listens. */
  port: number
  host: string
  /** Address in links, mails and callbacks: an origin without a trailing slash. */
  publicUrl: string
  /** Absolute folder of the embedded database, index, pictures and outbox. */
  dataDir: string
  /** URL of an external PostgreSQL; `undefined` runs the embedded one. */
  databaseUrl: string | undefined
  /** The role that owns the schema; `undefined`: that of `databaseUrl`. Only with `databaseUrl`. */
  databaseOwnerUrl: string | undefined
  /** What this node does: serve pages and the API (`web`), run background jobs (`jobs`), or both. */
  roles: { web: boolean; jobs: boolean }
  /**
   * Port of a separate listener for metrics and details of readiness; `undefined`: they are served on `port`.
   */
  metricsPort: number | undefined
  simulatorPort: number
  /** The back office's own listener, and its origin without a trailing slash; null: there is none. */
  admin: { port: number; url: string } | null
  /** Number of trusted proxies that set X-Forwarded-For; 0 trusts none. */
  trustedProxies: number
  /** URL of a mail server; `undefined` writes mails into the outbox, unless a module sends them. */
  smtpUrl: string | undefined
  /** The module that sends mails instead; null: none. */
  mailTransport: ChosenService | null
  /** The module that stores derived pictures; null: they are files in `dataDir`. */
  pictureStore: ChosenService | null
  /** What mails are signed with; null: the mail server signs them, or nobody. */
  dkim: DkimKey | null
  /**
   * Settings for the browser: another origin of the API, the tracking service and the shop's id there, the
   * script of the reviews widget, the tag manager's script and the consent that it needs.
   */
  browserSettings: {
    api?: string
    tracking?: string
    website?: string
    reviews?: string
    tags?: string
    tagsNeed?: string
  }
  /** Load the demo catalogue on the first run. Off with `databaseUrl` unless DEMO=1 asks for it: demo codes are public. */
  demo: boolean
  /**
   * `simulator`: simulated carriers, vehicle registry and payment provider, for trying the shop; `live`: only
   * services that are configured with keys.
   */
  providers: 'simulator' | 'live'
  /**
   * Variables of payment providers and carriers that are no keys: hosts, options and test mode. Stored keys are read
   * beside them, and only where the store has no account here (decision 93).
   */
  providerVariables: Readonly<Record<string, string | undefined>>
  /** With the simulator those of the simulator. */
  payments: PaymentAccounts
  carriers: CarrierAccounts
  callbackKeys: CallbackKeys
  /** Null: the VAT numbers of business buyers are not checked. */
  vatRegisters: RegisterUrls | null
  /** Search threads beside the main thread; 0: the main thread searches. */
  searchThreads: number
  logLevel: (typeof logLevels)[number]
  /** The secret that all keys are derived from; at least 32 characters. */
  secret: string
  /** Former values of `secret` that are still accepted (domain/keys/keyring.server.ts). */
  previousSecrets: readonly string[]
}

/** Whether stored keys are read beside the variable. */
const isBesideStoredKeys = (name: string): boolean =>
  paymentOptionNames.has(name) || carrierOptionNames.has(name)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const port = z
  .string()
  .regex(/^\d+$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, 'must be a port from 1 to 65535')

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://shop.example' })
  .refine((value) => /^https?:\/\/[^/?#]+\/?$/.test(value), 'must be an address without a path')
  .transform((value) => value.replace(/\/$/, ''))

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must be an address like postgres://user:password@host:5432/anode')

const roles = z
  .string()
  .transform((text) => text.split(',').map((role) => role.trim()))
  .refine((list) => list.every((role) => role === 'web' || role === 'jobs'), 'must be web, jobs or web,jobs')
  .transform((list) => ({ web: list.includes('web'), jobs: list.includes('jobs') }))

const secret = z.string().min(32, 'must have at least 32 characters')

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  SIMULATOR_PORT: port.optional(),
  METRICS_PORT: port.optional(),
  ADMIN_PORT: port.optional(),
  ADMIN_URL: origin.optional(),
  ROLE: roles.default({ web: true, jobs: true }),
  TRUSTED_PROXIES: z.string().regex(/^\d$/, 'must be a number from 0 to 9').transform(Number).default(0),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an address like smtps://user:password@mail.example')
    .optional(),
  MAIL_TRANSPORT: z.string().optional(),
  PICTURE_STORE: z.string().optional(),
  API_URL: origin.optional(),
  TRACKING_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://stats.example/visitor' })
    .optional(),
  TRACKING_WEBSITE: z.string().optional(),
  REVIEWS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://reviews.example/widget.js' })
    .optional(),
  TAG_MANAGER_URL: z
    .url({
      protocol: /^https$/,
      error: 'must be an address like https://www.googletagmanager.com/gtm.js?id=GTM-ABC123',
    })
    .optional(),
  TAG_MANAGER_CONSENT: z
    .enum(['analytics', 'ads', 'analytics,ads'], 'must be analytics, ads or analytics,ads')
    .default('analytics,ads'),
  DEMO: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  PROVIDERS: z.enum(['simulator', 'live'], 'must be simulator or live').optional(),
  SEARCH_THREADS: z.string().regex(/^\d$/, 'must be a number from 0 to 9').transform(Number).default(1),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  SECRET: secret.optional(),
  SECRET_PREVIOUS: z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .pipe(z.array(z.string().min(32, 'must hold secrets of at least 32 characters, separated by commas')))
    .default([]),
})

/** The variables of a node, without those of payment providers, carriers and DKIM. */
export const variableNames: readonly string[] = Object.keys(environment.shape)

/**
 * Reads the configuration. An empty variable counts as unset. Without DATABASE_URL a missing SECRET is
 * generated and stored in DATA_DIR; with it SECRET is required, because every node needs the same one. Throws
 * ConfigError.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = environment.safeParse(given)
  if (!read.success) {
    throw new ConfigError(
      read.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`).join('\n'),
    )
  }
  const values = read.data
  const dataDir = resolve(values.DATA_DIR)
  if (values.DATABASE_URL !== undefined && values.SECRET === undefined) {
    throw new ConfigError(
      'SECRET is required with DATABASE_URL: the same random text of 32 or more characters on every node.',
    )
  }
  if (values.DATABASE_OWNER_URL !== undefined && values.DATABASE_URL === undefined)
    throw new ConfigError('DATABASE_URL is required with DATABASE_OWNER_URL: the role that serves the shop.')
  if (values.TRACKING_URL !== undefined && values.TRACKING_WEBSITE === undefined)
    throw new ConfigError(
      'TRACKING_WEBSITE is required with TRACKING_URL: the id the service knows the shop by.',
    )
  const simulatorPort = values.SIMULATOR_PORT ?? values.PORT + 1
  if (simulatorPort === values.PORT) throw new ConfigError('SIMULATOR_PORT must differ from PORT.')
  if (values.METRICS_PORT === values.PORT) throw new ConfigError('METRICS_PORT must differ from PORT.')
  if (simulatorPort > 65_535) throw new ConfigError('PORT leaves no port above it: set SIMULATOR_PORT.')
  const simulatorUrl = `http://localhost:${simulatorPort}`
  const demo = values.DEMO === undefined ? values.DATABASE_URL === undefined : values.DEMO === '1'
  const providers = values.PROVIDERS ?? (demo ? 'simulator' : 'live')
  if (providers === 'simulator') refuseLiveKeys(given)
  const mailTransport = readChosenService(given, 'mailTransport')
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const admin = readAdmin(values, {
    demo,
    publicUrl,
    simulatorPort: providers === 'simulator' ? simulatorPort : null,
  })
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    roles: values.ROLE,
    metricsPort: values.METRICS_PORT,
    simulatorPort,
    admin,
    trustedProxies: values.TRUSTED_PROXIES,
    smtpUrl: values.SMTP_URL,
    mailTransport,
    pictureStore: readChosenService(given, 'pictureStore'),
    dkim: readDkimKey(given),
    browserSettings: {
      ...(values.API_URL !== undefined && { api: values.API_URL }),
      ...(values.TRACKING_URL !== undefined && {
        tracking: values.TRACKING_URL,
        website: values.TRACKING_WEBSITE!,
      }),
      ...(values.REVIEWS_URL !== undefined && { reviews: values.REVIEWS_URL }),
      ...(values.TAG_MANAGER_URL !== undefined && {
        tags: values.TAG_MANAGER_URL,
        tagsNeed: values.TAG_MANAGER_CONSENT.replace(',', ' '),
      }),
    },
    demo,
    providers,
    vatRegisters: registerUrls(providers === 'simulator' ? simulatorUrl : null),
    carriers: readCarrierAccounts(given, {
      simulatorUrl: providers === 'simulator' ? simulatorUrl : null,
      publicUrl,
    }),
    callbackKeys: readCallbackKeys(given, { isSimulated: providers === 'simulator' }),
    providerVariables: Object.fromEntries(Object.entries(given).filter(([name]) => isBesideStoredKeys(name))),
    payments: readPaymentAccounts(given, providers === 'simulator' ? simulatorUrl : null),
    searchThreads: values.SEARCH_THREADS,
    logLevel: values.LOG_LEVEL,
    secret: values.SECRET ?? keptSecret(dataDir),
    previousSecrets: values.SECRET_PREVIOUS,
  }
}

/**
 * The listener of the back office. Cookies and passkeys are bound to host names and not to ports, so it has another one
 * than the shop; passkeys need a secure origin, which `localhost` and its subdomains are without TLS.
 */
function readAdmin(
  values: z.infer<typeof environment>,
  { demo, publicUrl, simulatorPort }: { demo: boolean; publicUrl: string; simulatorPort: number | null },
): Config['admin'] {
  if (values.ADMIN_URL === undefined && !demo) {
    if (values.ADMIN_PORT === undefined) return null
    throw new ConfigError('ADMIN_URL is required with ADMIN_PORT: the address of the back office.')
  }
  const adminPort = values.ADMIN_PORT ?? values.PORT + 2
  if (adminPort === values.PORT) throw new ConfigError('ADMIN_PORT must differ from PORT.')
  if (adminPort === simulatorPort)
    throw new ConfigError(
      `ADMIN_PORT must differ from SIMULATOR_PORT, the port of the payment simulator: ${simulatorPort}, which is PORT + 1 unless it is set.`,
    )
  if (adminPort > 65_535) throw new ConfigError('PORT leaves no port two above it: set ADMIN_PORT.')
  const url = values.ADMIN_URL ?? `http://admin.localhost:${adminPort}`
  const { hostname, protocol } = new URL(url)
  if (hostname === new URL(publicUrl).hostname)
    throw new ConfigError(
      `ADMIN_URL must have another host name than PUBLIC_URL: browsers share cookies and passkeys between the ports of ${hostname}.`,
    )
  if (protocol !== 'https:' && !/(?:^|\.)localhost$/.test(hostname))
    throw new ConfigError(
      'ADMIN_URL must begin with https://, except for localhost: passkeys need a secure origin.',
    )
  if (/^[\d.]+$|^\[/.test(hostname))
    throw new ConfigError('ADMIN_URL must have a host name: passkeys are not bound to numeric addresses.')
  return { port: adminPort, url }
}

/**
 * The secret of a data directory, generated on first use. Concurrent first starts end up with the same
 * secret.
 */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  openDataDir(dataDir)
  try {
    return readSecret(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const written = `${file}.${process.pid}`
  writeFileSync(written, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    linkSync(written, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(written)
  }
  return readSecret(file)
}

function readSecret(file: string): string {
  const text = readFileSync(file, 'utf8').trim()
  if (!secret.safeParse(text).success)
    throw new ConfigError(`${file} holds no secret. Remove it to have a new one made.`)
  return text
}
