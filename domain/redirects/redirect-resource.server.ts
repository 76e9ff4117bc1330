/** Redirects of former addresses as staff see and write them. */
import { sql } from 'kysely'
import { defineResource, form, id, store, storeInput, text, textInput } from '../resources/resource.server.ts'
import { longestRedirectPath, longestRedirectTarget } from './redirect.ts'
import { addRedirect, changeRedirect, removeRedirect } from './redirect-repository.server.ts'

export const redirectResource = defineResource({
  name: 'redirects',
  section: { after: '/hints', icon: 'chevron-right', keys: 'g x' },
  permission: 'product:read',
  auditObject: 'redirect',
  source: sql`redirect r`,
  key: 'id',
  title: 'path',
  defaultSort: 'path',
  isPersonal: false,
  fields: {
    id: id(sql`r.id`, { shown: 'never' }),
    path: text(sql`r.path`, { sort: true, isSearched: true }),
    target: text(sql`r.target`, { sort: true, isSearched: true }),
    store: store(sql`r.store`, { filter: true }),
  },
  form: form<{ id: number }>()({
    permission: 'product:edit',
    inputs: {
      store: storeInput(),
      path: textInput(longestRedirectPath),
      target: textInput(longestRedirectTarget),
    },
    create: async (services, actor, { store: code, path, target }) => {
      const added = await addRedirect(services, actor, { store: code, from: path, to: target })
      return added.ok ? { ok: true, key: added.id } : added
    },
    change: async (services, actor, { row, values: { path, target } }) =>
      changeRedirect(services, actor, { id: row.id, from: path, to: target }),
    remove: async ({ db }, actor, row) =>
      (await removeRedirect(db, actor, row.id)) ? { ok: true } : { ok: false, code: 'unknown_redirect' },
  }),
})
