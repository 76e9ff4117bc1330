/** Search hints as staff see and write them: a sentence with a link above the results of a search. */
import { sql } from 'kysely'
import {
  defineResource,
  flag,
  flagInput,
  form,
  id,
  store,
  storeInput,
  text,
  textInput,
  texts,
  textsInput,
} from '../resources/resource.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { addHint, changeHint, removeHint, type HintText } from './hint-repository.server.ts'

interface Hint {
  id: number
  store: StoreCode
}

const written = ({ urlTitle, ...values }: Omit<HintText, 'url_title'> & { urlTitle: string }): HintText => ({
  ...values,
  url_title: urlTitle,
})

export const hintResource = defineResource({
  name: 'hints',
  section: { after: '/searches', icon: 'info', keys: 'g t' },
  permission: 'product:read',
  auditObject: 'hint',
  source: sql`search_hint h`,
  key: 'id',
  title: 'hint',
  defaultSort: 'hint',
  isPersonal: false,
  fields: {
    id: id(sql`h.id`, { shown: 'never' }),
    hint: text(sql`h.hint`, { sort: true, isSearched: true }),
    triggers: texts(sql`h.triggers`, { isSearched: true }),
    url: text(sql`h.url`, { isSearched: true }),
    urlTitle: text(sql`h.url_title`, { shown: 'page' }),
    redirect: flag(sql`h.redirect`, { filter: true }),
    store: store(sql`h.store`, { filter: true }),
  },
  form: form<Hint>()({
    permission: 'product:edit',
    inputs: {
      store: storeInput(),
      triggers: textsInput(100),
      hint: textInput(500, { rows: 2 }),
      url: textInput(500),
      urlTitle: textInput(255),
      redirect: flagInput(),
    },
    create: async ({ db }, actor, values) => {
      const { store: code, ...rest } = values
      const hint = { store: code, ...written(rest) }
      const added = await addHint(db, actor, hint, { mayUpdate: false })
      return added.ok ? { ok: true, key: added.id } : added
    },
    change: async ({ db }, actor, { row, values: { store: _store, ...rest } }) =>
      changeHint(db, actor, row.id, written(rest)),
    removalCanBeUndone: true,
    remove: async ({ db }, actor, row) =>
      (await removeHint(db, actor, row.id)) ? { ok: true } : { ok: false, code: 'unknown_hint' },
  }),
})
