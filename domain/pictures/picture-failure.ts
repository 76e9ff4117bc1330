/** Why a photo could not be stored, as codes for programs and words for staff. */
export const pictureFailures = {
  bad_address: 'only http and https addresses on the usual ports are fetched',
  unknown_host: 'the host name does not exist',
  forbidden_address: 'the host is not on the public internet',
  unreachable: 'the server does not answer',
  timeout: 'the answer took too long',
  http_status: 'the server refused',
  too_many_redirects: 'more than three redirects',
  too_large: 'larger than 15 MB',
  empty: 'the file is empty',
  wrong_type: 'not a JPEG, PNG, WebP, AVIF or GIF',
  too_many_pixels: 'more than 40 megapixels, or a side above 16,000 pixels',
  broken_picture: 'the picture is damaged or incomplete',
  too_costly: 'it takes too much time or memory to decode',
  no_such_file: 'there is no such file in the folder of pictures',
} as const
export type PictureFailureCode = keyof typeof pictureFailures

export interface PictureFailure {
  ok: false
  code: PictureFailureCode
  /** Details besides the code: a status, an address. */
  detail?: string
}

const minute = 60_000
const day = 24 * 60 * minute

/** Consecutive failures after which an address is given up until a product names it again. */
export const mostAttempts = 14

/** Transient failures, retried within minutes; the others are retried once a day. */
const passing: ReadonlySet<PictureFailureCode> = new Set(['unknown_host', 'unreachable', 'timeout'])
const passingStatuses = new Set(['408', '425', '429'])

/**
 * Milliseconds until the next attempt after that many consecutive failures (1 and up): 1, 4, 16, 64 … minutes
 * and at most a day for transient failures, a day for the others; null: given up.
 */
export function retryDelayMs(
  failure: Pick<PictureFailure, 'code' | 'detail'>,
  failedAttempts: number,
): number | null {
  if (failedAttempts >= mostAttempts) return null
  const { code, detail = '' } = failure
  const passes =
    passing.has(code) || (code === 'http_status' && (detail.startsWith('5') || passingStatuses.has(detail)))
  return passes ? Math.min(day, minute * 4 ** (failedAttempts - 1)) : day
}
