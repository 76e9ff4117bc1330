/** Import of purchase costs from a file that staff upload: its check, and the job that changes them (decision 98). */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { costCheck, costCheckQuery, costImportQuery } from '../../contract/admin/cost-imports.ts'
import { adminError } from '../../contract/admin/error.ts'
import { startedJob } from '../../contract/admin/jobs.ts'
import { byProduct, planCosts, type CostPlan } from '../../domain/catalogue/cost-changes.server.ts'
import { mostCostBytes, type CostFile } from '../../domain/catalogue/cost-file.ts'
import { readUploadedCosts } from '../../domain/catalogue/cost-upload.server.ts'
import { toMajor } from '../../domain/money/money.ts'
import { addProblems } from '../../domain/staff-jobs/staff-job-repository.server.ts'
import { startStaffJob } from '../../domain/staff-jobs/start-staff-job.server.ts'
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { problemWords } from './problem-words.ts'
import { problemsCsv } from './problems-csv.ts'
import { requireStore } from './require-permission.ts'

/** Changes and problems that an answer lists; all of them are counted. */
const listed = 1000

export const adminCostImportRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db } = services
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: mostCostBytes },
    (_request, body, done) => done(null, body),
  )
  const refusals = { 403: adminError, 409: adminError, 413: adminError, 415: adminError }

  /** The plan of the uploaded file, and the stores whose costs it names. */
  async function planOf(request: FastifyRequest): Promise<{ plan: CostPlan; concerned: StoreCode[] }> {
    if (!Buffer.isBuffer(request.body)) throw new AdminRefusal(415, 'no_file')
    const file = await readUploadedCosts(request.body)
    requireOk(file)
    const concerned = storesOf(file)
    // Also to check it: the answer says what is stored.
    for (const store of concerned) requireStore(request, store)
    return { plan: await planCosts(db, file), concerned }
  }

  app.post(
    '/admin/api/cost-imports/check',
    {
      config: { permission: 'price:edit' },
      bodyLimit: mostCostBytes,
      schema: {
        summary: 'Report what the import of a file of purchase costs would change',
        querystring: costCheckQuery,
        response: { 200: costCheck, ...refusals },
      },
    },
    async (request) => {
      const { plan } = await planOf(request)
      const { read, unchanged, changes, problems } = plan
      return {
        read,
        changed: changes.length,
        unchanged,
        refused: problems.length,
        changes: changes.slice(0, listed).map(({ row, sku, currency, beforeMinor, afterMinor }) => ({
          row,
          sku,
          currency,
          before: beforeMinor === null ? null : toMajor(beforeMinor),
          after: toMajor(afterMinor),
        })),
        problems: problems.slice(0, listed),
        problemCount: problems.length,
        problemsCsv:
          problems.length === 0
            ? null
            : [
                ...problemsCsv(
                  { problems, count: problems.length, notes: [] },
                  await problemWords(request.query.language),
                ),
              ].join(''),
      }
    },
  )

  app.post(
    '/admin/api/cost-imports',
    {
      config: { permission: 'price:edit' },
      bodyLimit: mostCostBytes,
      schema: {
        summary: 'Change purchase costs by a file, as a job that can be undone',
        querystring: costImportQuery,
        response: { 200: startedJob, ...refusals },
      },
    },
    async (request) => {
      const { plan, concerned } = await planOf(request)
      const products = byProduct(plan.changes)
      if (products.length === 0) throw new AdminRefusal(409, 'nothing_to_change')
      const { name = null } = request.query
      const job = await db.transaction().execute(async (trx) => {
        const id = await startStaffJob({ ...services, db: trx }, request.actor, {
          kind: 'cost-import',
          staffId: request.staff.id,
          terms: { file: name },
          reason: name,
          stores: concerned,
          rows: products.map(({ sku, before, after }) => ({
            objectId: sku,
            store: null,
            before,
            after,
            outcome: null,
            refusal: null,
          })),
        })
        await addProblems(trx, id, plan.problems, { counted: plan.problems.length })
        return id
      })
      return { job }
    },
  )
}

/** Purchase costs in a currency concern every store that uses it. */
function storesOf({ rows }: Extract<CostFile, { ok: true }>): StoreCode[] {
  const currencies = new Set(rows.map(({ currency }) => currency))
  return storeCodes.filter((code) => currencies.has(stores[code].currency))
}
