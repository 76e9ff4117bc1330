/** Content pages as staff see and write them: terms, privacy, contact and whatever else a store says. */
import { sql } from 'kysely'
import {
  defineResource,
  flag,
  flagInput,
  form,
  moment,
  shopPage,
  store,
  storeInput,
  text,
  textInput,
} from '../resources/resource.server.ts'
import { publicPaths } from '../stores/paths.ts'
import type { StoreCode } from '../stores/stores.ts'
import { htmlOfText } from './html-of-text.ts'
import {
  addPage,
  changePage,
  longestPageBody,
  longestPagePath,
  longestPageTitle,
} from './page-repository.server.ts'
import { removePage } from './remove-content.server.ts'

interface Page {
  store: StoreCode
  path: string
}

export const pageResource = defineResource({
  name: 'content-pages',
  section: { after: '/categories', icon: 'info', keys: 'g 2' },
  permission: 'product:read',
  auditObject: 'page',
  source: sql`content_page p`,
  key: 'id',
  title: 'heading',
  defaultSort: 'path',
  isPersonal: false,
  fields: {
    id: text(sql`p.store || ':' || p.path`, { shown: 'never' }),
    heading: text(sql`p.title`, { sort: true, isSearched: true }),
    path: text(sql`p.path`, { sort: true, isSearched: true }),
    store: store(sql`p.store`, { filter: true }),
    published: flag(sql`p.published`, { filter: true }),
    address: shopPage(({ store: code, path }: Page) => publicPaths.page(code, path), { shown: 'page' }),
    body: text(sql`p.body`, { shown: 'page', isSearched: true }),
    updatedAt: moment(sql`p.updated_at`, { sort: 'updated' }),
  },
  form: form<Page>()({
    permission: 'product:edit',
    inputs: {
      store: storeInput(),
      path: textInput(longestPagePath),
      heading: textInput(longestPageTitle),
      body: textInput(longestPageBody, { rows: 18 }),
      published: flagInput(),
    },
    create: async ({ db }, actor, { heading: title, body, ...rest }) =>
      addPage(db, actor, { title, body: htmlOfText(body), ...rest }),
    change: async ({ db }, actor, { row, values: { store: _store, heading: title, body, ...rest } }) =>
      changePage(db, actor, row, { title, body: htmlOfText(body), ...rest }),
    removalCanBeUndone: true,
    remove: async ({ db }, actor, row) =>
      (await removePage(db, actor, row.store, row.path)) ? { ok: true } : { ok: false, code: 'unknown_page' },
  }),
})
