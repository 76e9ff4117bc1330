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
import { listFields } from '../domain/custom-fields/field-repository.server.ts'
import type { ImportMappings } from '../domain/catalogue/feed-upload.ts'
import { workerJob } from '../domain/workers/worker-job.ts'
import type { ColumnsInput, run } from './columns-job.server.ts'
import { fieldColumn } from './field-cells.ts'
import { readFileInWorker } from './file-parts.server.ts'
import { mappedFields, mappedStores, mappingProblem } from './mapped-table.ts'

interface MappingRow {
  name: string
  fields: unknown
  store_fields: unknown
  header_row: number | null
  updated_at: Date
}

const mappingOf = ({
  name,
  fields,
  store_fields: ofStores,
  header_row: headerRow,
  updated_at: updatedAt,
}: MappingRow): SavedMapping => ({
  name,
  fields: [...(fields as MappedField[]), ...(ofStores as MappedField[])],
  ...(headerRow !== null && { headerRow }),
  version: String(updatedAt.getTime()),
})

/** By name. */
async function savedMappings(db: Kysely<DB>): Promise<SavedMapping[]> {
  const rows = await db
    .selectFrom('import_mapping')
    .select(['name', 'fields', 'store_fields', 'header_row', 'updated_at'])
    .orderBy('name')
    .execute()
  return rows.map(mappingOf)
}

/** Null: there is none of that name. */
export async function savedMapping(db: Kysely<DB>, name: string): Promise<SavedMapping | null> {
  const row = await rowOf(db, name).executeTakeFirst()
  return row ? mappingOf(row) : null
}

const rowOf = (db: Kysely<DB>, name: string) =>
  db
    .selectFrom('import_mapping')
    .select(['id', 'name', 'fields', 'store_fields', 'header_row', 'updated_at'])
    .where(sql`lower(name)`, '=', name.trim().toLowerCase())

/** What the audit says of a mapping: the columns, constants and steps, by field. */
const columnsOf = (fields: readonly MappedField[]) =>
  Object.fromEntries(
    fields.map(({ field, column, text, steps, store }) => [
      store === undefined ? field : `${field} (${store})`,
      [column ?? `= ${text}`, ...steps.map(({ kind, ...rest }) => [kind, ...Object.values(rest)].join(' '))],
    ]),
  )

const auditedTerms = ({ name, fields, headerRow }: Omit<SavedMapping, 'version'>) => ({
  name,
  columns: columnsOf(fields),
  headerRow: headerRow ?? null,
})

async function saveMapping(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  { name, fields, headerRow, version }: Omit<SavedMapping, 'version'> & { version: string | null },
): Promise<SaveMapping> {
  const problem = mappingProblem({ fields })
  if (problem) return { ok: false, ...problem }
  return audited(db, actor, async (trx, record): Promise<SaveMapping> => {
    const former = await rowOf(trx, name).forUpdate().executeTakeFirst()
    if (version === null && former) return { ok: false, code: 'mapping_exists' }
    if (version !== null && (!former || mappingOf(former).version !== version))
      return { ok: false, code: 'changed_meanwhile' }
    // Later than the former, whatever the clock says.
    const updatedAt = new Date(Math.max(clock(), (former?.updated_at.getTime() ?? 0) + 1))
    const values = {
      name,
      fields: JSON.stringify(fields.filter(({ store }) => store === undefined)),
      store_fields: JSON.stringify(fields.filter(({ store }) => store !== undefined)),
      header_row: headerRow ?? null,
      updated_at: updatedAt,
    }
    const written = former
      ? await trx
          .updateTable('import_mapping')
          .set(values)
          .where('id', '=', former.id)
          .returning('id')
          .executeTakeFirst()
      : await trx
          .insertInto('import_mapping')
          .values(values)
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
    if (!written) return { ok: false, code: 'mapping_exists' }
    record({
      action: 'import_mapping.save',
      object: ['import_mapping', written.id],
      ...(former && { before: auditedTerms(mappingOf(former)) }),
      after: auditedTerms({ name, fields, headerRow }),
    })
    return { ok: true, version: String(updatedAt.getTime()) }
  })
}

/** False: there is none of that name. */
async function removeMapping(db: Kysely<DB>, actor: Actor, name: string): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const former = await rowOf(trx, name).forUpdate().executeTakeFirst()
    if (!former) return false
    await trx.deleteFrom('import_mapping').where('id', '=', former.id).execute()
    const before = auditedTerms(mappingOf(former))
    record({ action: 'import_mapping.remove', object: ['import_mapping', former.id], before })
    return true
  })
}

/** Those of the shop's own fields. */
async function columnsOfFields(db: Kysely<DB>): Promise<string[]> {
  const fields = await listFields(db, 'product')
  return fields.filter(({ isArchived }) => !isArchived).map(({ key }) => fieldColumn(key))
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
  fields: async () => [...mappedFields, ...(await columnsOfFields(services.db))],
  stores: mappedStores,
  all: () => savedMappings(services.db),
  find: (name) => savedMapping(services.db, name),
  save: (actor, mapping) => saveMapping(services, actor, mapping),
  remove: (actor, name) => removeMapping(services.db, actor, name),
})
