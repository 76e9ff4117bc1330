import { expect, it } from 'vitest'
import { loadCommands } from '../cli/anode-commands.ts'
import { shopEvents } from '../contract/events.ts'
import { auditActions, auditObjectKinds } from '../domain/audit/audit-actions.ts'
import { storedEntries } from '../domain/consent/browser-storage.ts'
import { couponKinds } from '../domain/coupons/coupon-kinds.ts'
import { couponFieldNames } from '../domain/coupons/coupon-record.server.ts'
import { mailKinds, mailTopics } from '../domain/mail/mail-kind.ts'
import { permissions } from '../domain/permissions/permissions.ts'
import { retainedKinds } from '../domain/personal-data/retention.ts'
import { ownSections } from '../domain/seo/own-sections.ts'
import { modules } from '../modules/modules.ts'
import { outside } from '../modules/outside.generated.ts'
import { queueNames } from './jobs/queues.ts'
import { beginnings, reservedNames } from './reserved-names.ts'
import { resources } from './resources.ts'

it('no module from outside can have a name that those of the shop begin with', async () => {
  const entries = storedEntries({
    storeCode: 'sv',
    allowsExVat: true,
    usesStripe: true,
    tags: { host: 'tags.example', consent: ['analytics', 'ads'] },
    trackingHost: 'tracking.example',
  })
  const names = [
    ...auditActions,
    ...auditObjectKinds,
    ...permissions,
    ...Object.keys(shopEvents),
    ...mailKinds,
    ...mailTopics,
    ...retainedKinds,
    ...ownSections,
    ...queueNames,
    ...resources.flatMap(({ name, auditObject }) => [name, auditObject ?? []].flat()),
    ...modules.map(({ name }) => name),
    ...entries.map(({ name }) => name),
    ...couponFieldNames,
    ...couponKinds.map(({ kind }) => kind),
    ...(await loadCommands()).map((command) => command.name()),
  ]
  const needed = names.flatMap(beginnings).filter((name) => /^[a-z]+(?:-[a-z]+)*$/.test(name))
  // Those that are bound have names of their own.
  const ofOutside = (name: string) =>
    outside.some((module) => name === module.name || name.startsWith(`${module.name}-`))
  // It may have more: the names of a module that was taken out of the tree, whose tables stay.
  const missing = new Set(needed.filter((name) => !ofOutside(name) && !reservedNames.has(name)))
  expect([...missing].toSorted()).toEqual([])
})
