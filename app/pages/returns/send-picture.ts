/** Sends the file of a picture as the body of a request; the server detects its type from the bytes. */
import { apiBaseUrl } from '../../state/api-client.ts'
import { links } from '../../links.ts'
import type { Store } from '../../../domain/stores/stores.ts'

export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** A photo from a slow telephone may take minutes. */
const timeoutMs = 180_000

/** `message`: why it is refused, in the store's language; null: no answer. */
export async function sendPicture(
  store: Store,
  path: string,
  file: File,
  query: Record<string, string> = {},
): Promise<{ ok: true } | { ok: false; message: string | null }> {
  try {
    const response = await fetch(apiBaseUrl() + links.api(store, path, query), {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return { ok: true }
    const answer = (await response.json()) as { message?: string; errors?: Record<string, string> }
    return { ok: false, message: Object.values(answer.errors ?? {})[0] ?? answer.message ?? null }
  } catch {
    return { ok: false, message: null }
  }
}
