/**
 * Calls of `/admin/api`. A fault and a refused read are thrown as `ApiError` and shown by the nearest error page;
 * a refused change is a value that the form shows. Without a session the person is sent to sign in.
 */
import { redirect } from 'react-router'
import { paths } from './paths.ts'

/** A call that was refused or failed. `code` is the refusal's, or `unreachable` without an answer. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The permission that was missing, with status 403. */
  readonly permission: string | undefined

  constructor(status: number, code: string, permission?: string) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
    this.permission = permission
  }
}

/** A refused change: the code and whatever the API says beside it. */
export interface Refusal {
  ok: false
  status: number
  code: string
  details: Readonly<Record<string, unknown>>
}

export type Change<Data> = { ok: true; data: Data } | Refusal

/** Reads a resource. Throws `ApiError`, or a redirect to the sign-in page without a session. */
export async function readApi<Data>(path: string, signal: AbortSignal | null = null): Promise<Data> {
  const response = await call(path, { signal })
  const body = await bodyOf(response)
  if (response.ok) return body as Data
  if (response.status === 401) throw toSignIn()
  throw new ApiError(response.status, codeOf(body, response.status), textIn(body, 'permission'))
}

/** Sends a change. Answers refusals (4xx) as values; throws `ApiError` on faults. */
export async function sendApi<Data = unknown>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Change<Data>> {
  const response = await call(path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return changeOf<Data>(response)
}

async function changeOf<Data>(response: Response): Promise<Change<Data>> {
  const answer = await bodyOf(response)
  if (response.ok) return { ok: true, data: answer as Data }
  if (response.status === 401) throw toSignIn()
  const code = codeOf(answer, response.status)
  if (response.status >= 500) throw new ApiError(response.status, code)
  return { ok: false, status: response.status, code, details: isRecord(answer) ? answer : {} }
}

/** Sends a file as it is. Answers refusals (4xx) as values; throws `ApiError` on faults. */
export async function uploadFile<Data = unknown>(path: string, file: File): Promise<Change<Data>> {
  const headers = { 'content-type': file.type || 'application/octet-stream' }
  return changeOf<Data>(await call(path, { method: 'POST', headers, body: file }))
}

/**
 * Sends a file as `application/octet-stream` and reports how much of it has been sent, from 0 to 1. `fetch` does not
 * say that. Answers and throws as `uploadFile` does.
 */
export async function uploadWithProgress<Data = unknown>(
  path: string,
  file: File,
  onProgress: (part: number) => void,
): Promise<Change<Data>> {
  const request = new XMLHttpRequest()
  const response = await new Promise<Response>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status })),
    )
    request.addEventListener('error', () => reject(new ApiError(0, 'unreachable')))
    request.open('POST', path)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.send(file)
  })
  return changeOf<Data>(response)
}

async function call(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, 'unreachable')
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function textIn(body: unknown, name: string): string | undefined {
  const value = isRecord(body) ? body[name] : undefined
  return typeof value === 'string' ? value : undefined
}

const codeOf = (body: unknown, status: number) => textIn(body, 'code') ?? `status_${status}`

const toSignIn = () => redirect(paths.signIn(`${location.pathname}${location.search}`))
