/** A host that gives files by SFTP, on a free port of this machine: the server of ssh2, speaking the protocol. */
import type { AddressInfo } from 'node:net'
import { posix } from 'node:path'
import ssh, { type Attributes, type Connection, type SFTPWrapper } from 'ssh2'
import { fingerprintOf } from './sftp-file.server.ts'

const { Server, utils } = ssh
const { OPEN_MODE, STATUS_CODE } = utils.sftp

export interface HostedFile {
  bytes: Buffer
  /** Epoch seconds. */
  mtime: number
}

export interface SftpHost {
  port: number
  /** By their paths on the host; a session starts in the folder `/home`. */
  files: Map<string, HostedFile>
  /** Passwords and files that were asked for. */
  asked: string[]
  /** How it asks for the password: as one, or in a dialogue. */
  asksInDialogue: boolean
  /** Called before each part of a file is given. */
  onRead: (path: string) => void
  /** Of its key. */
  fingerprint: () => string
  /** From now on it has another key. */
  changeKey: () => void
  /** From now on it has keys of these kinds; `fingerprints` are theirs. */
  changeKeys: (...kinds: KeyKind[]) => void
  fingerprints: () => string[]
  /** Hosts give long folders in parts. */
  entriesAtOnce: number
  /** Answers no question of these kinds. */
  silentAt: Set<'OPEN' | 'READ' | 'STAT' | 'READDIR'>
  /** What it says instead of the state of a file. */
  brokenAnswer: Buffer | null
  /** Ends each connection before the login, for this reason (RFC 4253, 11.1). */
  endsFor: number | null
  close: () => void
}

const folderMode = 0o040755
const fileMode = 0o100644

type KeyKind = 'ed25519' | 'ecdsa' | 'rsa'

const generated = {
  ed25519: () => utils.generateKeyPairSync('ed25519'),
  ecdsa: () => utils.generateKeyPairSync('ecdsa', { bits: 256 }),
  rsa: () => utils.generateKeyPairSync('rsa', { bits: 2048 }),
}

/** Of some hundreds of keys that ssh2 makes there is one that it cannot read itself. */
function newKey(kind: KeyKind): string {
  for (;;) {
    const { private: key } = generated[kind]()
    if (!(utils.parseKey(key) instanceof Error)) return key
  }
}

const fingerprintOfKey = (key: string): string => {
  const parsed = utils.parseKey(key)
  if (parsed instanceof Error) throw parsed
  return fingerprintOf(parsed.getPublicSSH())
}

/** Begins to listen. It lets `user` in with `password`. */
export async function sftpHost(login: { user: string; password: string }): Promise<SftpHost> {
  let keys = [newKey('ed25519')]
  const connections = new Set<Connection>()
  const listen = (port: number) => {
    const server = new Server({ hostKeys: keys }, (connection) => {
      connections.add(connection)
      // As OpenSSH does; the types do not know it.
      ;(connection as Connection & { setNoDelay(isOn: boolean): void }).setNoDelay(true)
      // A client that knows another key hangs up.
      connection.on('error', () => {})
      connection.on('close', () => connections.delete(connection))
      admit(connection)
    })
    server.listen(port, '127.0.0.1')
    return server
  }
  let server = listen(0)
  await new Promise<void>((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  const host: SftpHost = {
    port,
    files: new Map(),
    asked: [],
    asksInDialogue: false,
    onRead: () => {},
    entriesAtOnce: 2,
    silentAt: new Set(),
    brokenAnswer: null,
    endsFor: null,
    fingerprint: () => fingerprintOfKey(keys[0]!),
    fingerprints: () => keys.map(fingerprintOfKey),
    changeKey: () => host.changeKeys('ed25519'),
    changeKeys: (...kinds) => {
      keys = kinds.map(newKey)
      for (const connection of connections) connection.end()
      server.close()
      server = listen(port)
    },
    close: () => {
      for (const connection of connections) connection.end()
      server.close()
    },
  }
  function admit(connection: Connection): void {
    const isRight = (user: string, password: string | undefined) => {
      host.asked.push(`password ${password}`)
      return user === login.user && password === login.password
    }
    connection.on('authentication', (attempt) => {
      if (host.endsFor !== null)
        // The types know no reason.
        return (
          connection as unknown as { _protocol: { disconnect(reason: number): void } }
        )._protocol.disconnect(host.endsFor)
      if (
        attempt.method === 'password' &&
        !host.asksInDialogue &&
        isRight(attempt.username, attempt.password)
      )
        return attempt.accept()
      if (attempt.method !== 'keyboard-interactive' || !host.asksInDialogue)
        return attempt.reject([host.asksInDialogue ? 'keyboard-interactive' : 'password'])
      return attempt.prompt([{ prompt: 'Password: ', echo: false }], ([answer]) =>
        isRight(attempt.username, answer) ? attempt.accept() : attempt.reject(),
      )
    })
    connection.on('ready', () =>
      connection.on('session', (acceptSession) =>
        acceptSession().on('sftp', (acceptSftp) => serve(acceptSftp(), host)),
      ),
    )
  }
  return host
}

function serve(sftp: SFTPWrapper, host: SftpHost): void {
  const absolute = (path: string) => posix.resolve('/home', path)
  /** The path of an open file, or what is left to list of a folder. */
  const open = new Map<number, { path: string; entries: string[] | null }>()
  let next = 0
  const handleOf = (of: { path: string; entries: string[] | null }) => {
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(next)
    open.set(next++, of)
    return handle
  }
  const openOf = (handle: Buffer) => open.get(handle.readUInt32BE(0))!
  const isFolder = (path: string) => [...host.files.keys()].some((file) => file.startsWith(`${path}/`))
  const attributesOf = (path: string): Attributes | null => {
    const file = host.files.get(path)
    if (!file && !isFolder(path)) return null
    const { bytes, mtime } = file ?? { bytes: Buffer.alloc(0), mtime: 0 }
    return { mode: file ? fileMode : folderMode, uid: 0, gid: 0, size: bytes.length, atime: mtime, mtime }
  }
  sftp.on('OPEN', (id, given, flags) => {
    if (host.silentAt.has('OPEN')) return undefined
    const path = absolute(given)
    if (!host.files.has(path) || !(flags & OPEN_MODE.READ)) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    host.asked.push(`file ${path}`)
    return sftp.handle(id, handleOf({ path, entries: null }))
  })
  sftp.on('READ', (id, handle, offset, length) => {
    if (host.silentAt.has('READ')) return
    const { path } = openOf(handle)
    host.onRead(path)
    const bytes = host.files.get(path)!.bytes.subarray(offset, offset + length)
    if (bytes.length === 0) sftp.status(id, STATUS_CODE.EOF)
    else sftp.data(id, bytes)
  })
  sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK))
  for (const kind of ['STAT', 'LSTAT'] as const)
    sftp.on(kind, (id: number, path: string) => {
      if (host.silentAt.has('STAT')) return
      if (host.brokenAnswer !== null) {
        // Below the protocol: the types do not know it.
        const { _protocol: protocol, outgoing } = sftp as unknown as {
          _protocol: { channelData(id: number, data: Buffer): void }
          outgoing: { id: number }
        }
        protocol.channelData(outgoing.id, host.brokenAnswer)
        return
      }
      const found = attributesOf(absolute(path))
      if (found === null) sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
      else sftp.attrs(id, found)
    })
  sftp.on('FSTAT', (id, handle) => sftp.attrs(id, attributesOf(openOf(handle).path)!))
  sftp.on('OPENDIR', (id, given) => {
    const path = absolute(given)
    if (!isFolder(path)) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    const names = [...host.files.keys()]
      .filter((file) => file.startsWith(`${path}/`))
      .map((file) => file.slice(path.length + 1).split('/')[0]!)
    return sftp.handle(id, handleOf({ path, entries: [...new Set(names)] }))
  })
  sftp.on('READDIR', (id, handle) => {
    if (host.silentAt.has('READDIR')) return
    const { path, entries } = openOf(handle)
    const part = entries!.splice(0, host.entriesAtOnce)
    if (part.length === 0) sftp.status(id, STATUS_CODE.EOF)
    else
      sftp.name(
        id,
        part.map((filename) => ({
          filename,
          longname: filename,
          attrs: attributesOf(`${path}/${filename}`)!,
        })),
      )
  })
}
