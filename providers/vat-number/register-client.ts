import { parseJson } from '../parse-json.ts'
/** One request to a register of VAT numbers, with a time limit. Numbers are not logged. */
export interface RegisterLog {
  warn(data: object, message: string): void
}

/** Some member states take more than ten seconds to answer VIES. */
const timeoutMs = 20_000

/** Status and parsed JSON (undefined where the body is none); null: no answer. */
export async function askRegister(
  register: string,
  log: RegisterLog,
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; body: unknown } | null> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs), ...init })
    const text = await response.text()
    return { status: response.status, body: parseJson(text) }
  } catch (error) {
    log.warn(
      { register, reason: error instanceof Error ? error.name : 'unknown' },
      'a VAT register did not answer',
    )
    return null
  }
}
