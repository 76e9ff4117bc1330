/** API keys as owners make, replace and revoke them. */
import { sql } from 'kysely'
import {
  action,
  choice,
  codesInput,
  defineResource,
  form,
  id,
  integerInput,
  moment,
  optionalText,
  storesInput,
  text,
  textInput,
  texts,
} from '../resources/resource.server.ts'
import { dayAfter } from '../stores/store-day.ts'
import { expiringDays, keyPermissions, longestKeyDays, usualKeyDays } from './api-key.ts'
import { addKey, replaceSecret, revokeKey } from './api-key-repository.server.ts'

interface ApiKey {
  id: number
  state: 'active' | 'expired' | 'revoked' | 'suspended'
}

const isNotRevoked = ({ state }: ApiKey): boolean => state !== 'revoked'

const validDays = integerInput({ least: 1, most: longestKeyDays, initial: usualKeyDays })

export const apiKeyResource = defineResource({
  name: 'api-keys',
  section: { after: '/staff', icon: 'lock', keys: 'g j' },
  permission: 'staff:read',
  auditObject: 'api_key',
  source: sql`api_key k join staff p on p.id = k.staff_id`,
  key: 'id',
  title: 'name',
  defaultSort: '-created',
  isPersonal: false,
  isOfEveryStore: true,
  fields: {
    id: id(sql`k.id`, { shown: 'never' }),
    name: text(sql`k.name`, { sort: true, isSearched: true }),
    person: text(sql`p.name`, { sort: true, isSearched: true }),
    state: choice(
      sql`case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired'
        when p.deactivated_at is not null or p.locked_at is not null then 'suspended' else 'active' end`,
      { active: 'good', expired: 'neutral', revoked: 'neutral', suspended: 'warning' },
      { filter: true },
    ),
    permissions: texts(sql`k.permissions`, { isSearched: true }),
    // Empty: all.
    stores: texts(sql`k.stores`),
    secretStart: text(sql`k.secret_start`, { isSearched: true }),
    expiresAt: moment(sql`k.expires_at`, { sort: 'expires', filter: 'expires' }),
    usedAt: moment(sql`k.used_at`, { sort: 'used', isNullable: true }),
    createdAt: moment(sql`k.created_at`, { sort: 'created', shown: 'page' }),
  },
  todo: {
    keys_expiring: {
      query: (today) =>
        `filter.state=active&filter.expires=${today}..${dayAfter(today, expiringDays)}&sort=expires`,
    },
  },
  actions: {
    replace: action<ApiKey>()({
      description: 'replace the secret and set a new end; the former one is valid for another day',
      permission: 'staff:edit',
      stepUp: true,
      isOffered: isNotRevoked,
      inputs: { validDays },
      run: async (services, actor, { row, values }) => {
        const replaced = await replaceSecret(services, actor, { id: row.id, ...values })
        return replaced.ok ? { ok: true, shownOnce: replaced.secret } : replaced
      },
    }),
    revoke: action<ApiKey>()({
      description: 'end the key at once and for good',
      permission: 'staff:edit',
      isOffered: isNotRevoked,
      inputs: { reason: optionalText(200) },
      run: async (services, actor, { row, values }) => revokeKey(services, actor, { id: row.id, ...values }),
    }),
  },
  form: form<ApiKey>()({
    permission: 'staff:edit',
    stepUp: true,
    inputs: {
      name: textInput(100),
      permissions: codesInput(keyPermissions),
      stores: storesInput(),
      validDays,
    },
    create: async (services, actor, values) => {
      const added = await addKey(services, actor, values)
      return added.ok ? { ok: true, key: added.id, shownOnce: added.secret } : added
    },
  }),
})
