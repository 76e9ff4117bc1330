/** Sends the file of a picture as the body of a request; the server detects its type from the bytes. */
import type { Store } from '../../domain/stores/stores.ts'
import { links } from '../links.ts'
import { apiBaseUrl } from './api-client.ts'

export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** A photo from a slow telephone may take minutes. */
const timeoutMs = 180_000

/** `data`: the answer. `message`: why the picture is refused, in the store's language; null: no answer. */
export async function sendPicture<T = unknown>(
  store: Store,
  path: string,
  file: File,
  query: Record<string, string> = {},
): Promise<{ ok: true; data: T } | { ok: false; message: string | null }> {
  try {
    const response = await fetch(apiBaseUrl() + links.api(store, path, query), {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return { ok: true, data: (await response.json()) as T }
    const answer = (await response.json()) as { message?: string; errors?: Record<string, string> }
    return { ok: false, message: Object.values(answer.errors ?? {})[0] ?? answer.message ?? null }
  } catch {
    return { ok: false, message: null }
  }
}
