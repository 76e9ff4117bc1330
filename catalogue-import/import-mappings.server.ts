/** The mappings of columns that staff have saved, and the columns of a file that they map. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import { audited } from '../domain/audit/audited.server.ts'
import type {
  FoundColumns,
  MappedField,
  SavedMapping,
  SaveMapping,
} from '../domain/catalogue/column-mapping.ts'
import type { ImportMappings } from '../domain/catalogue/feed-upload.ts'
import { workerJob } from '../domain/workers/worker-job.ts'
import type { ColumnsInput, run } from './columns-job.server.ts'
import { readFileInWorker } from './file-parts.server.ts'
import { mappedFields, mappingProblem } from './mapped-table.ts'

/** By name. */
async function savedMappings(db: Kysely<DB>): Promise<SavedMapping[]> {
  const rows = await db.selectFrom('import_mapping').select(['name', 'fields']).orderBy('name').execute()
  return rows.map(({ name, fields }) => ({ name, fields: fields as unknown as MappedField[] }))
}

/** Null: there is none of that name. */
export async function savedMapping(db: Kysely<DB>, name: string): Promise<SavedMapping | null> {
  const row = await db
    .selectFrom('import_mapping')
    .select(['name', 'fields'])
    .where(sql`lower(name)`, '=', name.trim().toLowerCase())
    .executeTakeFirst()
  return row ? { name: row.name, fields: row.fields as unknown as MappedField[] } : null
}

/** Saves a mapping; one of the same name is replaced. */
async function saveMapping(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  { name, fields }: SavedMapping,
): Promise<SaveMapping> {
  const problem = mappingProblem({ fields })
  if (problem) return { ok: false, ...problem }
  return audited(db, actor, async (trx, record) => {
    const values = { fields: JSON.stringify(fields), updated_at: new Date(clock()) }
    const { id } = await trx
      .insertInto('import_mapping')
      .values({ name, ...values })
      .onConflict((conflict) => conflict.expression(sql`lower(name)`).doUpdateSet({ name, ...values }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const columns = Object.fromEntries(fields.map(({ field, column, text }) => [field, column ?? text]))
    record({ action: 'import_mapping.save', object: ['import_mapping', id], after: { name, columns } })
    return { ok: true }
  })
}

/** False: there is none of that name. */
async function removeMapping(db: Kysely<DB>, actor: Actor, name: string): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const removed = await trx
      .deleteFrom('import_mapping')
      .where(sql`lower(name)`, '=', name.trim().toLowerCase())
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!removed) return false
    const object = ['import_mapping', removed.id] as const
    record({ action: 'import_mapping.remove', object, before: { name: removed.name } })
    return true
  })
}

const columnsJob = workerJob<typeof run>({ module: 'catalogue-import/columns-job.server.ts', seconds: 60 })

/** The columns of a file with samples. Throws FeedFault when the file has none. */
export async function readColumns(input: ColumnsInput): Promise<FoundColumns> {
  const { head, close } = await readFileInWorker(columnsJob, input)
  await close()
  return head
}

/** For the back office. */
export const importMappings = (services: { db: Kysely<DB>; clock: () => number }): ImportMappings => ({
  fields: mappedFields,
  all: () => savedMappings(services.db),
  find: (name) => savedMapping(services.db, name),
  save: (actor, mapping) => saveMapping(services, actor, mapping),
  remove: (actor, name) => removeMapping(services.db, actor, name),
})
