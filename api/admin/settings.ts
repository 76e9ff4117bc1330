/** Settings of a store in the back office, with their history and what is missing before the store may open. */
import type { FastifyPluginAsyncZod, ZodTypeProvider } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import {
  previewLinkAnswer,
  storePictureAnswer,
  storePictureQuery,
  changedSettings,
  changeSettingsBody,
  settingsAnswer,
  settingsParams,
  type SettingsAnswer,
} from '../../contract/admin/settings.ts'
import { listAudit, type StoredAuditEntry } from '../../domain/audit/audit-repository.server.ts'
import { withActorNames } from '../../domain/audit/actor-names.server.ts'
import { minor, toMajor } from '../../domain/money/money.ts'
import { fitPicture } from '../../domain/pictures/fit-picture.server.ts'
import { largestPictureBytes } from '../../domain/pictures/inspect-picture.server.ts'
import { createPictureOriginals } from '../../domain/pictures/picture-originals.server.ts'
import { originalSource } from '../../domain/pictures/picture-source.ts'
import { storeProviders } from '../../domain/payments/offered-providers.ts'
import { changeSettings, type SettingsChange } from '../../domain/settings/change-settings.server.ts'
import { openingChecklist, openingChecks } from '../../domain/settings/opening-checklist.server.ts'
import { issuePreviewPass } from '../../domain/settings/preview-pass.server.ts'
import { readSettings } from '../../domain/settings/settings-repository.server.ts'
import { storeFile } from '../../domain/stores/apply-settings.ts'
import { previewHours } from '../../domain/stores/open-stores.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { SignedInStaff } from '../../domain/staff/staff-session-repository.server.ts'
import type { AdminServices } from './admin-services.ts'
import { mayUndo } from './may-undo.ts'
import { acceptPictures, pictureBody } from '../picture-body.ts'
import { viewAuditEntry } from './audit-view.ts'
import { requestedStore } from './requested-store.ts'
import { viewAccounts } from './provider-accounts.ts'
import { readSection, viewSections } from './settings-view.ts'

/** Changes that are shown below the settings; the audit has all of them. */
const shownChanges = 20

const refused = { 403: adminError, 404: adminError, 409: adminError, 422: adminError }

export const adminSettingsRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db, keys, clock } = services

  await app.register(async (pictures) => {
    acceptPictures(pictures)
    pictures.withTypeProvider<ZodTypeProvider>().post(
      '/admin/api/settings/:store/pictures',
      {
        config: { permission: 'settings:edit' },
        bodyLimit: largestPictureBytes,
        schema: {
          summary:
            'Store a logo or an icon of a store (JPEG, PNG, WebP, AVIF, GIF); without a setting that names it, it is removed after a day',
          params: settingsParams,
          querystring: storePictureQuery,
          response: { 200: storePictureAnswer, 400: adminError, ...refused },
        },
      },
      async (request) => {
        requestedStore(request.params.store)
        const picture = await fitPicture(pictureBody(request), request.query.kind)
        requireOk(picture)
        await createPictureOriginals(db).write(picture)
        return { source: originalSource(picture.sha256) }
      },
    )
  })

  app.post(
    '/admin/api/settings/:store/preview-link',
    {
      config: { permission: 'settings:read' },
      schema: {
        summary: 'A link that shows the store, while it is closed to shoppers, to the browser that opens it',
        params: settingsParams,
        response: { 200: previewLinkAnswer, ...refused },
      },
    },
    async (request) => {
      const store = requestedStore(request.params.store)
      const expiresAt = clock() + previewHours * 3_600_000
      return {
        link: `${services.publicUrl}/api/store-preview/${issuePreviewPass(keys, store, expiresAt)}`,
        expiresAt: new Date(expiresAt).toISOString(),
      }
    },
  )

  app.get(
    '/admin/api/settings/:store',
    {
      config: { permission: 'settings:read' },
      schema: {
        summary: 'All settings of a store, what it lacks before it may open, and the latest changes',
        params: settingsParams,
        response: { 200: settingsAnswer, ...refused },
      },
    },
    async (request) => {
      const store = requestedStore(request.params.store)
      return {
        ...(await viewSettings(services, store)),
        history: await historyOf(services, store, request.staff),
      }
    },
  )

  app.put(
    '/admin/api/settings/:store',
    {
      // A changed bank account redirects the shop's payments.
      config: { permission: 'settings:edit', stepUp: true },
      schema: {
        summary: 'Change one section of the settings',
        params: settingsParams,
        body: changeSettingsBody,
        response: { 200: changedSettings, ...refused },
      },
    },
    async (request) => {
      const store = requestedStore(request.params.store)
      const { version, reason } = request.body
      const change = {
        ...readSection(request.body),
        store,
        version,
        reason: reason || null,
      } as SettingsChange
      const answer = await changeSettings({ db, clock: services.clock }, request.actor, change)
      if (!answer.ok && answer.code === 'invalid_settings')
        throw new AdminRefusal(422, 'invalid_fields', { fields: answer.fields })
      if (!answer.ok) {
        const { [change.section]: current } = viewSections(await readSettings(db, store))
        throw new AdminRefusal(409, answer.code, { current, given: request.body.value })
      }
      requireOk(answer)
      return { version: answer.version }
    },
  )
}

async function historyOf({ db, reversals }: AdminServices, store: StoreCode, staff: SignedInStaff) {
  const entries = await listAudit(db, { objectKind: 'settings', store, limit: shownChanges })
  const named = await withActorNames(db, entries)
  return named.map((entry) => ({
    ...viewAuditEntry({ ...entry, ...readableChange(entry.before, entry.after) }),
    section: entry.objectId,
    canUndo: mayUndo(reversals, staff, entry.action, [store]),
  }))
}

type Fields = Record<string, unknown>

/** The fields that differ, nested ones by their full name, with amounts as people read them. */
function readableChange(
  before: Fields | null,
  after: Fields | null,
): Pick<StoredAuditEntry, 'before' | 'after'> {
  const [former, latter] = [new Map(flat(before ?? {})), new Map(flat(after ?? {}))]
  const isSame = (name: string) => JSON.stringify(former.get(name)) === JSON.stringify(latter.get(name))
  const differing = (fields: Map<string, unknown>) =>
    Object.fromEntries([...fields].filter(([name]) => !isSame(name)))
  return { before: before && differing(former), after: after && differing(latter) }
}

/** `{ home: { priceMinor: 6900 } }` → `home.price` 69. */
function flat(fields: Fields): [string, unknown][] {
  return Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    if (name.endsWith('Minor')) return [[name.slice(0, -'Minor'.length), majorOf(value)]]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, value]]
    return flat(value as Fields).map(([inner, each]) => [`${name}.${inner}`, each])
  })
}

function majorOf(amounts: unknown): unknown {
  if (Array.isArray(amounts)) return amounts.map(majorOf)
  return typeof amounts === 'number' ? toMajor(minor(amounts)) : amounts
}

async function viewSettings(
  services: AdminServices,
  store: StoreCode,
): Promise<Omit<SettingsAnswer, 'history'>> {
  const { checks, statutoryGaps } = await openingChecklist(services, store)
  const { store: facts, policy } = storeFile(store)
  return {
    store,
    currency: facts.currency,
    ...viewSections(await readSettings(services.db, store)),
    methods: policy.shippingMethods.map(({ id, name, heavier }) => ({
      id,
      name,
      aboveGrams: heavier.map((step) => step.aboveGrams),
    })),
    payments: storeProviders(services.providers, store),
    ...(await viewAccounts(services, store)),
    checklist: openingChecks.map((name) => ({ name, done: checks[name] })),
    statutoryGaps,
  }
}
