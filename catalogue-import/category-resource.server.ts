/** Categories as staff see and write them: a tree that all stores share, with names, addresses and texts of each. */
import { sql } from 'kysely'
import { categoryIcons } from '../domain/pictures/category-icons.ts'
import {
  categoryInput,
  defineResource,
  flag,
  flagInput,
  form,
  integer,
  integerInput,
  inStores,
  optionalChoice,
  optionalText,
  text,
} from '../domain/resources/resource.server.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { removeCategory } from './remove-category.server.ts'
import { addCategory, changeCategory, type CategoryEdit, type CategoryText } from './save-category.server.ts'

/** The row of `category_text` in a store. */
const textOf = (store: StoreCode) => sql.ref(`text_${store}`)

const inStore = (store: StoreCode, column: 'name' | 'slug' | 'description' | 'path') =>
  sql`${textOf(store)}.${sql.ref(column)}`

/** Of the first store that has the category. */
const first = (column: 'name' | 'path') =>
  sql`coalesce(${sql.join([...storeCodes.map((store) => inStore(store, column)), sql`c.code`])})`

const joins = sql.join(
  storeCodes.map(
    (store) =>
      sql`left join category_text as ${textOf(store)}
        on ${textOf(store)}.category_id = c.id and ${textOf(store)}.store = ${sql.lit(store)}`,
  ),
  sql` `,
)

interface Values {
  parent: string | null
  position: number
  icon: string | null
  showInMenu: boolean
  [text: string]: unknown
}

function editOf(values: Values): CategoryEdit {
  const { parent, position, icon, showInMenu } = values
  const given = (name: string, store: StoreCode) =>
    (values[inStores.fieldName(name, store)] as string | null | undefined) ?? null
  return {
    parent,
    position,
    icon,
    showInMenu,
    texts: Object.fromEntries(
      storeCodes.map((store): [StoreCode, CategoryText] => [
        store,
        {
          name: given('name', store),
          slug: given('slug', store),
          description: given('description', store),
        },
      ]),
    ) as Record<StoreCode, CategoryText>,
  }
}

export const categoryResource = defineResource({
  name: 'categories',
  section: { after: '/products', icon: 'tag', keys: 'g y' },
  permission: 'product:read',
  auditObject: 'category',
  source: sql`category c left join category p on p.id = c.parent_id ${joins}`,
  key: 'code',
  title: 'label',
  defaultSort: 'path',
  isPersonal: false,
  fields: {
    label: text(first('name'), { sort: true }),
    path: text(first('path'), { sort: true }),
    // Variants are choices of one product, as on the page of the category.
    products: integer(
      sql`(select count(*) from product_category l join product v on v.id = l.product_id
        where l.category_id = c.id and v.variant_of is null)::integer`,
      { sort: true },
    ),
    showInMenu: flag(sql`c.show_in_menu`, { filter: true }),
    position: integer(sql`c.position`, { shown: 'chosen' }),
    parent: text(sql`p.code`, { isNullable: true, shown: 'page' }),
    icon: text(sql`c.icon`, { isNullable: true, shown: 'page' }),
    code: text(sql`c.code`, { isSearched: true, shown: 'chosen' }),
    ...inStores('name', (store) =>
      text(inStore(store, 'name'), { isNullable: true, isSearched: true, shown: 'chosen' }),
    ),
    ...inStores('slug', (store) => text(inStore(store, 'slug'), { isNullable: true, shown: 'page' })),
    ...inStores('description', (store) =>
      text(inStore(store, 'description'), { isNullable: true, shown: 'page' }),
    ),
  },
  form: form<{ code: string }>()({
    permission: 'product:edit',
    inputs: {
      ...inStores('name', () => optionalText(120)),
      parent: categoryInput(),
      position: integerInput({ least: 0, most: 32_767 }),
      icon: optionalChoice(categoryIcons),
      showInMenu: flagInput({ initial: true }),
      ...inStores('description', () => optionalText(5000, { rows: 3 })),
      ...inStores('slug', () => optionalText(200)),
    },
    create: async ({ db }, actor, values) => {
      const added = await addCategory(db, actor, editOf(values))
      return added.ok ? { ok: true, key: added.code } : added
    },
    change: async ({ db }, actor, { row, values }) => changeCategory(db, actor, row.code, editOf(values)),
    remove: async ({ db }, actor, { code }) => removeCategory(db, actor, code),
  }),
})
