/**
 * A module from outside that sends the shop's mails and keeps its derived pictures, composed as a node composes it: mails
 * of the outbox through its transport, pictures of the API through its store.
 */
import { hash } from 'node:crypto'
import { inspect } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../domain/accounts/account-repository.server.ts'
import { oweMail } from '../../domain/mail/mail-outbox.server.ts'
import { tidyPictures } from '../../domain/pictures/fetch-pictures.server.ts'
import { photo } from '../../domain/pictures/photo-fixture.test-support.ts'
import { pictureUrl } from '../../domain/pictures/picture-address.ts'
import { pictureKey } from '../../domain/pictures/picture-key.ts'
import { createPictureOriginals } from '../../domain/pictures/picture-originals.server.ts'
import { originalSource } from '../../domain/pictures/picture-source.ts'
import { removeDerivedPictures } from '../../domain/pictures/remove-derived-pictures.server.ts'
import type { ModuleManifest } from '../../sdk/module.ts'
import {
  defineModule,
  type MailAnswer,
  type MailToSend,
  type ModuleDeclarations,
} from '../../sdk/outside/module.ts'
import { composeMailer, composePictureFiles, composePictures } from '../../server/compose.ts'
import { testApp, testServices } from '../composition.ts'
import { testDatabase, type TestDatabase } from '../database.ts'
import { sendDue } from '../send-due-mails.ts'
import { testActor } from '../test-actor.ts'

/** The service behind the module, and what it does next. */
const service = {
  sent: [] as (MailToSend & { token: string | undefined })[],
  objects: new Map<string, Uint8Array>(),
  mail: [] as (() => Promise<MailAnswer>)[],
  isAway: false,
  /** Names whose removal fails. */
  stuck: '',
  reads: 0,
}

const declarations = {
  name: 'acme-cloud',
  mailTransport: { variables: { token: 'required' } },
  pictureStore: {},
} as const satisfies ModuleDeclarations

const objects = async <Answer>(work: () => Answer): Promise<Answer> => {
  if (service.isAway)
    throw Object.assign(new Error('https://bucket.example/?key=4711 cannot be reached'), {
      code: 'EAI_AGAIN',
    })
  return work()
}
const acme = defineModule(declarations, {
  mailTransport: ({ variables }) => ({
    async send(mail) {
      const answer = await (service.mail.shift() ?? (async () => ({ ok: true }) as const))()
      if (answer.ok) service.sent.push({ ...mail, token: variables['token'] })
      return answer
    },
  }),
  pictureStore: () => ({
    read(name) {
      service.reads++
      return objects(() => service.objects.get(name) ?? null)
    },
    write: (name, bytes) => objects(() => void service.objects.set(name, bytes)),
    remove: (name) =>
      objects(() => {
        if (service.stuck !== '' && name.startsWith(service.stuck)) throw new Error('locked')
        service.objects.delete(name)
      }),
  }),
})
const modules = new Map<string, ModuleManifest>([['acme-cloud', acme]])

const warnings: { data: object; message: string }[] = []
const log = {
  info: () => {},
  warn: (data: object, message: string) => void warnings.push({ data, message }),
}
let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())
afterEach(() => {
  warnings.length = 0
  service.isAway = false
})

describe('the mail transport of a module', () => {
  const services = () => {
    const given = testServices({ db: test.db, log })
    const chosen = { module: 'acme-cloud', variables: { token: 'secret' } }
    const { mailer } = composeMailer(
      { smtpUrl: undefined, mailTransport: chosen, dkim: null, dataDir: '/nowhere' },
      given,
      modules,
    )
    return { ...given, mailer, log }
  }
  const owe = async (email: string) => {
    const account = await createAccount(test.db, testActor, { store: 'sv', email, passwordHash: null })
    const data = { about: 'notice', accountId: account!.id, store: 'sv', event: 'passkey-added', at: 1 }
    await oweMail(test.db, { template: 'account-mail', data })
    return `<account-passkey-added-${account!.id}-1@anode.example>`
  }

  it('gets each mail until it has accepted it, under the same Message-ID', async () => {
    const messageId = await owe('anna@example.se')
    const tried: string[] = []
    service.mail = [
      () => Promise.reject(new Error('the service said no to anna@example.se')),
      async () => ({ ok: false, code: 'http_429' }),
    ]
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await sendDue(services())).toEqual([])
      const { rows } = await sql<{ state: string; error: string }>`
        select state, error from mail_outbox`.execute(test.db)
      tried.push(...rows.map(({ state, error }) => `${state} ${error}`))
    }
    expect(tried).toEqual(['waiting transport_fault', 'waiting http_429'])
    expect(await sendDue(services())).toHaveLength(1)
    expect(service.sent).toMatchObject([{ messageId, to: 'anna@example.se', token: 'secret' }])
    const { rows } = await sql`select state, message_id from mail_outbox`.execute(test.db)
    expect(rows).toEqual([{ state: 'sent', message_id: messageId }])
    expect(warnings.map(({ data }) => data)).toMatchObject([
      { module: 'acme-cloud', code: 'transport_fault' },
      { module: 'acme-cloud', code: 'http_429' },
    ])
    expect(JSON.stringify(warnings)).not.toContain('anna')
  })

  it('gives up a mail at once that it refuses for good', async () => {
    const messageId = await owe('blocked@example.se')
    service.mail = [async () => ({ ok: false, code: 'blocked', isPermanent: true })]
    expect(await sendDue(services())).toEqual([])
    const { rows } = await sql`select state, error, attempts from mail_outbox where state <> 'sent'`.execute(
      test.db,
    )
    expect(rows).toEqual([{ state: 'failed', error: 'blocked', attempts: 1 }])
    expect(await sendDue(services())).toEqual([])
    expect(service.sent.map((mail) => mail.messageId)).not.toContain(messageId)
    await sql`delete from mail_outbox where state = 'failed'`.execute(test.db)
  })

  it('is not tried with the other mails of a round once its service is unavailable', async () => {
    for (let index = 0; index < 20; index++) await owe(`later-${index}@example.se`)
    const before = service.sent.length
    service.mail = Array.from({ length: 20 }, () => async () => ({
      ok: false,
      code: 'http_503',
      isUnavailable: true,
    }))
    expect(await sendDue(services())).toEqual([])
    expect(service.mail.length).toBeGreaterThanOrEqual(10)
    service.mail = []
    expect(await sendDue(services())).toHaveLength(20)
    expect(service.sent.length - before).toBe(20)
  })

  const config = {
    smtpUrl: undefined,
    mailTransport: { module: 'acme-cloud', variables: {} },
    dkim: null,
    dataDir: '/nowhere',
  }
  const composed = (open: () => unknown, smtpUrl?: string) =>
    composeMailer(
      { ...config, smtpUrl },
      { log, clock: Date.now },
      new Map([['acme-cloud', { mailTransport: open as never }]]),
    )

  it.each([
    [
      'that cannot be opened',
      () => JSON.parse('{') as never,
      'The module acme-cloud could not open its mailTransport.',
    ],
    [
      'that cannot send',
      () => ({ close() {} }),
      'The mailTransport of the module acme-cloud has no function send.',
    ],
    [
      'that is opened later',
      async () => ({}),
      'The mailTransport of the module acme-cloud has no function send.',
    ],
  ])('one %s ends the start with its name', (_what, open, words) => {
    expect(() => composed(open)).toThrow(words)
  })

  it('sends the mails also where SMTP is configured for the release before; what its end throws is logged', async () => {
    const sent: string[] = []
    const { mailer, close } = composed(
      () => ({
        send: async ({ to }: MailToSend) => (sent.push(to), { ok: true }),
        close() {
          throw new Error('no socket')
        },
      }),
      'smtp://127.0.0.1:1',
    )
    const given = testServices({ db: test.db, log })
    await owe('smtp@example.se')
    expect(await sendDue({ ...given, mailer, log })).toHaveLength(1)
    expect(sent).toEqual(['smtp@example.se'])
    expect(close).not.toThrow()
    expect(warnings).toMatchObject([{ data: { module: 'acme-cloud', error: 'Error' } }])
  })
})

describe('the picture store of a module', () => {
  let source: string
  let sha256: string
  let now = 0
  const apps: FastifyInstance[] = []
  const files = () =>
    composePictureFiles(
      { dataDir: '/nowhere', pictureStore: { module: 'acme-cloud', variables: {} } },
      { log, clock: () => now },
      modules,
    )
  /** A node; `hasOriginal` false: it could derive nothing. */
  const node = async ({ hasOriginal = true } = {}) => {
    const services = testServices({ db: test.db, log })
    const originals = hasOriginal ? services.originals : { read: () => Promise.resolve(null) }
    const lookup = (key: string) => (key === pictureKey(source) ? source : null)
    const pictures = composePictures(
      files(),
      { originals: { ...services.originals, ...originals } },
      lookup,
      [],
    )
    const app = await testApp(services, { pictures })
    apps.push(app)
    return app
  }
  beforeAll(async () => {
    const bytes = await photo().png().toBuffer()
    sha256 = hash('sha256', bytes, 'hex')
    source = originalSource(sha256)
    await createPictureOriginals(test.db).write({
      ok: true,
      sha256,
      format: 'png',
      width: 400,
      height: 300,
      bytes,
    } as never)
  })
  afterAll(() => Promise.all(apps.map((app) => app.close())))
  const address = (format: 'avif' | 'webp' | 'jpeg') => pictureUrl(pictureKey(source), 160, format)
  const nameOf = (format: 'avif' | 'webp' | 'jpeg') => address(format).slice('/pictures/'.length)

  it('keeps what one node derives, and another one serves it', async () => {
    const answer = await (await node()).inject(address('webp'))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    expect([...service.objects.keys()]).toEqual([nameOf('webp')])
    const other = await (await node({ hasOriginal: false })).inject(address('webp'))
    expect(other.rawPayload.equals(answer.rawPayload)).toBe(true)
    expect(warnings).toEqual([])
  })

  it('is asked for no picture that there is not, and once for those who ask at the same time', async () => {
    const app = await node({ hasOriginal: false })
    const before = service.reads
    expect((await app.inject(pictureUrl('nobodysv1', 160, 'webp'))).statusCode).toBe(404)
    expect(service.reads).toBe(before)
    await Promise.all([app.inject(address('webp')), app.inject(address('webp'))])
    expect(service.reads).toBe(before + 1)
  })

  it('that fails, or gives something else, costs time and no picture', async () => {
    service.isAway = true
    const app = await node()
    const answer = await app.inject(address('jpeg'))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(warnings).toMatchObject([
      {
        data: { module: 'acme-cloud', call: 'read', code: 'EAI_AGAIN' },
        message: 'the picture store of a module failed',
      },
    ])
    expect(JSON.stringify(warnings)).not.toContain('4711')
    service.isAway = false
    // It is left alone for ten seconds.
    await app.inject(address('jpeg'))
    expect(service.objects.has(nameOf('jpeg'))).toBe(false)
    now += 10_000
    await app.inject(address('jpeg'))
    expect(service.objects.delete(nameOf('jpeg'))).toBe(true)
    service.objects.set(nameOf('avif'), Buffer.from('<script>alert(1)</script>'))
    const mended = await (await node()).inject(address('avif'))
    expect(mended.rawPayload.toString('latin1', 4, 8)).toBe('ftyp')
    expect(Buffer.from(service.objects.get(nameOf('avif'))!).equals(mended.rawPayload)).toBe(true)
  })

  it('loses the sizes of a photo that no product has any more, also where it was unavailable at first', async () => {
    await sql`update picture_original set stored_at = now() - interval '2 days'`.execute(test.db)
    await tidyPictures(test.db)
    const { remove, read } = files()
    service.isAway = true
    const failure: unknown = await removeDerivedPictures(test.db, remove!).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      message: 'the sizes of 1 deleted photos could not be removed',
      cause: { code: 'EAI_AGAIN' },
    })
    expect(inspect(failure)).not.toContain('4711')
    expect(service.objects.size).toBe(2)
    service.isAway = false
    // What cannot be removed keeps no picture from being read.
    expect(await read({ key: pictureKey(source), width: 160, format: 'webp' })).toBeInstanceOf(Buffer)
    // Nor another photo from being removed.
    service.stuck = pictureKey(originalSource('00'.repeat(32)))
    await sql`insert into picture_removal (sha256, removed_at)
      values (${Buffer.alloc(32)}, now() - interval '1 day')`.execute(test.db)
    await expect(removeDerivedPictures(test.db, remove!)).rejects.toThrow('1 deleted photos')
    expect(service.objects.size).toBe(0)
    service.stuck = ''
    expect(await removeDerivedPictures(test.db, remove!)).toBe(1)
    expect(service.objects.size).toBe(0)
    expect(await removeDerivedPictures(test.db, remove!)).toBe(0)
  })
})
