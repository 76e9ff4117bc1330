/** Check and import of a feed that staff upload, and export of a store's products as the feed that it reads. */
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import { importCheck, importCheckQuery, importParams, importQuery } from '../../contract/admin/imports.ts'
import { startedJob } from '../../contract/admin/jobs.ts'
import type { FeedUpload } from '../../domain/catalogue/feed-upload.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { problemWords } from './problem-words.ts'
import { problemsCsv } from './problems-csv.ts'
import { requestedStore } from './requested-store.ts'

export const adminImportRoutes: FastifyPluginAsyncZod<AdminServices> = async (
  app,
  { uploads, exportFeed },
) => {
  // The file is passed on as it arrives; its size is counted where it is written.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))

  const refusals = { 403: adminError, 404: adminError, 409: adminError, 413: adminError }
  const uploadOf = (
    request: FastifyRequest,
    { store: code, clear = '' }: { store: string; clear?: string | undefined },
  ) => {
    const store = requestedStore(code)
    const content: unknown = request.body
    if (!(content instanceof Readable)) throw new AdminRefusal(415, 'no_file')
    const announced = request.headers['content-length']
    return {
      content,
      announcedBytes: announced === undefined ? null : Number(announced),
      store,
      clear: clear.split(',').filter(Boolean),
    } satisfies FeedUpload
  }

  app.post(
    '/admin/api/imports/:store/check',
    {
      config: { permission: 'import:run' },
      bodyLimit: Number.MAX_SAFE_INTEGER,
      schema: {
        summary: 'Report what the import of an uploaded feed would change',
        params: importParams,
        querystring: importCheckQuery,
        response: { 200: importCheck, ...refusals },
      },
    },
    async (request) => {
      const upload = uploadOf(request, { ...request.params, ...request.query })
      const answer = await uploads.check(request.actor, upload)
      requireSize(answer)
      requireOk(answer)
      const { problemCount, ...outcome } = answer.outcome
      const { problems } = outcome
      return {
        ...outcome,
        problem_count: problemCount,
        problems_csv:
          problems.length === 0
            ? null
            : [...problemsCsv(problems, problemCount, await problemWords(request.query.language))].join(''),
      }
    },
  )

  app.post(
    '/admin/api/imports/:store',
    {
      config: { permission: 'import:run' },
      bodyLimit: Number.MAX_SAFE_INTEGER,
      schema: {
        summary: 'Start the import of an uploaded feed as a job',
        params: importParams,
        querystring: importQuery,
        response: { 200: startedJob, ...refusals },
      },
    },
    async (request) => {
      const upload = uploadOf(request, { ...request.params, ...request.query })
      const answer = await uploads.start(request.actor, {
        ...upload,
        staffId: request.staff.id,
        name: request.query.name ?? null,
      })
      requireSize(answer)
      requireOk(answer)
      return { job: answer.job }
    },
  )

  app.get(
    '/admin/api/exports/:store/products.tsv',
    {
      config: { permission: 'product:read' },
      schema: {
        summary: 'The products of a store as a feed, which an import reads again',
        params: importParams,
      },
    },
    async (request, reply) => {
      const store = requestedStore(request.params.store)
      return reply
        .type('text/tab-separated-values; charset=utf-8')
        .header('content-disposition', `attachment; filename="products-${store}.tsv"`)
        .send(Readable.from(exportFeed(store)))
    },
  )
}

/** A file that is too large has a status of its own. */
function requireSize(answer: { ok: true } | { ok: false; code: string; megabytes?: number }): void {
  if (!answer.ok && answer.code === 'too_large')
    throw new AdminRefusal(413, answer.code, { megabytes: answer.megabytes })
}
