/** What modules add to pages of the back office. */
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../../db/schema.generated.ts'
import type { Grants } from '../../domain/permissions/permissions.ts'

/** `schema`: its fields as they are answered. `read`: those of the order or account with this id. */
export interface StaffPart {
  schema: z.ZodObject
  /** As far as the person may see them. */
  read(db: Kysely<DB>, id: number, grants: Grants): Promise<Readonly<Record<string, unknown>>>
}

/** The answer of a page with the fields of modules. */
export const withParts = <Page extends z.ZodObject>(page: Page, parts: readonly StaffPart[]): Page =>
  parts.reduce<z.ZodObject>((all, { schema }) => all.extend(schema.shape), page) as Page

/** Those fields of an order or an account. */
export async function readParts(
  parts: readonly StaffPart[],
  db: Kysely<DB>,
  id: number,
  grants: Grants,
): Promise<object> {
  return Object.assign({}, ...(await Promise.all(parts.map(({ read }) => read(db, id, grants))))) as object
}
