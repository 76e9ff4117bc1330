/** One product in the back office: its record, pictures, variants, gaps and history. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { adminError } from '../../contract/admin/error.ts'
import {
  changePhotoBody,
  changedPhoto,
  removePhotoBody,
  costsAnswer,
  createProductBody,
  fitPreview,
  fitPreviewBody,
  photoParams,
  previewParams,
  previewQuery,
  productPage,
  productPageParams,
  productReferences as referencesAnswer,
  productVariants,
  productVersion,
  restoreVersionBody,
  savedProduct,
  saveProductBody,
  setCostsBody,
  versionParams,
  type ProductPage,
} from '../../contract/admin/product-page.ts'
import { listAudit } from '../../domain/audit/audit-repository.server.ts'
import { withActorNames } from '../../domain/audit/actor-names.server.ts'
import {
  devicesNamed,
  productFacts,
  productReferences,
  variantsOf,
} from '../../domain/product-editing/product-page.server.ts'
import {
  leavesVersion,
  readVersion,
  restoreVersion,
} from '../../domain/product-editing/product-versions.server.ts'
import { brandOf } from '../../domain/catalogue/brand-manufacturer.server.ts'
import { readCosts, setCosts, type ProductCosts } from '../../domain/catalogue/product-cost.server.ts'
import type { ProductSaved } from '../../domain/catalogue/product-editor.ts'
import { storesSelling } from '../../domain/catalogue/product-lookup.server.ts'
import {
  addPhoto,
  changePhoto,
  listPhotos,
  removePhoto,
  type ChangedPhoto,
} from '../../domain/catalogue/product-photos.server.ts'
import { saleGaps } from '../../domain/catalogue/sale-gaps.ts'
import { largestPictureBytes } from '../../domain/pictures/inspect-picture.server.ts'
import { pictureUrl } from '../../domain/pictures/picture-address.ts'
import { pictureKey } from '../../domain/pictures/picture-key.ts'
import { toMajor, toMinor, type Minor } from '../../domain/money/money.ts'
import type { CurrencyCode } from '../../domain/stores/store.ts'
import { isoDay, localDay } from '../../domain/stores/local-time.ts'
import { readMerchantDate } from '../../domain/stores/merchant-date.ts'
import { publicPaths } from '../../domain/stores/paths.ts'
import { toSku, type Sku } from '../../domain/products/sku.ts'
import type { Permission } from '../../domain/permissions/permissions.ts'
import { storeCodes, storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { acceptPictures, pictureBody } from '../picture-body.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { mayUndo } from './may-undo.ts'
import { timelineIn, viewAuditEntry } from './audit-view.ts'
import { requestedStore } from './requested-store.ts'
import { permittedStores, requireStore } from './require-permission.ts'

const refused = { 403: adminError, 404: adminError, 409: adminError }

const holds = (request: FastifyRequest, permission: Permission, store: StoreCode): boolean =>
  request.staff.grants[permission]?.includes(store) ?? false

function requireSaved(answer: ProductSaved): asserts answer is Extract<ProductSaved, { ok: true }> {
  if (!answer.ok && answer.code === 'store_not_permitted')
    throw new AdminRefusal(403, answer.code, { permission: answer.permission, store: answer.store })
  requireOk(answer)
}

const viewSaved = ({ sku, outcome, rounded }: Extract<ProductSaved, { ok: true }>) => ({
  sku,
  outcome,
  rounded: rounded.map(({ field, code, detail }) => ({
    field,
    code,
    detail: detail && { code: detail.code, values: { ...detail.values } },
  })),
})

/** The currencies whose stores all let the person change prices: purchase costs are theirs alone to see. */
function costCurrencies(request: FastifyRequest): CurrencyCode[] {
  const codes = [...new Set(storeCodes.map((code) => stores[code].currency))]
  return codes.filter((currency) =>
    storeCodes
      .filter((code) => stores[code].currency === currency)
      .every((code) => holds(request, 'price:edit', code)),
  )
}

const viewCosts = (costs: ProductCosts): Record<string, number> =>
  Object.fromEntries(Object.entries(costs).map(([currency, costMinor]) => [currency, toMajor(costMinor)]))

/** Null where there is none; without the currencies that the person may not change. */
function viewPermittedCosts(request: FastifyRequest, costs: ProductCosts): Record<string, number | null> {
  const amounts = viewCosts(costs)
  return Object.fromEntries(costCurrencies(request).map((currency) => [currency, amounts[currency] ?? null]))
}

function readWireCosts(costs: z.output<typeof setCostsBody>['costs']) {
  const entries = Object.entries(costs).map(([currency, cost]) => [
    currency,
    cost === null ? null : toMinor(cost),
  ])
  return Object.fromEntries(entries) as Partial<Record<CurrencyCode, Minor | null>>
}

export const adminProductPageRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db, clock, products, previewProduct, publicUrl } = services

  app.get(
    '/admin/api/product-references',
    {
      config: { permission: 'product:read' },
      schema: {
        summary: 'Brands, categories and attributes that a product can refer to',
        response: { 200: referencesAnswer },
      },
    },
    async () => ({
      ...(await productReferences(db)),
      vat: Object.fromEntries(storeCodes.map((code) => [code, storePolicies[code].vatRateBasisPoints / 100])),
    }),
  )

  app.get(
    '/admin/api/products/:sku',
    {
      config: { permission: 'product:read' },
      schema: {
        summary: 'A product with its pictures, gaps, variants and history',
        params: productPageParams,
        response: { 200: productPage, ...refused },
      },
    },
    async (request): Promise<ProductPage> => {
      const sku = toSku(request.params.sku)
      const record = await products.read(db, sku)
      if (!record) throw new AdminRefusal(404, 'unknown_product')
      const [facts, photos, costs, brand, entries] = await Promise.all([
        productFacts(db, sku),
        listPhotos(db, sku),
        readCosts(db, sku),
        brandOf(db, sku),
        listAudit(db, { objectKind: 'product', objectId: sku, limit: 100 }),
      ])
      const currencies = costCurrencies(request)
      const isAllCosts = storeCodes.every((code) => currencies.includes(stores[code].currency))
      const timeline = await withActorNames(
        db,
        timelineIn(entries, permittedStores(request)).filter(
          ({ action }) => action !== 'cost.change' || isAllCosts,
        ),
      )
      const latest = timeline.find(({ action }) => leavesVersion(action))
      const mayEdit = storeCodes.some((store) => holds(request, 'product:edit', store))
      const gaps = saleGaps({
        record,
        statutoryGaps: facts.statutoryGaps,
        requiresStatutoryData: (store) => storePolicies[store].requiresStatutoryData,
      })
      return {
        record: { ...record },
        photos: (photos ?? []).map(({ position, source, alt, original }) => ({
          position,
          source,
          thumb: original && pictureUrl(pictureKey(source), 320, 'webp'),
          size: original && `${original.width} × ${original.height}`,
          alt,
        })),
        gaps: gaps.map(({ store, gaps: found }) => ({
          store,
          gaps: found.map(({ code, isBlocking }) => ({ code, isBlocking })),
        })),
        stock: facts.stock.map(({ store, available, incoming, incomingAt }) => ({
          store,
          available,
          incoming,
          incomingOn: incomingAt && isoDay(localDay(stores[store].timeZone, incomingAt.getTime())),
        })),
        pages: Object.fromEntries(
          storeCodes.flatMap((store) => {
            const section = record.stores[store]
            return section ? [[store, publicUrl + publicPaths.product(store, section.slug)]] : []
          }),
        ),
        costs: viewPermittedCosts(request, costs ?? {}),
        brand,
        timeline: timeline.map((entry) => ({
          ...viewAuditEntry(entry),
          canUndo: mayUndo(
            services.reversals,
            request.staff,
            entry.action,
            entry.store === null ? storeCodes : [entry.store],
          ),
          canRestore: mayEdit && entry !== latest && leavesVersion(entry.action),
        })),
        editable: storeCodes.filter((store) => holds(request, 'product:edit', store)),
      }
    },
  )

  app.get(
    '/admin/api/products/:sku/variants',
    {
      config: { permission: 'product:read' },
      schema: {
        summary: 'The records of the variants of a product, with their stock',
        params: productPageParams,
        response: { 200: productVariants, ...refused },
      },
    },
    async (request) => {
      const variants = await variantsOf(db, toSku(request.params.sku))
      const records = await products.readAll(
        db,
        variants.map(({ sku }) => sku),
      )
      return {
        variants: records.map((record, index) => ({
          record: { ...record },
          available: variants[index]!.available,
          costs: viewPermittedCosts(request, variants[index]!.costs),
        })),
      }
    },
  )

  app.get(
    '/admin/api/products/:store/:sku/preview',
    {
      config: { permission: 'product:read' },
      schema: {
        summary: 'The page of a product as the shop will show it to a guest; not cached, without scripts',
        params: previewParams,
        querystring: previewQuery,
      },
    },
    async (request, reply) => {
      const store = requestedStore(request.params.store)
      const { at } = request.query
      const moment = at === undefined ? clock() : readMerchantDate(at, stores[store].timeZone, 'start')
      if (moment === null) throw new AdminRefusal(400, 'bad_date')
      const record = await products.read(db, toSku(request.params.sku))
      const slug = record?.stores[store]?.slug
      if (slug === undefined) throw new AdminRefusal(404, 'unknown_product')
      const { status, headers, html } = await previewProduct({ store, slug, at: moment })
      return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html)
    },
  )

  app.post(
    '/admin/api/products',
    {
      config: { permission: 'product:edit' },
      schema: {
        summary: 'Create a product; one that exists is not touched',
        body: createProductBody,
        response: { 200: savedProduct, ...refused },
      },
    },
    async (request) => {
      const answer = await products.save(db, request.actor, {
        record: request.body.record,
        expected: null,
        may: (permission, store) => holds(request, permission, store),
      })
      requireSaved(answer)
      return viewSaved(answer)
    },
  )

  app.put(
    '/admin/api/products/:sku',
    {
      config: { permission: 'product:edit' },
      schema: {
        summary: 'Replace what a product says in the named stores; stock and pictures stay',
        params: productPageParams,
        body: saveProductBody,
        response: { 200: savedProduct, ...refused },
      },
    },
    async (request) => {
      const { record, expected } = request.body
      const answer = await products.save(db, request.actor, {
        record: { ...record, sku: request.params.sku },
        expected,
        may: (permission, store) => holds(request, permission, store),
      })
      requireSaved(answer)
      return viewSaved(answer)
    },
  )

  app.get(
    '/admin/api/products/:sku/versions/:entry',
    {
      config: { permission: 'product:edit' },
      schema: {
        summary: 'What restoring the version that an entry of the history left would change',
        params: versionParams,
        response: { 200: productVersion, ...refused },
      },
    },
    async (request) => {
      const { entry } = request.params
      const version = await readVersion(db, products, { sku: toSku(request.params.sku), entry })
      if (version === null) throw new AdminRefusal(404, 'unknown_version')
      const { current, before, after } = version
      return { record: { ...current }, before, after }
    },
  )

  app.post(
    '/admin/api/products/:sku/versions/:entry',
    {
      config: { permission: 'product:edit' },
      schema: {
        summary:
          'Restore the version of a product that an entry of its history left; stock and pictures stay',
        params: versionParams,
        body: restoreVersionBody,
        response: { 200: savedProduct, ...refused },
      },
    },
    async (request) => {
      const { sku, entry } = request.params
      const answer = await restoreVersion(services, request.actor, {
        sku: toSku(sku),
        entry,
        expected: request.body.expected,
        may: (permission, store) => holds(request, permission, store),
      })
      if (!answer.ok && answer.code === 'unknown_version') throw new AdminRefusal(404, answer.code)
      requireSaved(answer)
      return viewSaved(answer)
    },
  )

  app.put(
    '/admin/api/products/:sku/costs',
    {
      config: { permission: 'price:edit' },
      schema: {
        summary: 'Set what a product costs the shop, without VAT, in the named currencies',
        params: productPageParams,
        body: setCostsBody,
        response: { 200: costsAnswer, ...refused },
      },
    },
    async (request) => {
      const { costs, expected } = request.body
      const own = costCurrencies(request)
      for (const currency of Object.keys(costs))
        if (!own.some((each) => each === currency))
          throw new AdminRefusal(403, 'permission_missing', { permission: 'price:edit' })
      const answer = await setCosts(db, request.actor, {
        sku: toSku(request.params.sku),
        costs: readWireCosts(costs),
        expected: readWireCosts(expected),
      })
      if (!answer.ok && answer.code === 'unknown_product') throw new AdminRefusal(404, answer.code)
      if (!answer.ok) throw new AdminRefusal(409, answer.code, { current: viewCosts(answer.current) })
      return { costs: viewCosts(answer.costs) }
    },
  )

  app.post(
    '/admin/api/product-fit-preview',
    {
      config: { permission: 'product:read' },
      schema: {
        summary: 'Which devices the texts of a product name: their owners find it',
        body: fitPreviewBody,
        response: { 200: fitPreview },
      },
    },
    async (request) => ({ fits: await devicesNamed(db, request.body.fits) }),
  )

  /** Pictures are shared by all stores that sell the product. */
  async function photosOf(request: FastifyRequest, given: string): Promise<Sku> {
    const sku = toSku(given)
    for (const store of await storesSelling(db, sku)) requireStore(request, store)
    return sku
  }

  function viewChanged(answer: ChangedPhoto) {
    if (!answer.ok && answer.code === 'unknown_sku') throw new AdminRefusal(404, 'unknown_product')
    requireOk(answer)
    return { position: answer.position, count: answer.count }
  }

  await app.register(async (pictures) => {
    acceptPictures(pictures)
    pictures.post<{ Params: { sku: string } }>(
      '/admin/api/products/:sku/photos',
      {
        config: { permission: 'product:edit' },
        bodyLimit: largestPictureBytes,
        schema: {
          summary: 'Add a picture; the body is the file (JPEG, PNG, WebP, AVIF, GIF)',
          params: productPageParams,
          response: { 200: changedPhoto, ...refused },
        },
      },
      async (request) => {
        const sku = await photosOf(request, request.params.sku)
        return viewChanged(await addPhoto(db, request.actor, pictureBody(request), { sku }))
      },
    )
  })

  app.put(
    '/admin/api/products/:sku/photos/:position',
    {
      config: { permission: 'product:edit' },
      schema: {
        summary: 'Move a picture, or change its alternative texts',
        params: photoParams,
        body: changePhotoBody,
        response: { 200: changedPhoto, ...refused },
      },
    },
    async (request) => {
      const { position: at } = request.params
      const sku = await photosOf(request, request.params.sku)
      return viewChanged(await changePhoto(db, request.actor, at, { sku, ...request.body }))
    },
  )

  app.delete(
    '/admin/api/products/:sku/photos/:position',
    {
      config: { permission: 'product:edit' },
      schema: {
        summary: 'Remove a picture from a product',
        params: photoParams,
        body: removePhotoBody,
        response: { 200: changedPhoto, ...refused },
      },
    },
    async (request) => {
      const { position } = request.params
      const sku = await photosOf(request, request.params.sku)
      return viewChanged(await removePhoto(db, request.actor, sku, position, request.body.expected))
    },
  )
}
