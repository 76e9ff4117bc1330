import { parseJson } from '../parse-json.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'
/** Some member states take more than ten seconds to answer VIES. */
const timeoutMs = 20_000

/** Status and parsed JSON (undefined where the body is none); null: no answer. */
export async function askRegister(
  register: string,
  log: WarningLog,
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
