/** Texts by key, for the storefront and the back office alike. */
import { formatMessage } from '../domain/content/message.ts'

/**
 * Answers the text of a key with its placeholders filled. A key without a text shows its last part, never an
 * empty string. `iso`: the language of plural forms and numbers, as `sv-SE`.
 */
export function translator<Key extends string>(
  strings: Readonly<Partial<Record<Key, string>>>,
  iso: string,
): (key: Key, values?: Record<string, string | number>) => string {
  return (key, values) => {
    const message = strings[key] ?? fallbackText(key)
    return values ? formatMessage(message, values, iso) : message
  }
}

/** The fallback for a missing text: the key's last part in plain letters. */
export function fallbackText(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1).replaceAll('_', ' ')
}
