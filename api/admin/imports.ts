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
  startedImport,
  translationsQuery,
} from '../../contract/admin/imports.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import type { FeedUpload, FileContents } from '../../domain/catalogue/feed-upload.ts'
import { importPermissions } from '../../domain/catalogue/import-permissions.ts'
import {
  longestText,
  translationColumns,
  type MissingTranslation,
} from '../../domain/catalogue/translation.ts'
import { toMajor } from '../../domain/money/money.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { csvLine, csvStart } from './csv.ts'
import { problemWords } from './problem-words.ts'
import { problemsCsv } from './problems-csv.ts'
import { permittedStore, requestedStore } from './requested-store.ts'
import { hasSteppedUp } from './require-permission.ts'
import { translationsXliff } from './translations-xliff.ts'

export const adminImportRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { importMappings, uploads, exportFeed, missingTranslations } = services
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
      mappingVersion: version,
      location = '',
      alsoStores: also = '',
      pictures,
      setStock,
      takeTags,
    }: {
      store: string
      clear?: string | undefined
      sheet?: string | undefined
      mapping?: string | undefined
      mappingVersion?: string | undefined
      location?: string | undefined
      alsoStores?: string | undefined
      pictures?: 'keep' | 'replace' | undefined
      setStock?: 'yes' | undefined
      takeTags?: 'yes' | undefined
    },
  ) => {
    const store = requestedStore(code)
    const content = contentOf(request)
    const mapping = mappingName === undefined ? null : await importMappings.find(mappingName)
    if (mappingName !== undefined && mapping === null) throw new AdminRefusal(404, 'unknown_mapping')
    if (version !== undefined && mapping?.version !== version)
      throw new AdminRefusal(409, 'changed_meanwhile')
    const places = mapping === null ? [store] : importMappings.stores(mapping, store)
    // Before the file is read: nothing is imported in part.
    for (const place of places)
      if (!(request.staff.grants['import:run'] ?? []).includes(place))
        throw new AdminRefusal(403, 'store_not_permitted', { permission: 'import:run', store: place })
    const alsoStores = also
      .split(',')
      .filter(Boolean)
      .map((name) => requestedStore(name))
    const mayIn = (contents: FileContents, place: StoreCode) =>
      request.staff.grants[importPermissions[contents]]?.includes(place) === true
    return {
      ...content,
      store,
      alsoStores,
      sheet: sheet ?? null,
      mapping: mapping && { fields: mapping.fields, headerRow: mapping.headerRow },
      ...(mapping !== null && { stores: places }),
      clear: clear.split(',').filter(Boolean),
      location: location === '' ? null : location,
      pictures: pictures ?? null,
      setStock: setStock === 'yes',
      takeTags: takeTags === 'yes',
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
      const { table, otherCurrencies, newProducts, pictures, stores, changes, clears, ...outcome } =
        answer.outcome
      const { problems, notes, refused } = outcome
      return {
        ...outcome,
        ...(stores && { stores: [...stores] }),
        changes: changes.map((change) => ({ ...change, store: change.store ?? null })),
        clears: clears.map((clear) => ({ ...clear, store: clear.store ?? null })),
        otherCurrencies,
        pictures: pictures && { products: pictures.products, withPictures: pictures.withPictures },
        newProducts: newProducts.map((product) => ({
          sku: product.sku,
          name: product.name,
          brand: product.brand,
          description: product.description,
          salePrice: product.salePriceMinor === null ? null : toMajor(product.salePriceMinor),
          availability: product.availability,
          pictures: product.pictures,
          choiceGroups: product.choiceGroups,
          facts: product.facts,
          price: toMajor(product.priceMinor),
          highestPrice: product.highestMinor === null ? null : toMajor(product.highestMinor),
          category: product.category,
          choices: product.choices,
          choiceCount: product.choiceCount,
          pictureCount: product.pictureCount,
        })),
        table: table && {
          encoding: table.encoding,
          separator: table.separator,
          sheet: table.sheet,
          sheets: table.sheets,
          headerRow: table.headerRow,
          preset: table.preset,
          columnCount: table.columnCount,
          unusedColumns: table.unusedColumns,
        },
        problemsCsv:
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
        response: { 200: startedImport, ...refusals },
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
      return { job: answer.job, jobs: answer.jobs }
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
      const { sheet, mapping: name, header } = request.query
      const content = contentOf(request)
      const mapping = name === undefined ? null : await importMappings.find(name)
      if (name !== undefined && mapping === null) throw new AdminRefusal(404, 'unknown_mapping')
      const answer = await uploads.columns({
        ...content,
        store,
        sheet: sheet ?? null,
        mapping: mapping && { fields: mapping.fields, headerRow: mapping.headerRow },
        header: header ?? null,
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
        mappings: mappings.map(({ name, version, fields, headerRow }) => ({
          name,
          version,
          ...(headerRow !== undefined && { headerRow }),
          fields: fields.map((field) => ({ ...field, steps: [...field.steps] })),
        })),
        fields: await importMappings.fields(),
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
      const fields = body.fields.map(({ store, ...field }) => ({
        ...field,
        ...(store !== undefined && { store: requestedStore(store) }),
      }))
      const { version, headerRow } = body
      const answer = await importMappings.save(actor, { name: params.name, version, fields, headerRow })
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

  for (const { ending, type, contents, written } of translationForms)
    app.get(
      `/admin/api/exports/:store/translations.${ending}`,
      {
        config: { permission: 'product:read' },
        schema: {
          summary: `The texts of the catalogue that a store lacks, for translators, as ${written}; an import takes it back`,
          params: importParams,
          querystring: translationsQuery,
        },
      },
      async (request, reply) => {
        const target = requestedStore(request.params.store)
        const source = permittedStore(request, request.query.source)
        return reply
          .type(type)
          .header('content-disposition', `attachment; filename="translations-${source}-${target}.${ending}"`)
          .send(Readable.from(contents(missingTranslations(source, target), { source, target })))
      },
    )
}

/** A table for translators: texts of `source` that `target` lacks. */
async function* translationsCsv(
  missing: AsyncIterable<MissingTranslation>,
  { source, target }: { source: StoreCode; target: StoreCode },
): AsyncGenerator<string> {
  yield csvStart + csvLine(translationColumns)
  for await (const text of missing) {
    const { kind, id, field, context, sourceText } = text
    yield csvLine([kind, id, field, context, longestText(text), source, sourceText, target, ''])
  }
}

const translationForms = [
  { ending: 'csv', type: 'text/csv; charset=utf-8', contents: translationsCsv, written: 'a table' },
  { ending: 'xlf', type: 'application/xliff+xml', contents: translationsXliff, written: 'XLIFF 1.2' },
] as const

/** A file that is too large, or not the person's to import, has a status of its own. */
function requireTaken(answer: { ok: true } | { ok: false; code: string; megabytes?: number }): void {
  if (!answer.ok && (answer.code === 'not_permitted' || answer.code === 'pictures_of_all_stores'))
    throw new AdminRefusal(403, answer.code)
  if (!answer.ok && answer.code === 'too_large')
    throw new AdminRefusal(413, answer.code, { megabytes: answer.megabytes })
}
