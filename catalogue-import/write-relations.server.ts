/** Writes relations between products and the parts of sets, after all products of the import are written. */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import {
  indexRelations,
  stagedPage,
  stagedRelations,
  type StagedProduct,
  type StagedRelation,
} from './import-staging.server.ts'
import type { RowProblem } from './row-report.ts'
import { differenceOf, loadRows, saveRows, type Row, type Table } from './table-rows.server.ts'
import { resolveIds, type WriteContext } from './write-context.server.ts'

const relationTable = {
  name: 'product_relation',
  columns: { product_id: 'integer', kind: 'text', related_id: 'integer', position: 'smallint' },
  key: ['product_id', 'kind', 'related_id'],
} satisfies Table

const setPartTable = {
  name: 'set_part',
  columns: { set_id: 'integer', product_id: 'integer', quantity: 'integer' },
  key: ['set_id', 'product_id'],
} satisfies Table

export interface RelationProblem extends RowProblem {
  row: number
  sku: string
}

/** Returns how many products changed only now; a relation to an unknown product is reported and omitted. */
export async function writeRelations(
  db: Kysely<DB>,
  context: WriteContext,
  onProblem: (problem: RelationProblem) => void,
): Promise<number> {
  await indexRelations(db)
  let changed = 0
  for (let after = ''; ;) {
    const page = await stagedPage(db, after, 1000)
    const last = page.at(-1)
    if (!last) return changed
    changed += await db.transaction().execute((trx) => writePage(trx, page, context, onProblem))
    after = last.claim
  }
}

async function writePage(
  db: Kysely<DB>,
  page: readonly StagedProduct[],
  context: WriteContext,
  onProblem: (problem: RelationProblem) => void,
): Promise<number> {
  const owners = new Map(page.map((product) => [product.sku, product]))
  const staged = await stagedRelations(db, [...owners.keys()])
  const related = await resolveIds(
    db,
    'product',
    staged.map(({ related_sku }) => related_sku),
    context,
  )
  const relations: Row[] = []
  const parts: Row[] = []
  for (const relation of staged) {
    const owner = owners.get(relation.sku)
    const id = related.get(relation.related_sku)
    if (!owner) continue
    if (id === undefined || id === owner.id) onProblem(problemOf(owner, relation))
    else if (relation.kind === 'set_part')
      parts.push({ set_id: owner.id, product_id: id, quantity: relation.quantity })
    else
      relations.push({
        product_id: owner.id,
        kind: relation.kind,
        related_id: id,
        position: relation.position,
      })
  }
  const ids = page.map(({ id }) => id)
  const touched = new Set<unknown>()
  for (const [table, owner, rows] of [
    [relationTable, 'product_id', relations],
    [setPartTable, 'set_id', parts],
  ] as const) {
    const mentioned = new Map(page.map((product) => [product.id, new Set(product.kinds)]))
    const existing = (await loadRows(db, table, owner, ids)).filter((row) =>
      mentioned.get(row[owner] as number)?.has((row['kind'] as string | undefined) ?? 'set_part'),
    )
    const difference = differenceOf(table, existing, rows)
    for (const row of [...difference.upsert, ...difference.remove]) touched.add(row[owner])
    if (!context.dryRun) await saveRows(db, table, difference)
  }
  return page.filter(({ id, unchanged }) => unchanged && touched.has(id)).length
}

function problemOf(owner: StagedProduct, relation: StagedRelation): RelationProblem {
  const column = relation.kind === 'set_part' ? 'setParts' : 'relations'
  return { code: 'unknown_sku', column, value: relation.related_sku, row: owner.row, sku: owner.sku }
}
