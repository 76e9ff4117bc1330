/** The sections of the sidebar, each with the permission that opens it. */
import type { IconName, sectionPaths } from '../../contract/sidebar.ts'
import { entriesOf } from '../../modules/modules.ts'
import type { StaffSection } from '../../modules/declarations.ts'
import type { AdminKey } from '../texts.tsx'
import { can, type Session } from '../session.ts'
import { paths } from '../paths.ts'

export interface Section {
  path: string
  label: AdminKey
  icon: IconName
  /** One of these permissions in any store is enough; none are needed without any. */
  permissions: readonly string[]
  /** Keys that open it. */
  keys: string
}

const kernelSections: readonly (Section & { path: (typeof sectionPaths)[number] })[] = [
  { path: paths.home, label: 'section.todo', icon: 'check', permissions: [], keys: 'g h' },
  { path: paths.orders, label: 'section.orders', icon: 'cart', permissions: ['order:read'], keys: 'g o' },
  {
    path: '/customers',
    label: 'section.customers',
    icon: 'user',
    permissions: ['customer:read'],
    keys: 'g c',
  },
  {
    path: '/products',
    label: 'section.products',
    icon: 'battery',
    permissions: ['product:read'],
    keys: 'g p',
  },
  { path: paths.import, label: 'section.import', icon: 'plus', permissions: ['import:run'], keys: 'g i' },
  {
    path: '/stock',
    label: 'section.stock',
    icon: 'truck',
    permissions: ['stock:read'],
    keys: 'g l',
  },
  {
    path: '/coupons',
    label: 'section.coupons',
    icon: 'tag',
    permissions: ['coupon:read'],
    keys: 'g k',
  },
  {
    path: paths.prices,
    label: 'section.prices',
    icon: 'coin',
    permissions: ['price:read'],
    keys: 'g m',
  },
  { path: '/audit', label: 'section.audit', icon: 'info', permissions: ['audit:read'], keys: 'g a' },
  {
    path: paths.settings,
    label: 'section.settings',
    icon: 'gear',
    permissions: ['settings:read'],
    keys: 'g e',
  },
  { path: paths.staff, label: 'section.staff', icon: 'user', permissions: ['staff:read'], keys: 'g s' },
]

/** By the first segment of their path. */
const ofModules: ReadonlyMap<string, StaffSection> = entriesOf('staffSections')

/** Those of the kernel and of modules, each of which follows the section that it names. */
const sections: readonly Section[] = [...ofModules].reduce(
  (all: readonly Section[], [name, { after, permission, icon, keys }]) =>
    all.toSpliced(all.findIndex(({ path }) => path === after) + 1 || all.length, 0, {
      path: `/${name}`,
      label: `section.${name}` as AdminKey,
      icon: icon as IconName,
      permissions: [permission],
      keys,
    }),
  kernelSections,
)

/** The sections that the person may enter; the others are not shown. Each declared list follows the section it names. */
export function sectionsFor(session: Session): readonly Section[] {
  const open = sections.filter(
    ({ permissions }) => permissions.length === 0 || permissions.some((name) => can(session, name)),
  )
  // Each goes in front of those declared before it with the same place; one that follows another list waits for it.
  let waiting = session.resources.filter(({ after }) => after !== '').toReversed()
  while (waiting.length > 0) {
    const isNext = ({ after }: { after: string }) =>
      !waiting.some(({ name }) => paths.resource(name) === after)
    const next = waiting.some(isNext) ? waiting.filter(isNext) : waiting
    for (const { name, after, otherwise, icon, keys } of next) {
      const named = open.findIndex(({ path }) => path === after)
      const place = named === -1 ? open.findIndex(({ path }) => path === otherwise) : named
      const section: Section = {
        path: paths.resource(name),
        label: `section.${name}` as AdminKey,
        icon: icon as IconName,
        permissions: [],
        keys,
      }
      open.splice(place === -1 ? open.length : place + 1, 0, section)
    }
    waiting = waiting.filter((each) => !next.includes(each))
  }
  return open
}
