/** Addresses of a former shop as staff see them: the page that is proposed for each, and the redirects made of them. */
import { sql } from 'kysely'
import {
  bulkAction,
  choice,
  defineResource,
  form,
  id,
  moment,
  store,
  text,
  textInput,
} from '../resources/resource.server.ts'
import {
  chooseTarget,
  confirmFormerPages,
  discardFormerPages,
  type FormerPage,
} from './former-page-repository.server.ts'
import { longestRedirectTarget } from './redirect.ts'

export const formerPageResource = defineResource({
  name: 'former-pages',
  section: { after: '/redirects', icon: 'chevron-right', keys: 'g 7' },
  permission: 'product:read',
  auditObject: 'former_page',
  source: sql`former_page f`,
  key: 'id',
  title: 'path',
  defaultSort: 'path',
  isPersonal: false,
  fields: {
    id: id(sql`f.id`, { shown: 'never' }),
    path: text(sql`f.path`, { sort: true, isSearched: true }),
    pageTitle: text(sql`f.title`, { isNullable: true, isSearched: true }),
    target: text(sql`f.target`, { isNullable: true, sort: true, isSearched: true }),
    confidence: choice(
      sql`f.confidence`,
      { sure: 'good', likely: 'active', doubtful: 'warning', none: 'bad' },
      { filter: true },
    ),
    reason: choice(
      sql`f.reason`,
      { sku: 'neutral', gtin: 'neutral', address: 'neutral', name: 'neutral', staff: 'neutral' },
      { isNullable: true, filter: true },
    ),
    state: choice(
      sql`case when f.redirect_id is null then 'open' else 'redirected' end`,
      { open: 'neutral', redirected: 'good' },
      { filter: true },
    ),
    store: store(sql`f.store`, { filter: true }),
    importedAt: moment(sql`f.imported_at`, { shown: 'page' }),
    redirectId: id(sql`f.redirect_id`, { isNullable: true, shown: 'never' }),
  },
  todo: {
    former_pages_open: { query: () => 'filter.state=open' },
  },
  bulk: {
    confirm: bulkAction<FormerPage>()({
      description: 'make redirects of the proposals',
      permission: 'product:edit',
      run: confirmFormerPages,
    }),
    discard: bulkAction<FormerPage>()({
      description: 'take addresses off the list',
      permission: 'product:edit',
      run: ({ db }, actor, rows) => discardFormerPages(db, actor, rows),
    }),
  },
  form: form<FormerPage>()({
    permission: 'product:edit',
    inputs: { target: textInput(longestRedirectTarget) },
    change: (services, actor, { row, values: { target } }) =>
      chooseTarget(services, actor, { id: row.id, to: target }),
  }),
})
