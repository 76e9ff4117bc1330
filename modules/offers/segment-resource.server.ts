/** Segments of customers as staff see and fill them. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { findTypedLogin } from '../../domain/accounts/account-repository.server.ts'
import {
  action,
  defineResource,
  form,
  id,
  integer,
  text,
  textInput,
  texts,
  textsInput,
} from '../../domain/resources/resource.server.ts'
import { addToSegment, findSegment, removeFromSegment } from './offer-repository.server.ts'
import { isSegmentName } from './segment-name.ts'

interface Segment {
  name: string
}

const longestEmail = 254

/** The page of a segment lists so many of its members. */
const mostShown = 200

/** The accounts of these addresses; null where one has none. */
async function accountsOf(db: Kysely<DB>, typed: readonly string[]): Promise<number[] | null> {
  const ids: number[] = []
  for (const each of typed) {
    const account = await findTypedLogin(db, each)
    if (account === null) return null
    ids.push(account.id)
  }
  return ids
}

const change = (description: string, write: typeof addToSegment) =>
  action<Segment>()({
    description,
    permission: 'price:edit',
    inputs: { emails: textsInput(longestEmail) },
    run: async ({ db }, actor, { row, values: { emails } }) => {
      const accountIds = await accountsOf(db, emails)
      if (accountIds === null) return { ok: false, code: 'unknown_member' }
      await write(db, actor, { name: row.name, accountIds })
      return { ok: true }
    },
  })

export const segmentResource = defineResource({
  name: 'segments',
  section: { after: '/customers', icon: 'user', keys: 'g 9' },
  permission: 'customer:read',
  auditObject: 'segment',
  source: sql`customer_segment s`,
  key: 'name',
  defaultSort: 'name',
  isPersonal: true,
  isOfEveryStore: true,
  fields: {
    id: id(sql`s.id`, { shown: 'never' }),
    name: text(sql`s.name`, { sort: true, isSearched: true }),
    members: integer(
      sql`(select count(*)::integer from customer_segment_member m where m.segment_id = s.id)`,
    ),
    emails: texts(
      sql`array(select a.email from customer_segment_member m join account a on a.id = m.account_id
        where m.segment_id = s.id order by a.email limit ${sql.lit(mostShown)})`,
      { shown: 'page' },
    ),
  },
  actions: {
    add: change('add customers', addToSegment),
    remove: change('remove customers', removeFromSegment),
  },
  form: form<Segment>()({
    permission: 'price:edit',
    inputs: { name: textInput(60), emails: textsInput(longestEmail) },
    create: async ({ db }, actor, { name, emails }) => {
      if (!isSegmentName(name)) return { ok: false, code: 'segment_name' }
      if ((await findSegment(db, name)) !== null) return { ok: false, code: 'segment_exists' }
      const accountIds = await accountsOf(db, emails)
      if (accountIds === null) return { ok: false, code: 'unknown_member' }
      await addToSegment(db, actor, { name, accountIds })
      return { ok: true, key: name }
    },
  }),
})
