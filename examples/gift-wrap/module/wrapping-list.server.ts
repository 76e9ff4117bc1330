/** The wrapping that is offered, as staff set it. */
import {
  defineResource,
  flag,
  flagInput,
  form,
  id,
  optionalText,
  tableOf,
  text,
  textInput,
} from 'anode/module'
import { sql } from 'kysely'
import { addWrapping, changeWrapping, removeWrapping } from './wrapping.server.ts'

interface Row {
  id: number
}

export const wrappingList = defineResource({
  name: 'gift-wrap',
  section: { after: '/settings', icon: 'tag', keys: 'g z' },
  permission: 'gift-wrap:edit',
  auditObject: 'gift_wrap',
  source: sql`${tableOf('gift-wrap', 'wrapping')} w`,
  key: 'id',
  title: 'sku',
  defaultSort: 'sku',
  isPersonal: false,
  isOfEveryStore: true,
  fields: {
    id: id(sql`w.id`, { shown: 'never' }),
    sku: text(sql`w.sku`, { sort: true, isSearched: true }),
    note: text(sql`w.note`, { isSearched: true }),
    isOffered: flag(sql`w.is_offered`, { filter: 'offered' }),
  },
  form: form<Row>()({
    permission: 'gift-wrap:edit',
    inputs: {
      sku: textInput(64),
      note: optionalText(200),
      isOffered: flagInput({ initial: true }),
    },
    create: ({ db }, actor, values) => addWrapping(db, actor, values),
    change: ({ db }, actor, { row, values }) => changeWrapping(db, actor, row.id, values),
    remove: ({ db }, actor, row) => removeWrapping(db, actor, row.id),
  }),
})
