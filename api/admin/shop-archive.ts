/** The archive of the whole shop: an owner starts its job, and downloads it for a day. It has all personal data. */
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import { jobParams, startedJob } from '../../contract/admin/jobs.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import { shopArchiveBody } from '../../contract/admin/shop-archive.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import { archiveBytes, archiveKeptUntil } from '../../domain/staff-jobs/archive-parts.server.ts'
import { findJob } from '../../domain/staff-jobs/staff-job-repository.server.ts'
import { startStaffJob } from '../../domain/staff-jobs/start-staff-job.server.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { AdminRefusal } from './admin-refusal.ts'
import { requireStore } from './require-permission.ts'
import type { AdminServices } from './admin-services.ts'

const asOwner = { permission: 'archive:export', stepUp: true, forKeys: false } as const

export const adminShopArchiveRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db, clock } = services
  const refusals = { 403: adminError, 404: adminError }

  /** An archive has every store. */
  const requireWholeShop = (request: FastifyRequest) => {
    for (const store of storeCodes) requireStore(request, store)
  }
  /** Only the person who started the job downloads the archive. */
  const keptArchive = async (request: FastifyRequest, id: number) => {
    requireWholeShop(request)
    const job = await findJob(db, id)
    if (job?.kind !== 'archive-export' || job.staffId !== request.staff.id)
      throw new AdminRefusal(404, 'unknown_job')
    const bytes = archiveKeptUntil(job, clock()) === null ? null : await archiveBytes(services, id)
    if (bytes === null || job.finishedAt === null) throw new AdminRefusal(404, 'archive_gone')
    return { bytes, at: job.finishedAt }
  }

  app.post(
    '/admin/api/shop-archive',
    {
      config: asOwner,
      schema: {
        summary: 'Write the archive of the whole shop, to be downloaded for a day',
        body: shopArchiveBody,
        response: { 200: startedJob, ...refusals },
      },
    },
    async (request) => {
      requireWholeShop(request)
      const { withLogins: logins } = request.body
      const job = await startStaffJob(services, request.actor, {
        kind: 'archive-export',
        staffId: request.staff.id,
        terms: { logins },
        reason: null,
        stores: storeCodes,
        total: await services.countArchivedTables(logins),
        prepare: () => Promise.resolve(),
      })
      return { job }
    },
  )

  app.post(
    '/admin/api/shop-archive/:id/download',
    {
      config: asOwner,
      schema: {
        summary:
          'Ask whether the archive of a job can be downloaded, and for the proof that its address needs',
        params: jobParams,
        response: { 200: doneAnswer, ...refusals },
      },
    },
    async (request) => {
      await keptArchive(request, request.params.id)
      return { done: true as const }
    },
  )

  app.get(
    '/admin/api/shop-archive/:id/shop.tar.gz',
    { config: asOwner, schema: { summary: 'The archive of a job', params: jobParams } },
    async (request, reply) => {
      const { id } = request.params
      const { bytes, at } = await keptArchive(request, id)
      // Recorded before the file is sent, so that each download has an entry.
      await audited(db, request.actor, async (_trx, record) =>
        record({ action: 'archive.download', object: ['job', id] }),
      )
      return reply
        .type('application/gzip')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="shop-${at.toISOString().slice(0, 10)}.tar.gz"`)
        .send(Readable.from(bytes))
    },
  )
}
