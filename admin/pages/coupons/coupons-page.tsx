/** The declared list of discount codes, with its form and the simulator. */
import { useNavigate, type LoaderFunctionArgs } from 'react-router'
import { paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { usePageActions } from '../../shell/page-actions.ts'
import type { PageHandle } from '../../shell/store-choice.ts'
import { useTexts } from '../../texts.tsx'
import { loadList, ResourceList } from '../resources/resource-list.tsx'
import { useResource } from '../resources/use-resource.ts'

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadList('coupons', given)

/** What the cell of its uses needs of a row. */
interface CouponRow {
  used: number
  usageLimit: number | null
}

export function Component() {
  const { t, number } = useTexts()
  const navigate = useNavigate()
  const create = { id: 'new', label: t('coupons.new'), to: paths.newCoupon, keys: 'n' }
  const simulate = { id: 'simulate', label: t('simulator.title'), to: paths.couponSimulator() }
  const links = can(useSession(), 'coupon:edit') ? [create, simulate] : [simulate]
  usePageActions(
    links.map(({ to, ...link }) => ({ ...link, group: 'page' as const, run: () => void navigate(to) })),
  )
  return (
    <ResourceList<CouponRow>
      resource={useResource('coupons')}
      links={links}
      cells={{
        used: ({ used, usageLimit: limit }) =>
          limit === null ? number(used) : `${number(used)} / ${number(limit)}`,
      }}
    />
  )
}
