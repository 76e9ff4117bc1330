/**
 * What is kept of a fault in a browser. Reports of the same fault share the same message and first frames once
 * everything that differs between visitors, pages and releases is removed: this also removes personal data
 * (queries, e-mail addresses, long numbers, the path segments that open an order). Pure.
 */
import { storeFromPath, type StoreCode } from '../stores/stores.ts'

/** A report as a browser sends it (API-28). */
export interface ClientErrorReport {
  error: string
  stack?: string | null | undefined
  url: string
}

export interface ClientError {
  store: StoreCode | null
  message: string
  /** The first frames of the stack, one per line. */
  frames: string
  path: string
  /** What reports of one group have in common. */
  likeness: string
}

const mostFrames = 5
const longestMessage = 300
const longestFrame = 300
const longestPath = 300

export function readClientError(report: ClientErrorReport): ClientError {
  const message = storable(withoutPersonalData(report.error), longestMessage)
  const frames = (report.stack ?? '')
    .split('\n')
    .map((line) => withoutSecrets(line.trim()))
    .filter(isFrame)
    .slice(0, mostFrames)
    .map((line) => storable(line, longestFrame))
  const path = pathOf(report.url)
  return {
    store: storeFromPath(path)?.code ?? null,
    message,
    frames: frames.join('\n'),
    path: path.slice(0, longestPath),
    likeness: [message, ...frames.map(withoutPlace)].join('\n'),
  }
}

/** In one line, of at most `longest` characters, and without what PostgreSQL cannot store. */
const storable = (text: string, longest: number): string =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, longest)
    .toWellFormed()

/** Without queries, which carry tokens and codes, and without the path segments that open an order. */
export function withoutSecrets(text: string): string {
  return withoutEmails(text.replaceAll(/[?#][^\s:)]*/g, '').replaceAll(/\/[0-9a-f]{32}(?![0-9a-z])/g, '/:id'))
}

/** Texts that visitors typed may be part of a message: also without e-mail addresses and long numbers. */
export function withoutPersonalData(text: string): string {
  return withoutSecrets(text).replaceAll(/\d(?:[\d\s-]{3,}\d)/g, ':number')
}

/** A frame of Firefox has an `@` too, before the address of its file. */
const withoutEmails = (text: string) => text.replaceAll(/[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g, ':email')

/** Chrome and Firefox: `at f (https://…:1:2)`, `f@https://…:1:2`. The first lines may repeat the message. */
const isFrame = (line: string) => /^at .*:\d+:\d+\)?$/.test(line) || /@.*:\d+:\d+$/.test(line)

/** A frame without line and column and without the hash in the names of built files. */
const withoutPlace = (frame: string) => frame.replace(/:\d+:\d+\)?$/, '').replaceAll(/-[\w-]{8}(?=\.js)/g, '')

function pathOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  return withoutPersonalData(path).replace(/^(\/\w\w\/(?:my-order|track-order))\/.*/, '$1/:id')
}
