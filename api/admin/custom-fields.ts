/** The values of fields of the shop's own: of a product, a customer, a company, an order, a coupon. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  fieldOwnerParams,
  fieldPictureAnswer,
  fieldValuesAnswer,
  filterableFields,
  setFieldValuesBody,
} from '../../contract/admin/custom-fields.ts'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import {
  fieldObjects,
  readPicture,
  scopesIn,
  storesOfScope,
  type CustomField,
  type FieldObject,
  type FieldValues,
} from '../../domain/custom-fields/custom-field.ts'
import { findFieldOwner, type FoundOwner } from '../../domain/custom-fields/field-owners.server.ts'
import { listFields } from '../../domain/custom-fields/field-repository.server.ts'
import { readFieldValues, setFieldValues } from '../../domain/custom-fields/field-values.server.ts'
import { nameReferences, readableStores } from '../../domain/custom-fields/reference-names.server.ts'
import { inspectPicture, largestPictureBytes } from '../../domain/pictures/inspect-picture.server.ts'
import { pictureUrl } from '../../domain/pictures/picture-address.ts'
import { pictureKey } from '../../domain/pictures/picture-key.ts'
import { createPictureOriginals } from '../../domain/pictures/picture-originals.server.ts'
import { originalSource } from '../../domain/pictures/picture-source.ts'
import type { Permission } from '../../domain/permissions/permissions.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { acceptPictures, pictureBody } from '../picture-body.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { permittedStores, requireStore } from './require-permission.ts'

const refused = { 400: adminError, 403: adminError, 404: adminError, 409: adminError }

const permissionsOf: Record<FieldObject, { read: Permission; edit: Permission }> = {
  product: { read: 'product:read', edit: 'product:edit' },
  customer: { read: 'customer:read', edit: 'customer:edit' },
  company: { read: 'customer:read', edit: 'customer:edit' },
  order: { read: 'order:read', edit: 'order:edit' },
  coupon: { read: 'coupon:read', edit: 'coupon:edit' },
}

/** The stores whose permission a change of a value asks for; those of the scope alone, where the object is in none of them. */
function storesToChange(field: CustomField, scope: string, of: readonly StoreCode[]): readonly StoreCode[] {
  const own = storesOfScope(field, scope, of)
  return own.length > 0 ? own : storesOfScope(field, scope, storeCodes)
}

function thumbsOf(fields: readonly CustomField[], values: FieldValues) {
  return fields
    .filter(({ kind }) => kind === 'picture')
    .flatMap(({ key }) =>
      Object.entries(values[key] ?? {}).flatMap(([scope, value]) => {
        const picture = readPicture(value)
        return picture
          ? [{ field: key, scope, thumb: pictureUrl(pictureKey(picture.source), 320, 'webp') }]
          : []
      }),
    )
}

export const adminCustomFieldRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, { db, clock }) => {
  /** Throws 404 where there is none, 403 where the person may read none of its stores. */
  async function ownerOf(request: FastifyRequest, object: FieldObject, name: string): Promise<FoundOwner> {
    const found = await findFieldOwner(db, object, name)
    if (found === null) throw new AdminRefusal(404, `unknown_${object}`)
    const permitted = permittedStores(request)
    if (!found.stores.some((store) => permitted.includes(store))) requireStore(request, found.stores[0]!)
    return found
  }

  await app.register(async (pictures) => {
    acceptPictures(pictures)
    pictures.post(
      '/admin/api/field-pictures',
      {
        config: { permission: 'product:edit' },
        bodyLimit: largestPictureBytes,
        schema: {
          summary:
            'Store a picture for a field of a product (JPEG, PNG, WebP, AVIF, GIF); without a value that names it, it is removed after a day',
          response: { 200: fieldPictureAnswer, ...refused },
        },
      },
      async (request) => {
        const picture = await inspectPicture(pictureBody(request))
        requireOk(picture)
        await createPictureOriginals(db).write(picture)
        return { source: originalSource(picture.sha256) }
      },
    )
  })

  for (const object of fieldObjects) {
    const { read, edit } = permissionsOf[object]
    app.get(
      `/admin/api/filterable-fields/${object}`,
      {
        config: { permission: read },
        schema: {
          summary: `The fields of the shop's own by which a table of each ${object} can be filtered`,
          response: { 200: filterableFields, ...refused },
        },
      },
      async () => ({
        fields: (await listFields(db, object)).flatMap(({ key, kind, unit, names, options, isArchived }) =>
          isArchived || kind === 'rich_text' || kind === 'reference' || kind === 'picture'
            ? []
            : [
                {
                  key,
                  kind,
                  unit,
                  names: { ...names },
                  options: options.map((option) => ({ code: option.code, names: { ...option.names } })),
                },
              ],
        ),
      }),
    )

    const url = `/admin/api/field-values/${object}/:name`
    app.get(
      url,
      {
        config: { permission: read },
        schema: {
          summary: `The fields of the shop's own that a ${object} has, with its values`,
          params: fieldOwnerParams,
          response: { 200: fieldValuesAnswer, ...refused },
        },
      },
      async (request) => {
        const { owner, stores } = await ownerOf(request, object, request.params.name)
        const [fields, values] = await Promise.all([listFields(db, object), readFieldValues(db, owner)])
        const editable = request.staff.grants[edit] ?? []
        const offered = fields.filter(({ isArchived }) => !isArchived)
        return {
          fields: offered.map((field) => ({
            key: field.key,
            kind: field.kind,
            unit: field.unit,
            names: { ...field.names },
            options: field.options.map(({ code, names }) => ({ code, names: { ...names } })),
            refersTo: field.refersTo,
            isRequired: field.isRequired,
            scopes: scopesIn(field, stores).map((scope) => ({
              scope,
              kind: field.scope,
              mayChange: storesToChange(field, scope, stores).every((store) => editable.includes(store)),
            })),
          })),
          values: Object.fromEntries(
            offered.flatMap(({ key }) => (values[key] ? [[key, { ...values[key] }]] : [])),
          ),
          references: await nameReferences(db, offered, values, request.staff.grants),
          thumbs: thumbsOf(offered, values),
        }
      },
    )

    app.put(
      url,
      {
        config: { permission: edit },
        schema: {
          summary: `Change values of the fields of the shop's own that a ${object} has; null removes one`,
          params: fieldOwnerParams,
          body: setFieldValuesBody,
          response: { 200: doneAnswer, ...refused },
        },
      },
      async (request) => {
        const { values, expected } = request.body
        const { owner, stores } = await ownerOf(request, object, request.params.name)
        const fields = new Map((await listFields(db, object)).map((field) => [field.key, field]))
        for (const [key, scoped] of Object.entries(values)) {
          const field = fields.get(key)
          if (!field) continue
          for (const scope of Object.keys(scoped))
            for (const store of storesToChange(field, scope, stores)) requireStore(request, store)
        }
        requireOk(
          await setFieldValues(db, request.actor, {
            owner,
            values,
            expected,
            readable: (target) => readableStores(request.staff.grants, target),
            now: new Date(clock()),
          }),
        )
        return { done: true as const }
      },
    )
  }
}
