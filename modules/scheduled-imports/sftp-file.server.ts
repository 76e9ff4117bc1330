/**
 * Fetches the file of an import by SFTP: version 3 of the protocol within SSH, as OpenSSH and the servers of suppliers
 * speak it. The host proves by its key that it is the one whose key staff have accepted; the password is sent after that.
 */
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { posix } from 'node:path'
import ssh, {
  type Client,
  type FileEntryWithStats,
  type ServerHostKeyAlgorithm,
  type SFTPWrapper,
  type Stats,
} from 'ssh2'
import { abortable } from '../../domain/network/abortable.ts'
import { checkedConnection, type RequestLimits } from '../../domain/network/checked-request.server.ts'
import {
  keepContents,
  TooLarge,
  type FetchedFile,
  type FileRequest,
  type Login,
} from './download-file.server.ts'
import { fitsPattern, pathOnHost } from './scheduled-import.ts'

const usualPort = 22

/** For the exchange of keys and the login, in milliseconds. */
const readyTimeoutMs = 20_000

/** Of a folder in which the newest file is looked for. */
const mostEntries = 20_000

/**
 * Kinds of keys by which a host may prove itself, the preferred one first, each with its algorithms. Without `ssh-rsa`, whose
 * signatures are by SHA-1 (RFC 8332).
 */
const keyKinds = new Map<string, ServerHostKeyAlgorithm[]>([
  ['ssh-ed25519', ['ssh-ed25519']],
  ['ecdsa-sha2-nistp256', ['ecdsa-sha2-nistp256']],
  ['ecdsa-sha2-nistp384', ['ecdsa-sha2-nistp384']],
  ['ecdsa-sha2-nistp521', ['ecdsa-sha2-nistp521']],
  ['ssh-rsa', ['rsa-sha2-512', 'rsa-sha2-256']],
])

/** Codes of answers (draft-ietf-secsh-filexfer-02, 7). */
const endOfFile = 1
const noSuchFile = 2
const permissionDenied = 3

/** The host has another key than the accepted one, or none was accepted. */
class OtherHostKey extends Error {
  readonly hostKey: string
  readonly kind: string
  constructor(hostKey: string, kind: string) {
    super('The host has another key.')
    this.hostKey = hostKey
    this.kind = kind
  }
}

/** A folder has more entries than are looked at. */
class FolderTooLarge extends Error {}

/** The protocol's `SHA256:` fingerprint of a host's public key, as `ssh-keygen -l` prints it. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** The kind of a host's public key, which begins with its length in four bytes (RFC 4253, 6.6). */
const kindOf = (key: Buffer): string => key.toString('latin1', 4, 4 + key.readUInt32BE(0))

/** Writes the file to the path of the request. Throws what `downloadFile` makes a problem of. */
export async function downloadBySftp(request: FileRequest, limits: RequestLimits): Promise<FetchedFile> {
  const path = pathOnHost(new URL(request.url))
  if (path === null) return { ok: false, code: 'bad_address' }
  // An archive of the shop has none.
  if (request.login === null) return { ok: false, code: 'login_unreadable' }
  try {
    return await fetchByAnyKey(request, { path, login: request.login }, limits)
  } catch (error) {
    limits.signal.throwIfAborted()
    if (error instanceof OtherHostKey) {
      const { hostKey } = error
      const isFirst =
        request.hostKey === null && (request.seenHostKey === null || request.seenHostKey === hostKey)
      return {
        ok: false,
        code: isFirst ? 'host_key_unknown' : 'host_key_changed',
        detail: hostKey,
        hostKey,
      }
    }
    const { level, code, message } = error as { level?: unknown; code?: unknown; message: string }
    if (level === 'client-authentication') return { ok: false, code: 'login_refused' }
    if (level === 'client-timeout') return { ok: false, code: 'timeout' }
    // Of this client, not of the host: what both sides have not in common.
    if (level === 'handshake') return { ok: false, code: 'unreachable', detail: message }
    // Not the node's own disk, of which `downloadFile` throws.
    if (level === 'client-socket') return { ok: false, code: 'unreachable', detail: String(code) }
    throw error
  }
}

interface SftpFile {
  path: string
  login: Login
}

/**
 * A host may have keys of several kinds, and proves itself by the one that is asked for: the accepted key may be another
 * than the preferred one, as that of a host which got a key of a newer kind.
 */
async function fetchByAnyKey(
  request: FileRequest,
  file: SftpFile,
  limits: RequestLimits,
): Promise<FetchedFile> {
  const kinds = new Map(keyKinds)
  let first: OtherHostKey | null = null
  for (;;) {
    const algorithms = [...kinds.values()].flat()
    const host = { accepted: request.hostKey, isKnown: false, algorithms }
    try {
      return await fetchOver(request, { ...file, host }, limits)
    } catch (error) {
      limits.signal.throwIfAborted()
      if (!(error instanceof OtherHostKey)) throw host.isKnown ? error : (first ?? error)
      first ??= error
      if (request.hostKey === null || !kinds.delete(error.kind) || kinds.size === 0) throw first
    }
  }
}

interface Host {
  /** Fingerprint of its accepted key; null: there is none. */
  accepted: string | null
  /** It has shown the accepted key. */
  isKnown: boolean
  /** By which it may prove itself. */
  algorithms: ServerHostKeyAlgorithm[]
}

async function fetchOver(
  request: FileRequest,
  { path, login, host }: SftpFile & { host: Host },
  limits: RequestLimits,
): Promise<FetchedFile> {
  const { signal } = limits
  const socket = await checkedConnection(new URL(request.url), usualPort, limits)
  try {
    const client = await connectedTo(socket, { login, host }, signal)
    try {
      return await abortable(fetchFrom(client, path, request, signal), signal)
    } finally {
      client.end()
    }
  } finally {
    socket.destroy()
  }
}

/** Speaks SSH on the connection until the login is accepted. */
async function connectedTo(
  socket: Socket,
  { login: { user, password }, host }: { login: Login; host: Host },
  signal: AbortSignal,
): Promise<Client> {
  const client = new ssh.Client()
  const ready = new Promise<Client>((resolve, reject) => {
    let otherKey: OtherHostKey | null = null
    client.on('ready', () => resolve(client))
    // Also after the login, where they say nothing: what waits for an answer ends with the connection.
    client.on('error', (error) => reject(otherKey ?? error))
    client.on('close', () => reject(otherKey ?? new Error('The host has closed the connection.')))
    // Some hosts ask for the password so. Only a hidden answer is one.
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
      finish(prompts.map(({ echo }) => (echo ? '' : password))),
    )
    client.connect({
      sock: socket,
      username: user,
      password,
      tryKeyboard: true,
      readyTimeout: readyTimeoutMs,
      algorithms: { serverHostKey: host.algorithms, compress: ['none'] },
      hostVerifier: (key: Buffer) => {
        const shown = fingerprintOf(key)
        if (shown === host.accepted) {
          host.isKnown = true
          return true
        }
        otherKey = new OtherHostKey(shown, kindOf(key))
        return false
      },
    })
  })
  return abortable(ready, signal)
}

async function fetchFrom(
  client: Client,
  pattern: string,
  request: FileRequest,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const sftp = await answered<SFTPWrapper>((done) => client.sftp(done))
  try {
    return await fetchAt(sftp, pattern, request, signal)
  } catch (error) {
    // Only here: the same numbers mean other things when the host ends the connection.
    if (error instanceof FolderTooLarge) return { ok: false, code: 'folder_too_large' }
    const { code } = error as { code?: unknown }
    if (code === noSuchFile) return { ok: false, code: 'no_file' }
    if (code === permissionDenied) return { ok: false, code: 'no_file', detail: 'permission denied' }
    throw error
  }
}

async function fetchAt(
  sftp: SFTPWrapper,
  pattern: string,
  request: FileRequest,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const path = pattern.includes('*') ? await newestOf(sftp, pattern) : pattern
  if (path === null) return { ok: false, code: 'no_file' }
  const before = await statOf(sftp, path)
  if (before.isDirectory()) return { ok: false, code: 'no_file' }
  if (before.size > request.mostBytes) throw new TooLarge()
  const { sha256, size } = await keepContents(sftp.createReadStream(path), request, signal)
  const after = await statOf(sftp, path)
  // The supplier writes it just now: a part of a file is never imported.
  if (after.size !== size || after.mtime !== before.mtime) return { ok: false, code: 'file_changed' }
  // The times of files have a resolution of seconds, so they do not say whether a file is the one of the last run.
  return { ok: true, isNew: true, etag: null, lastModified: null, sha256 }
}

const statOf = (sftp: SFTPWrapper, path: string) => answered<Stats>((done) => sftp.stat(path, done))

/**
 * The path of the newest file of a folder whose name fits; null: none does. Throws `FolderTooLarge`: the newest file may be
 * one that was not looked at.
 */
async function newestOf(sftp: SFTPWrapper, pattern: string): Promise<string | null> {
  const folder = posix.dirname(pattern)
  const handle = await answered<Buffer>((done) => sftp.opendir(folder, done))
  let newest: FileEntryWithStats | null = null
  for (let seen = 0; ;) {
    const entries = await nextEntries(sftp, handle)
    if (entries.length === 0) break
    seen += entries.length
    if (seen > mostEntries) throw new FolderTooLarge()
    for (const entry of entries) {
      const isFile = !entry.attrs.isDirectory() && !entry.filename.includes('/')
      if (!isFile || !fitsPattern(entry.filename, posix.basename(pattern))) continue
      if (newest === null || isNewer(entry, newest)) newest = entry
    }
  }
  return newest && posix.join(folder, newest.filename)
}

/** Of two of the same second, the one whose name is later. */
const isNewer = (one: FileEntryWithStats, other: FileEntryWithStats): boolean =>
  one.attrs.mtime === other.attrs.mtime ? one.filename > other.filename : one.attrs.mtime > other.attrs.mtime

/** The next part of a folder; empty: there are no more. */
const nextEntries = (sftp: SFTPWrapper, handle: Buffer) =>
  answered<FileEntryWithStats[]>((done) => sftp.readdir(handle, done)).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === endOfFile) return []
    throw error
  })

const answered = <Answer>(
  ask: (done: (error: Error | undefined | null, answer: Answer) => void) => void,
): Promise<Answer> =>
  new Promise((resolve, reject) => ask((error, answer) => (error ? reject(error) : resolve(answer))))
