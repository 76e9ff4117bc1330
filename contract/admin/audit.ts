/** The people of the audit, and its undo; its list is declared. */
import { z } from 'zod'

/** Whom the audit can be filtered by, by name. */
export const auditPeople = z.object({ people: z.array(z.object({ id: z.number(), name: z.string() })) })

export const auditParams = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
