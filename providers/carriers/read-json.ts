/** Bodies of requests to the simulated carriers. */
import type { z } from 'zod'

export type ReadBody<Body> = { ok: true; body: Body } | { ok: false; problems: string[] }

/** Problems name the member, e.g. `parties.recipient.name is required`. */
export function readJson<Body>(text: unknown, schema: z.ZodType<Body>): ReadBody<Body> {
  let parsed: unknown
  try {
    parsed = JSON.parse(String(text))
  } catch {
    return { ok: false, problems: ['the body is no JSON'] }
  }
  const read = schema.safeParse(parsed)
  if (read.success) return { ok: true, body: read.data }
  return {
    ok: false,
    problems: read.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`),
  }
}
