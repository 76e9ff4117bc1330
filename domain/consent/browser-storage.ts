/**
 * Everything that the shop, and what it embeds, stores in a visitor's browser: the content of the cookies page (§ 25
 * TDDDG, lag 2022:482 ch. 9 28 §, ekomloven § 3-15, cookiebekendtgørelsen § 3). A browser test compares it with what
 * the browser holds. Pure.
 */
import { entriesOf } from '../../modules/modules.ts'
import { sessionLifeMs } from '../accounts/account.ts'
import { previewHours } from '../stores/open-stores.ts'
import { consentDays } from './consent.ts'

export type StorageKind = 'cookie' | 'local' | 'session'

/** `session`: until the browser or tab is closed; `kept`: until the visitor deletes it. */
export type StorageDuration = { days: number } | { hours: number } | { minutes: number } | 'session' | 'kept'

export interface StoredEntry {
  /** As the browser shows it; a trailing * stands for any ending. */
  name: string
  kind: StorageKind
  /** Key of the text that says what it is for; null: of a module, whose texts have it under the entry's name. */
  purpose: StoragePurpose | null
  /** Who stores it; null: the shop. */
  party: string | null
  duration: StorageDuration
  consent: 'necessary' | 'analytics' | 'ads'
}

export type StoragePurpose =
  | 'account'
  | 'campaign_tags'
  | 'card_payment'
  | 'choice'
  | 'country'
  | 'device'
  | 'notices'
  | 'order'
  | 'preview'
  | 'reload'
  | 'scroll'
  | 'searches'
  | 'sent_events'
  | 'staff'
  | 'state'
  | 'statistics_tags'
  | 'tracking'
  | 'vat'
  | 'version'

/** What decides which entries a store can leave. */
export interface StorageConditions {
  storeCode: string
  /** Whether prices can be shown without VAT. */
  allowsExVat: boolean
  /** Whether cards are taken in fields of Stripe. */
  usesStripe: boolean
  /** Host of the tag manager's script, and the consent that it needs; null: none is configured. */
  tags: { host: string; consent: readonly string[] } | null
  /** Host of the service that gives measured visitors an id; null: none is configured. */
  trackingHost: string | null
}

const year = { days: 365 }
const granted = { days: consentDays.granted }

const categories: readonly StoredEntry['consent'][] = ['necessary', 'analytics', 'ads']

/** What modules store. */
const ofModules: readonly StoredEntry[] = [...entriesOf('browserStorage')].map(
  ([name, { duration, ...entry }]) => ({
    name,
    ...entry,
    purpose: null,
    party: null,
    duration: duration === 'consent' ? granted : duration,
  }),
)

/** Each entry that a browser may hold after visits to the store, the necessary ones first. */
export function storedEntries(conditions: StorageConditions): StoredEntry[] {
  const { storeCode, allowsExVat, usesStripe, tags, trackingHost } = conditions
  const cookie = (name: string, purpose: StoragePurpose, duration: StorageDuration): StoredEntry => ({
    name,
    kind: 'cookie',
    purpose,
    party: null,
    duration,
    consent: 'necessary',
  })
  const kept = (kind: StorageKind, name: string, purpose: StoragePurpose): StoredEntry => ({
    ...cookie(name, purpose, kind === 'local' ? 'kept' : 'session'),
    kind,
  })
  const session = { hours: sessionLifeMs / 3_600_000 }
  const stripe = (name: string, duration: StorageDuration): StoredEntry => ({
    ...cookie(name, 'card_payment', duration),
    party: 'Stripe',
  })
  const needs = (category: string) => tags?.consent.includes(category) === true
  const tag = (name: string, category: 'analytics' | 'ads', duration: StorageDuration): StoredEntry => ({
    ...cookie(name, category === 'ads' ? 'campaign_tags' : 'statistics_tags', duration),
    party: tags!.host,
    consent: category,
  })
  const entries: StoredEntry[] = [
    cookie('__consent', 'choice', granted),
    cookie('i18n_redirected', 'country', year),
    ...(allowsExVat ? [cookie('vat', 'vat', year)] : []),
    cookie('notices', 'notices', 'session'),
    cookie('anode_account', 'account', session),
    cookie('anode_order', 'order', session),
    cookie('anode_device', 'device', { days: 400 }),
    // The longest validity of a pass (domain/staff/staff-pass.server.ts).
    cookie('anode_staff', 'staff', year),
    cookie(`anode_preview_${storeCode}`, 'preview', { hours: previewHours }),
    ...(usesStripe ? [stripe('__stripe_mid', year), stripe('__stripe_sid', { minutes: 30 })] : []),
    kept('local', 'bex05', 'state'),
    kept('local', `recent-searches-${storeCode}`, 'searches'),
    kept('session', 'react-router-scroll-positions', 'scroll'),
    kept('session', 'react-router-manifest-version', 'version'),
    kept('session', 'anode-reloaded-at', 'reload'),
    { ...kept('session', 'anode-sent-events', 'sent_events'), consent: 'analytics' },
    ...ofModules,
    ...(trackingHost === null
      ? []
      : [
          {
            ...cookie('__tracking', 'tracking', granted),
            party: trackingHost,
            consent: 'analytics' as const,
          },
        ]),
    ...(needs('analytics')
      ? [
          tag('_ga', 'analytics', { days: 400 }),
          tag('_ga_*', 'analytics', { days: 400 }),
          tag('_gid', 'analytics', { days: 1 }),
          tag('_gat*', 'analytics', { minutes: 1 }),
          tag('_cl*', 'analytics', year),
        ]
      : []),
    ...(needs('ads')
      ? [
          tag('_gcl_*', 'ads', { days: 90 }),
          tag('_dc_gtm_*', 'ads', { minutes: 1 }),
          tag('_uet*', 'ads', { days: 390 }),
          tag('_fb*', 'ads', { days: 90 }),
        ]
      : []),
  ]
  return entries.toSorted((a, b) => categories.indexOf(a.consent) - categories.indexOf(b.consent))
}
