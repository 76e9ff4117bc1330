/** Writes relations between products and the parts of sets, after all products of the import are written. */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { relationTable, setPartTable, type RelationRow, type SetPartRow } from './catalogue-tables.server.ts'
import {
  indexRelations,
  stagedPage,
  stagedRelations,
  type StagedProduct,
  type StagedRelation,
} from './import-staging.server.ts'
import type { RowProblem } from './row-report.ts'
import { differenceOf, loadRows, saveRows } from './table-rows.server.ts'
import { resolveProductIds, type WriteContext } from './write-context.server.ts'
import type { Sku } from '../domain/products/sku.ts'

export interface RelationProblem extends RowProblem {
  row: number
  sku: Sku
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
    const write = (trx: Kysely<DB>) => writePage(trx, page, context, onProblem)
    changed += await (db.isTransaction ? write(db) : db.transaction().execute(write))
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
  const related = await resolveProductIds(
    db,
    staged.map(({ related_sku }) => related_sku),
    context,
  )
  const relations: RelationRow[] = []
  const parts: SetPartRow[] = []
  for (const relation of staged) {
    const owner = owners.get(relation.sku)
    const id = related.get(relation.related_sku)
    if (!owner) continue
    if (id === undefined || id === owner.id) onProblem(problemOf(owner, relation))
    // Only parts of sets have a quantity.
    else if (relation.quantity !== null)
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
  const mentioned = new Map(page.map((product) => [product.id, new Set(product.kinds)]))
  const touched = new Set<number>()
  const formerRelations = await loadRows(db, relationTable, 'product_id', ids)
  const relationChange = differenceOf(
    relationTable,
    formerRelations.filter((row) => mentioned.get(row.product_id)?.has(row.kind)),
    relations,
  )
  for (const row of [...relationChange.upsert, ...relationChange.remove]) touched.add(row.product_id)
  const formerParts = await loadRows(db, setPartTable, 'set_id', ids)
  const partChange = differenceOf(
    setPartTable,
    formerParts.filter((row) => mentioned.get(row.set_id)?.has('set_part')),
    parts,
  )
  for (const row of [...partChange.upsert, ...partChange.remove]) touched.add(row.set_id)
  if (!context.dryRun) {
    await saveRows(db, relationTable, relationChange)
    await saveRows(db, setPartTable, partChange)
  }
  return page.filter(({ id, unchanged }) => unchanged && touched.has(id)).length
}

function problemOf(owner: StagedProduct, relation: StagedRelation): RelationProblem {
  const column = relation.kind === 'set_part' ? 'setParts' : 'relations'
  return { code: 'unknown_sku', column, value: relation.related_sku, row: owner.row, sku: owner.sku }
}
