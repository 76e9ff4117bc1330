/** Brands as staff see them: who answers for their goods, set once for all products of a brand. */
import { sql } from 'kysely'
import { defineResource, form, integer, optionalText, text } from '../resources/resource.server.ts'
import { normalizeEmail } from '../stores/email.ts'
import { setManufacturer, type Manufacturer } from './brand-manufacturer.server.ts'

interface Values {
  manufacturer: string | null
  address: string | null
  email: string | null
}

/** As a feed writes it: on one line. */
const onOneLine = (value: string) => value.replaceAll(/\p{Cc}+/gu, ' ')

/** Null where nothing is stated; undefined where something is missing, or the address is no e-mail address. */
function manufacturerOf({ manufacturer, address, email }: Values): Manufacturer | null | undefined {
  if (manufacturer === null && address === null && email === null) return null
  const reachable = email === null ? null : normalizeEmail(email)
  if (manufacturer === null || address === null || reachable === null) return undefined
  return { name: onOneLine(manufacturer), address: onOneLine(address), email: reachable }
}

export const brandResource = defineResource({
  name: 'brands',
  section: { after: '/categories', icon: 'bolt', keys: 'g 8' },
  permission: 'product:read',
  auditObject: 'brand',
  source: sql`brand b`,
  key: 'slug',
  title: 'name',
  defaultSort: 'name',
  isPersonal: false,
  fields: {
    slug: text(sql`b.slug`, { shown: 'never' }),
    name: text(sql`b.name`, { sort: true, isSearched: true }),
    products: integer(sql`(select count(*)::integer from product p where p.brand_id = b.id)`, { sort: true }),
    // The manufacturer, or the responsible person in the EU (Regulation (EU) 2023/988, Articles 16 and 19).
    manufacturer: text(sql`b.manufacturer ->> 'name'`, { isNullable: true, isSearched: true, sort: true }),
    address: text(sql`b.manufacturer ->> 'address'`, { isNullable: true, shown: 'page' }),
    email: text(sql`b.manufacturer ->> 'email'`, { isNullable: true, shown: 'page' }),
  },
  filters: {
    stated: {
      kind: 'flag',
      condition: (isStated) => (isStated ? sql`b.manufacturer is not null` : sql`b.manufacturer is null`),
    },
  },
  form: form<{ slug: string }>()({
    permission: 'product:edit',
    inputs: {
      manufacturer: optionalText(255),
      address: optionalText(500),
      email: optionalText(255),
    },
    change: async ({ db }, actor, { row, values }) => {
      const manufacturer = manufacturerOf(values)
      if (manufacturer === undefined) return { ok: false, code: 'manufacturer_incomplete' }
      const set = await setManufacturer(db, actor, { slug: row.slug, manufacturer })
      return set.ok ? { ok: true } : { ok: false, code: set.code }
    },
  }),
})
