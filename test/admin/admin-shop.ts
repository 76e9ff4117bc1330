/** The back office's API in process, and staff of any role who are signed in to it. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import type { AdminServices } from '../../api/admin/admin-services.ts'
import { usualKeyDays } from '../../domain/api-keys/api-key.ts'
import { newKeySecret, storedSecret } from '../../domain/api-keys/key-secret.server.ts'
import type { Permission, Role } from '../../domain/permissions/permissions.ts'
import type { Resource } from '../../domain/resources/resource.server.ts'
import { openStaffSession } from '../../domain/staff/staff-session-repository.server.ts'
import { storedListReversals } from '../../domain/stored-lists/stored-list.server.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { buildAdminApp } from '../../server/admin-app.ts'
import { composeAdmin, type Services } from '../../server/compose.ts'
import type { Database } from '../../server/database/database.ts'
import { withAuditedCalls } from './audited-calls.ts'

export const adminUrl = 'http://admin.localhost:3002'

/** Mails are written to files, and nothing is simulated. */
const inTests = { smtpUrl: undefined, mailTransport: null, providers: 'live' } as const

/** The application of the back office on these services, without screens. It does not close after a change without audit. */
export function adminApp(
  services: Services,
  {
    dataDir = join(tmpdir(), 'anode-test-admin'),
    log = pino({ level: 'silent' }),
    previewProduct = () => Promise.reject(new Error('this test renders no pages')),
    requestsPerMinute = Number.MAX_SAFE_INTEGER,
    lists = [],
    ...given
  }: Pick<AdminServices, 'jobs' | 'catalogue'> &
    Partial<Pick<AdminServices, 'previewProduct'>> & {
      dataDir?: string
      log?: pino.Logger
      requestsPerMinute?: number
      /** Declared lists beside those of the shop. */
      lists?: readonly Resource[]
    },
): Promise<FastifyInstance> {
  const composed = composeAdmin(services, {
    ...given,
    previewProduct,
    release: () => 'test',
    config: { ...inTests, dataDir },
    db: services.db,
    adminUrl,
  })
  return withAuditedCalls(services.db, () =>
    buildAdminApp({
      ...composed,
      resources: [...composed.resources, ...lists],
      reversals: { ...composed.reversals, ...storedListReversals(lists) },
      log,
      noteOutage: () => false,
      requestsPerMinute,
      adminDirectory: '/nonexistent',
    }),
  )
}

export interface TestStaff {
  id: number
  email: string
  /** The token of the session; over http the cookie's name is `anode_staff`. */
  token: string
  /** What the person's browser sends with every request. */
  headers: { cookie: string; host: string; 'sec-fetch-site': string }
}

/** Headers of a browser that nobody is signed in with. */
export const visitorHeaders = { host: new URL(adminUrl).host, 'sec-fetch-site': 'same-origin' }

let people = 0

/**
 * A new member of staff with one role, signed in. `stores`: all by default. `steppedUp` false: an action with a
 * step-up is refused. `now`: the time of the tested application, epoch ms.
 */
export async function signedInStaff(
  db: Database,
  given: { role: Role; stores?: readonly StoreCode[]; steppedUp?: boolean; now?: number; url?: string },
): Promise<TestStaff> {
  const { role, stores = storeCodes, steppedUp = true, now = Date.now(), url = adminUrl } = given
  const email = `${role}-${process.pid}-${(people += 1)}@anode.example`
  const { id } = await db
    .insertInto('staff')
    .values({ email, name: `${role} ${people}`, created_at: new Date(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (stores.length > 0)
    await db
      .insertInto('staff_role')
      .values(stores.map((store) => ({ staff_id: id, role, store })))
      .execute()
  const steppedUpAt = steppedUp ? now : null
  const token = await openStaffSession(db, { staffId: id, now, device: null, steppedUpAt })
  const headers = { ...visitorHeaders, host: new URL(url).host, cookie: `anode_staff=${token}` }
  return { id, email, token, headers }
}

/** A program with a key of this person: the headers of its requests, and the key. */
export interface TestKey {
  id: number
  secret: string
  headers: { host: string; authorization: string }
}

/** A new API key of a person, as the database has it. `stores`: all of the person by default. */
export async function apiKeyOf(
  db: Database,
  person: { id: number },
  given: {
    permissions: readonly Permission[]
    stores?: readonly StoreCode[]
    now?: number
    name?: string
    validDays?: number
  },
): Promise<TestKey> {
  const { permissions, stores = [], now = Date.now(), name = 'ERP', validDays = usualKeyDays } = given
  const secret = newKeySecret()
  const { id } = await db
    .insertInto('api_key')
    .values({
      ...storedSecret(secret),
      name,
      staff_id: person.id,
      permissions: [...permissions],
      stores: [...stores],
      created_at: new Date(now),
      expires_at: new Date(now + validDays * 24 * 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret, headers: { host: visitorHeaders.host, authorization: `Bearer ${secret}` } }
}

/** What a request carries of who sends it. */
export type Sender = { headers: { [name: string]: string } }

export interface AdminAnswer {
  status: number
  /** The parsed answer; null where it has no JSON. */
  body: unknown
}

/** One request of a person, a program, or a visitor (null), to the application. */
export async function callAdmin(
  app: FastifyInstance,
  staff: Sender | null,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<AdminAnswer> {
  const answer = await app.inject({
    method,
    url: `/admin/api/${path}`,
    headers: staff?.headers ?? visitorHeaders,
    ...(body !== undefined && { payload: body }),
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return { status: answer.statusCode, body: isJson ? answer.json() : null }
}
