/** The table of the cookies page: what the store may leave in a browser, in the store's words. */
import {
  storedEntries,
  type StorageConditions,
  type StorageDuration,
  type StoredEntry,
} from '../../../domain/consent/browser-storage.ts'
import { textsOf } from '../../../locales/texts.server.ts'
import type { ShopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'

export interface CookieTableView {
  columns: { name: string; purpose: string; duration: string }
  groups: { title: string; text: string; rows: CookieRow[] }[]
  note: string
}

interface CookieRow {
  name: string
  /** Kind and party. */
  what: string
  purpose: string
  duration: string
}

export function cookieTable(shop: ShopContext): CookieTableView {
  const { store } = shop
  const { moduleStorage, pages } = textsOf(store.code)
  const { table, purposes } = pages.cookies
  const t = serverTranslate(store)
  const entries = storedEntries(conditionsOf(shop))
  const kinds = { cookie: table.cookie, local: table.local, session: table.session_storage }
  const row = (entry: StoredEntry): CookieRow => ({
    name: entry.name,
    what: `${kinds[entry.kind]} · ${entry.party ?? store.brand}`,
    purpose: entry.purpose === null ? moduleStorage[entry.name]! : purposes[entry.purpose],
    duration:
      typeof entry.duration === 'object'
        ? lengthOf(entry.duration, store.iso)
        : entry.duration === 'kept'
          ? table.until_deleted
          : entry.kind === 'cookie'
            ? table.until_closed
            : table.until_tab_closed,
  })
  const groups = (['necessary', 'analytics', 'ads'] as const).map((consent) => ({
    title: t(`consent.${consent}`),
    text: t(`consent.${consent}_text`),
    rows: entries.filter((entry) => entry.consent === consent).map(row),
  }))
  return {
    columns: { name: table.name, purpose: table.purpose, duration: table.duration },
    groups: groups.filter(({ rows }) => rows.length > 0),
    note: table.payment,
  }
}

function conditionsOf({ store, settings, paymentProviders }: ShopContext): StorageConditions {
  return {
    storeCode: store.code,
    allowsExVat: store.allowExVat,
    usesStripe: paymentProviders[store.code].includes('stripe'),
    tags:
      settings.tags === undefined
        ? null
        : { host: new URL(settings.tags).host, consent: settings.tagsNeed?.split(' ') ?? [] },
    trackingHost: settings.tracking === undefined ? null : new URL(settings.tracking).host,
  }
}

function lengthOf(duration: Exclude<StorageDuration, string>, iso: string): string {
  const [unit, count] =
    'days' in duration
      ? (['day', duration.days] as const)
      : 'hours' in duration
        ? (['hour', duration.hours] as const)
        : (['minute', duration.minutes] as const)
  return new Intl.NumberFormat(iso, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
