/**
 * A text that PostgreSQL cannot store: one with a NUL or a lone surrogate. The contract refuses it where a text is
 * stored (`contract/text.ts`); a text that is only compared, such as a search or a code in an address, reaches the
 * database, which is the request's fault and not the shop's.
 */

/** SQLSTATE: `character_not_in_repertoire`, and the same inside of JSON, `untranslatable_character`. */
const states = new Set(['22021', '22P05'])

/** Whether a statement failed because of such a text. */
export function isUnstorableText(error: unknown): boolean {
  const { code, detail } = error as { code?: unknown; detail?: unknown }
  if (typeof code !== 'string') return false
  // A lone surrogate in JSON is a syntax error, `invalid_text_representation`.
  return states.has(code) || (code === '22P02' && /surrogate/.test(String(detail)))
}
