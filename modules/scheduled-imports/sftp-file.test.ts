import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkedConnection } from '../../domain/network/checked-request.server.ts'
import { publicSsh } from '../../domain/network/public-network.server.ts'
import { downloadFile, type FetchedFile, type FileNetwork, type FileRequest } from './download-file.server.ts'
import { fitsPattern, isFileUrl, pathOnHost, readFingerprint } from './scheduled-import.ts'
import { sftpHost, type SftpHost } from './sftp-host.test-support.ts'

let folder: string
let host: SftpHost
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-sftp-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  host = await sftpHost({ user: 'anode', password: 'hemligt' })
  host.files.set('/out/prices.csv', { bytes: Buffer.from('id;pris\n1;2\n'), mtime: 1000 })
})
afterEach(() => host.close())

const here: FileNetwork = {
  network: { allowsAddress: (address) => address === '127.0.0.1', allowsPort: () => true },
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
}

const fetched = (more: Partial<FileRequest> = {}, network = here): Promise<FetchedFile> =>
  downloadFile(
    {
      url: `sftp://files.example:${host.port}/out/prices.csv`,
      login: { user: 'anode', password: 'hemligt' },
      hostKey: host.fingerprint(),
      seenHostKey: null,
      etag: null,
      lastModified: null,
      path: join(folder, 'file'),
      mostBytes: 1_000_000,
      ...more,
    },
    network,
  )
const at = (path: string) => `sftp://files.example:${host.port}${path}`
const written = () => readFile(join(folder, 'file'), 'utf8')

describe('a file by SFTP', () => {
  it('is fetched whole from the host whose key was accepted', async () => {
    const bytes = Buffer.alloc(300_000, 'prices ')
    host.files.set('/out/prices.csv', { bytes, mtime: 1000 })
    expect(await fetched()).toEqual({
      ok: true,
      isNew: true,
      etag: null,
      lastModified: null,
      sha256: createHash('sha256').update(bytes).digest(),
    })
    expect(Buffer.compare(await readFile(join(folder, 'file')), bytes)).toBe(0)
  })

  it('is fetched where the host asks for the password in a dialogue', async () => {
    host.asksInDialogue = true
    expect(await fetched()).toMatchObject({ ok: true, isNew: true })
    expect(host.asked).toEqual(['password hemligt', 'file /out/prices.csv'])
  })

  it('is not asked for, nor the password sent, before its host is known', async () => {
    const shown = host.fingerprint()
    const unknown = { ok: false, code: 'host_key_unknown', detail: shown, hostKey: shown }
    expect(await fetched({ hostKey: null })).toEqual(unknown)
    expect(await fetched({ hostKey: null, seenHostKey: shown })).toEqual(unknown)
    host.changeKey()
    const other = host.fingerprint()
    expect(other).not.toBe(shown)
    const changed = { ok: false, code: 'host_key_changed', detail: other, hostKey: other }
    expect(await fetched({ hostKey: shown })).toEqual(changed)
    expect(await fetched({ hostKey: null, seenHostKey: shown })).toEqual(changed)
    expect(host.asked).toEqual([])
  })

  it('is the newest one that fits, and of one second the last by its name', async () => {
    const put = (path: string, mtime: number) => host.files.set(path, { bytes: Buffer.from(path), mtime })
    put('/out/prices-3.csv', 3000)
    put('/out/prices-1.csv', 1000)
    put('/out/prices-2.csv', 3000)
    put('/out/stock-9.csv', 9000)
    put('/out/prices-9.csv.part', 9000)
    put('/out/prices-8.csv/inner', 9000)
    put('/home/own prices.csv', 1)
    expect(await fetched({ url: at('/out/prices-*.csv') })).toMatchObject({ ok: true })
    expect(await written()).toBe('/out/prices-3.csv')
    expect(await fetched({ url: at('/~/own%20*') })).toMatchObject({ ok: true })
    expect(await written()).toBe('/home/own prices.csv')
    expect(await fetched({ url: at('/out/nothing-*') })).toEqual({ ok: false, code: 'no_file' })
    expect(await fetched({ url: at('/nowhere/*') })).toEqual({ ok: false, code: 'no_file' })
  })

  it.each([
    ['that is not there', '/out/other.csv', 'no_file'],
    ['that is a folder', '/out', 'no_file'],
  ])('%s is none', async (_name, path, code) => {
    expect(await fetched({ url: at(path) })).toEqual({ ok: false, code })
  })

  it('is not fetched with another password', async () => {
    expect(await fetched({ login: { user: 'anode', password: 'fel' } })).toEqual({
      ok: false,
      code: 'login_refused',
    })
  })

  it('is fetched up to a size, whatever the host says that it has', async () => {
    expect(await fetched({ mostBytes: 11 })).toEqual({ ok: false, code: 'too_large' })
    expect(host.asked).not.toContain('file /out/prices.csv')
    host.onRead = (path) => host.files.set(path, { bytes: Buffer.alloc(5_000_000, 'x'), mtime: 1000 })
    expect(await fetched({ mostBytes: 1_000_000 })).toEqual({ ok: false, code: 'too_large' })
  })

  it('is not imported where it is written just now', async () => {
    host.onRead = (path) => {
      const { bytes } = host.files.get(path)!
      if (bytes.length < 100) host.files.set(path, { bytes: Buffer.alloc(200, 'y'), mtime: 1001 })
    }
    expect(await fetched()).toEqual({ ok: false, code: 'file_changed' })
  })

  it('is fetched where the accepted key is not the one of the kind that the host prefers', async () => {
    host.changeKeys('ed25519', 'ecdsa', 'rsa')
    const [first, ...others] = host.fingerprints()
    for (const hostKey of others) {
      host.asked.length = 0
      expect(await fetched({ hostKey })).toMatchObject({ ok: true, isNew: true })
      expect(host.asked).toEqual(['password hemligt', 'file /out/prices.csv'])
    }
    host.asked.length = 0
    const changed = { ok: false, code: 'host_key_changed', detail: first, hostKey: first }
    expect(await fetched({ hostKey: `SHA256:${'a'.repeat(43)}` })).toEqual(changed)
    // What the host answers by its accepted key counts, not that it has others.
    expect(await fetched({ hostKey: others[1]!, url: at('/out/other.csv') })).toEqual({
      ok: false,
      code: 'no_file',
    })
    host.asked.length = 0
    host.changeKeys('rsa')
    expect(await fetched({ hostKey: others[1]! })).toMatchObject({ code: 'host_key_changed' })
    expect(host.asked).toEqual([])
  })

  it('is not guessed from a folder that is too large to be looked at', async () => {
    host.entriesAtOnce = 500
    for (let at = 0; at < 20_000; at++)
      host.files.set(`/many/prices-${at}.csv`, { bytes: Buffer.alloc(0), mtime: at })
    expect(await fetched({ url: at('/many/prices-*') })).toMatchObject({ ok: true })
    host.files.set('/many/one-more.csv', { bytes: Buffer.alloc(0), mtime: 1 })
    expect(await fetched({ url: at('/many/prices-*') })).toEqual({ ok: false, code: 'folder_too_large' })
  })

  it('needs a login, which an archive of the shop does not have', async () => {
    expect(await fetched({ login: null })).toEqual({ ok: false, code: 'login_unreadable' })
    expect(host.asked).toEqual([])
  })

  it('is not fetched from the shop’s own network, nor from ports of other services', async () => {
    const publicOnly = { ...here, network: publicSsh }
    expect(await fetched({}, publicOnly)).toEqual({
      ok: false,
      code: 'forbidden_address',
      detail: '127.0.0.1',
    })
    const outside = {
      ...publicOnly,
      resolve: async () => [{ address: '192.0.2.1', family: 4 }],
    }
    expect(await fetched({ url: 'sftp://files.example:25/out/prices.csv' }, outside)).toEqual({
      ok: false,
      code: 'bad_address',
      detail: 'port 25',
    })
    expect(host.asked).toEqual([])
  })
})

describe('a host of SFTP', () => {
  let silent: Server
  const sockets = new Set<Socket>()
  let greeting: string
  beforeEach(async () => {
    greeting = ''
    silent = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      if (greeting !== '') socket.end(greeting)
    })
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  })
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const url = () => `sftp://files.example:${(silent.address() as { port: number }).port}/out/prices.csv`

  it('that says nothing is left after the time of the download', async () => {
    expect(await fetched({ url: url() }, { ...here, timeoutMs: 200 })).toEqual({
      ok: false,
      code: 'timeout',
    })
  })

  it('that speaks something else is not reached', async () => {
    greeting = 'HTTP/1.1 400 Bad Request\r\n\r\n'
    expect(await fetched({ url: url() })).toMatchObject({ ok: false, code: 'unreachable' })
    host.close()
    expect(await fetched()).toMatchObject({ ok: false, code: 'unreachable', detail: 'ECONNREFUSED' })
  })

  it('that breaks off in the middle of a file is not reached', async () => {
    host.onRead = () => host.close()
    expect(await fetched()).toMatchObject({ ok: false, code: 'unreachable' })
  })
})

describe('a host of SFTP, known by its key,', () => {
  it.each([
    ['OPEN', '/out/prices.csv'],
    ['READ', '/out/prices.csv'],
    ['STAT', '/out/prices.csv'],
    ['READDIR', '/out/*'],
  ] as const)('that does not answer %s is left after the time of the download', async (kind, path) => {
    host.silentAt.add(kind)
    expect(await fetched({ url: at(path) }, { ...here, timeoutMs: 500 })).toEqual({
      ok: false,
      code: 'timeout',
    })
  })

  it('that breaks the protocol is left at once, and harms nobody', async () => {
    host.brokenAnswer = Buffer.from([0xff, 0xff, 0xff, 0xff, 1])
    expect(await fetched()).toMatchObject({ ok: false, code: 'unreachable' })
    host.brokenAnswer = Buffer.from([0, 0, 0, 1, 250])
    expect(await fetched()).toMatchObject({ ok: false, code: 'unreachable' })
  })

  it('that ends the connection has not said that there is no such file', async () => {
    // SSH_DISCONNECT_PROTOCOL_ERROR, by which OpenSSH refuses further attempts to log in.
    host.endsFor = 2
    expect(await fetched()).toEqual({ ok: false, code: 'unreachable' })
  })
})

it('a connection that breaks before anybody uses it ends nothing else', async () => {
  const accepted = Promise.withResolvers<Socket>()
  const breaking = createServer(accepted.resolve)
  await new Promise<void>((listening) => breaking.listen(0, '127.0.0.1', listening))
  const { port } = breaking.address() as { port: number }
  try {
    const signal = AbortSignal.timeout(5000)
    const socket = await checkedConnection(new URL(`sftp://files.example:${port}`), 22, {
      network: here.network!,
      resolve: here.resolve!,
      signal,
    })
    const closed = new Promise((done) => socket.once('close', done))
    socket.resume()
    ;(await accepted.promise).resetAndDestroy()
    await closed
    expect(socket.errored).toMatchObject({ code: 'ECONNRESET' })
  } finally {
    breaking.close()
  }
})

describe('an sftp address', () => {
  it('names a file of a public host', () => {
    for (const url of ['sftp://files.example/a.csv', 'sftp://files.example:2222/~/out/a-*.csv'])
      expect([url, isFileUrl(url)]).toEqual([url, true])
    for (const url of [
      'sftp://files.example',
      'sftp://files.example/out/',
      'sftp://files.example/out/*/a.csv',
      'sftp://files.example/a.csv?key=1',
      'sftp://u:p@files.example/a.csv',
      'sftp://u@files.example/a.csv',
      'sftp://localhost/a.csv',
      'sftp:///a.csv',
      'sftp://files.example/%00.csv',
      'sftp://files.example/%ff.csv',
    ])
      expect([url, isFileUrl(url)]).toEqual([url, false])
    expect(pathOnHost(new URL('sftp://files.example/~/my%20file'))).toBe('my file')
    expect(pathOnHost(new URL('sftp://files.example/out/a'))).toBe('/out/a')
  })

  it.each([
    ['prices-1.csv', 'prices-*.csv', true],
    ['prices-.csv', 'prices-*.csv', true],
    ['prices.csv', 'prices-*.csv', false],
    ['a-b-c', 'a*b*c', true],
    ['a-c-b', 'a*b*c', false],
    ['aba', 'ab*ba', false],
    ['anything', '*', true],
    ['a', 'a', true],
    ['.prices.csv', '*.csv', false],
    ['.prices.csv', '.*.csv', true],
    ['ab', 'a', false],
  ])('%s fits %s: %s', (name, pattern, fits) => {
    expect(fitsPattern(name, pattern)).toBe(fits)
  })
})

it('a fingerprint is read from what ssh-keygen prints', () => {
  const print = `SHA256:${'a'.repeat(43)}`
  for (const text of [print, ` ${print}= `, `256 ${print} files.example (ED25519)`])
    expect(readFingerprint(text)).toBe(print)
  for (const text of ['', 'SHA256:short', `MD5:${'a'.repeat(43)}`, `${print}a`])
    expect(readFingerprint(text)).toBeNull()
})
