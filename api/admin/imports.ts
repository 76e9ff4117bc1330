/** Check and import of a feed that staff upload, and export of a store's products as the feed that it reads. */
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import {
  columnsAnswer,
  columnsQuery,
  importCheck,
  importCheckQuery,
  importParams,
  importQuery,
  mappingParams,
  mappingsAnswer,
  savedMappingAnswer,
  saveMappingBody,
} from '../../contract/admin/imports.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import { startedJob } from '../../contract/admin/jobs.ts'
import type { FeedUpload, FileContents } from '../../domain/catalogue/feed-upload.ts'
import { toMajor } from '../../domain/money/money.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import type { Permission } from '../../domain/permissions/permissions.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { problemWords } from './problem-words.ts'
import { problemsCsv } from './problems-csv.ts'
import { requestedStore } from './requested-store.ts'
import { hasSteppedUp } from './require-permission.ts'

/** Besides `import:run`. */
const permissionFor: Record<FileContents, Permission> = {
  products: 'import:run',
  pictures: 'product:edit',
  redirects: 'product:edit',
  stock: 'stock:edit',
  customers: 'customer:edit',
  orders: 'order:edit',
  // Their balances are money of the shop.
  'gift-cards': 'order:refund',
  coupons: 'coupon:edit',
}

export const adminImportRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { importMappings, uploads, exportFeed } = services
  // The file is passed on as it arrives; its size is counted where it is written.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))

  const refusals = { 403: adminError, 404: adminError, 409: adminError, 413: adminError }
  const contentOf = (request: FastifyRequest) => {
    const content: unknown = request.body
    if (!(content instanceof Readable)) throw new AdminRefusal(415, 'no_file')
    const announced = request.headers['content-length']
    return { content, announcedBytes: announced === undefined ? null : Number(announced) }
  }
  const uploadOf = async (
    request: FastifyRequest,
    {
      store: code,
      clear = '',
      sheet,
      mapping: mappingName,
      mapping_version: version,
      location = '',
      also_stores: also = '',
      pictures,
    }: {
      store: string
      clear?: string | undefined
      sheet?: string | undefined
      mapping?: string | undefined
      mapping_version?: string | undefined
      location?: string | undefined
      also_stores?: string | undefined
      pictures?: 'keep' | 'replace' | undefined
    },
  ) => {
    const store = requestedStore(code)
    const content = contentOf(request)
    const mapping = mappingName === undefined ? null : await importMappings.find(mappingName)
    if (mappingName !== undefined && mapping === null) throw new AdminRefusal(404, 'unknown_mapping')
    if (version !== undefined && mapping?.version !== version)
      throw new AdminRefusal(409, 'changed_meanwhile')
    const alsoStores = also
      .split(',')
      .filter(Boolean)
      .map((name) => requestedStore(name))
    const mayIn = (contents: FileContents, place: StoreCode) =>
      request.staff.grants[permissionFor[contents]]?.includes(place) === true
    return {
      ...content,
      store,
      alsoStores,
      sheet: sheet ?? null,
      mapping: mapping && { fields: mapping.fields },
      clear: clear.split(',').filter(Boolean),
      location: location === '' ? null : location,
      pictures: pictures ?? null,
      // A product shows its pictures in every store that sells it.
      may: (contents) =>
        (contents === 'pictures' ? storeCodes : [store, ...alsoStores]).every((place) =>
          mayIn(contents, place),
        ),
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
      const upload = await uploadOf(request, { ...request.params, ...request.query })
      const answer = await uploads.check(request.actor, upload)
      requireTaken(answer)
      requireOk(answer)
      const { table, otherCurrencies, newProducts, pictures, ...outcome } = answer.outcome
      const { problems, notes, refused } = outcome
      return {
        ...outcome,
        other_currencies: otherCurrencies,
        pictures: pictures && { products: pictures.products, with_pictures: pictures.withPictures },
        new_products: newProducts.map((product) => ({
          name: product.name,
          price: toMajor(product.priceMinor),
          highest_price: product.highestMinor === null ? null : toMajor(product.highestMinor),
          category: product.category,
          choices: product.choices,
          choice_count: product.choiceCount,
          picture_count: product.pictureCount,
        })),
        table: table && {
          encoding: table.encoding,
          separator: table.separator,
          sheet: table.sheet,
          sheets: table.sheets,
          preset: table.preset,
          column_count: table.columnCount,
          unused_columns: table.unusedColumns,
        },
        problems_csv:
          problems.length + notes.length === 0
            ? null
            : [
                ...problemsCsv(
                  { problems, count: refused, notes },
                  await problemWords(request.query.language),
                ),
              ].join(''),
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
      const upload = await uploadOf(request, { ...request.params, ...request.query })
      const answer = await uploads.start(request.actor, {
        ...upload,
        staffId: request.staff.id,
        name: request.query.name ?? null,
        isSteppedUp: hasSteppedUp(request.staff, services.clock()),
      })
      if (!answer.ok && answer.code === 'step_up_required')
        throw new AdminRefusal(403, 'step_up_required', { permission: 'order:refund' })
      requireTaken(answer)
      requireOk(answer)
      return { job: answer.job }
    },
  )

  app.post(
    '/admin/api/imports/:store/columns',
    {
      config: { permission: 'import:run' },
      bodyLimit: Number.MAX_SAFE_INTEGER,
      schema: {
        summary: 'The columns of an uploaded table with samples, to map them to fields',
        params: importParams,
        querystring: columnsQuery,
        response: { 200: columnsAnswer, ...refusals },
      },
    },
    async (request) => {
      const store = requestedStore(request.params.store)
      const answer = await uploads.columns({
        ...contentOf(request),
        store,
        sheet: request.query.sheet ?? null,
      })
      requireTaken(answer)
      requireOk(answer)
      return answer.found
    },
  )

  app.get(
    '/admin/api/import-mappings',
    {
      config: { permission: 'import:run' },
      schema: {
        summary: 'The saved mappings of columns, and the fields to which columns can be mapped',
        response: { 200: mappingsAnswer },
      },
    },
    async () => {
      const mappings = await importMappings.all()
      return {
        mappings: mappings.map(({ name, version, fields }) => ({
          name,
          version,
          fields: fields.map((field) => ({ ...field, steps: [...field.steps] })),
        })),
        fields: [...importMappings.fields],
      }
    },
  )

  app.put(
    '/admin/api/import-mappings/:name',
    {
      config: { permission: 'import:run' },
      schema: {
        summary: 'Save a mapping of columns',
        params: mappingParams,
        body: saveMappingBody,
        response: { 200: savedMappingAnswer, 409: adminError },
      },
    },
    async ({ actor, params, body }) => {
      const answer = await importMappings.save(actor, { name: params.name, ...body })
      requireOk(answer)
      return { version: answer.version }
    },
  )

  app.delete(
    '/admin/api/import-mappings/:name',
    {
      config: { permission: 'import:run' },
      schema: {
        summary: 'Remove a saved mapping of columns',
        params: mappingParams,
        response: { 200: doneAnswer, 404: adminError },
      },
    },
    async ({ actor, params }) => {
      if (!(await importMappings.remove(actor, params.name))) throw new AdminRefusal(404, 'unknown_mapping')
      return { done: true as const }
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

/** A file that is too large, or not the person's to import, has a status of its own. */
function requireTaken(answer: { ok: true } | { ok: false; code: string; megabytes?: number }): void {
  if (!answer.ok && (answer.code === 'not_permitted' || answer.code === 'pictures_of_all_stores'))
    throw new AdminRefusal(403, answer.code)
  if (!answer.ok && answer.code === 'too_large')
    throw new AdminRefusal(413, answer.code, { megabytes: answer.megabytes })
}
