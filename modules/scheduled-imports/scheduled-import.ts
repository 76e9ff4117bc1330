/** An import that is repeated, as staff set it. Pure. */
import type { StoreCode } from '../../domain/stores/stores.ts'

export interface ScheduledImportTerms {
  name: string
  url: string
  /** Fingerprint of the key of an SFTP host, `SHA256:…`; null: the first connection shows it. */
  hostKey: string | null
  /** Name and password by which the host gives the file; empty: it asks for none. */
  user: string | null
  /** Null: the one that is stored, if the user is the same. */
  password: string | null
  /** Name of the saved mapping of columns; null: the columns are known. */
  mapping: string | null
  everyHours: number
  report: Report
  isActive: boolean
}

/** When the person of the import gets a mail: after every import, or where something needs them. */
export const reports = ['always', 'problems', 'never'] as const
export type Report = (typeof reports)[number]

export const scheduledStates = ['waiting', 'started', 'unchanged', 'failed'] as const
/** What became of the last run. `started`: its job was started; `unchanged`: the file is that of the run before. */
export type ScheduledState = (typeof scheduledStates)[number]

/** Why a run failed. */
export const scheduledProblems = [
  'bad_address',
  'clears_too_much',
  'fault',
  'file_changed',
  'folder_too_large',
  'forbidden_address',
  'host_key_changed',
  'host_key_unknown',
  'http_status',
  'login_refused',
  'login_unreadable',
  'no_file',
  'not_permitted',
  'person_gone',
  'step_up_required',
  'timeout',
  'too_large',
  'too_many_redirects',
  'unknown_host',
  'unknown_mapping',
  'unreachable',
  'unfinished_import',
  'unreadable_feed',
  'unsuitable_file',
] as const
export type ScheduledProblem = (typeof scheduledProblems)[number]

/** Of a run that has come as far as the login: its SFTP host has shown the accepted key. */
export const problemsAfterHostKey: ReadonlySet<ScheduledProblem> = new Set([
  'clears_too_much',
  'file_changed',
  'folder_too_large',
  'login_refused',
  'no_file',
  'step_up_required',
  'too_large',
  'unreadable_feed',
  'unsuitable_file',
])

/** Most scheduled imports of a shop. */
export const mostScheduledImports = 100

export const longestUrl = 2000

/**
 * An address that a file may be fetched from: https, or sftp with the path of a file; its login is in the fields for it.
 */
export function isFileUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '' || !url.hostname.includes('.')) return false
  return url.protocol === 'https:' || (url.protocol === 'sftp:' && pathOnHost(url) !== null)
}

/** The host that gets the login: its protocol, name and port. */
export function hostOfFile(text: string): string {
  const url = URL.parse(text)
  return url ? `${url.protocol}//${url.host.toLowerCase()}` : text
}

/** Needs a user and a password. */
export const needsLogin = (text: string): boolean => URL.parse(text)?.protocol === 'sftp:'

/**
 * The path of the file that an sftp address names, from the root of the host; after `/~/` from the folder of the user.
 * Its last part may hold `*`: the newest file that fits is meant. Null: it names none.
 */
export function pathOnHost({ pathname, search, hash }: URL): string | null {
  let path: string
  try {
    path = decodeURIComponent(pathname)
  } catch {
    return null
  }
  const folders = path.slice(0, path.lastIndexOf('/'))
  const isNone = path === '' || path.endsWith('/') || search !== '' || hash !== ''
  // oxlint-disable-next-line no-control-regex -- a path on a host has none of them
  if (isNone || folders.includes('*') || /[\u0000-\u001F\u007F]/.test(path)) return null
  return path.startsWith('/~/') ? path.slice(3) : path
}

/**
 * Whether a name fits a pattern, in which `*` matches any text, as in a shell: a name that begins with a dot, as that of
 * a file which is still written, fits only a pattern that begins with one.
 */
export function fitsPattern(name: string, pattern: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return name === pattern
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = name.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}

/** The fingerprint in what `ssh-keygen -l` prints; null: there is none. */
export function readFingerprint(text: string): string | null {
  const found = /(?:^|\s)(SHA256:[A-Za-z0-9+/]{43})=?(?:\s|$)/.exec(text)
  return found?.[1] ?? null
}

export interface DueImport {
  id: number
  /** Of the terms that are run. */
  revision: number
  name: string
  store: StoreCode
  url: string
  mapping: string | null
  everyHours: number
  report: Report
  staffId: number
  hostKey: string | null
  seenHostKey: string | null
  loginUser: string | null
  loginEncrypted: string | null
  /** Of the file of the last run. */
  etag: string | null
  lastModified: string | null
  sha256: Buffer | null
  /** Of the last run. */
  state: ScheduledState
}
