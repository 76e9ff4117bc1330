/** An import that is repeated, as staff set it. Pure. */
import type { StoreCode } from '../../domain/stores/stores.ts'

export interface ScheduledImportTerms {
  name: string
  url: string
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
  'forbidden_address',
  'http_status',
  'login_unreadable',
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

/** Most scheduled imports of a shop. */
export const mostScheduledImports = 100

export const longestUrl = 2000

/** An address that a file may be fetched from: https, and its login in the fields for it. */
export function isFileUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname.includes('.')
  )
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
  loginUser: string | null
  loginEncrypted: string | null
  /** Of the file of the last run. */
  etag: string | null
  lastModified: string | null
  sha256: Buffer | null
  /** Of the last run. */
  state: ScheduledState
}
