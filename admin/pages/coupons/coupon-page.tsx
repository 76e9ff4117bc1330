/** One coupon: its terms, the orders that used it and its history, from which changes are undone. */
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { FieldValuesAnswer } from '../../../contract/admin/custom-fields.ts'
import type { couponKindsAnswer, CouponPage } from '../../../contract/admin/coupons.ts'
import { Button } from '../../../ui/button.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { ActionButtons } from '../../shell/action-buttons.tsx'
import { Card, Columns, Facts } from '../../shell/card.tsx'
import { RefusalNotice } from '../../shell/form.tsx'
import { Page } from '../../shell/page.tsx'
import { Status } from '../../shell/status.tsx'
import { Timeline } from '../../shell/timeline.tsx'
import { UndoButton } from '../../shell/undo-button.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { FieldValuesCard } from '../fields/field-values.tsx'
import { readFieldValues } from '../fields/read-field-values.ts'
import { CouponForm } from './coupon-form.tsx'
import { couponTones, type CouponKinds } from './coupon-words.ts'
import orderStyles from '../orders/order.module.css'

interface Loaded {
  coupon: CouponPage | null
  kinds: CouponKinds
  fields: FieldValuesAnswer | null
}

/** Without a code: a new coupon. */
export async function loader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { code } = params
  const [coupon, { kinds }, fields] = await Promise.all([
    code === undefined ? null : readApi<CouponPage>(apiPaths.coupon(code), request.signal),
    readApi<z.infer<typeof couponKindsAnswer>>(apiPaths.couponKinds, request.signal),
    code === undefined ? null : readFieldValues('coupon', code, request.signal),
  ])
  return { coupon, kinds, fields }
}

export function Component() {
  const { t, number, dateTime } = useTexts()
  const { coupon, kinds, fields } = useLoaderData<Loaded>()
  const back = { label: t('section.coupons'), to: paths.resource('coupons') }
  if (coupon === null)
    return (
      <Page title={t('coupons.new')} back={back}>
        <CouponForm key="new" coupon={null} kinds={kinds} />
      </Page>
    )
  const { code, state, uses, timeline } = coupon
  return (
    <Page
      title={code}
      badges={<Status tone={couponTones[state]} text={t(`coupons.state_${state}`)} />}
      back={back}
      actions={
        <>
          {coupon.mayEdit && <StopButton code={code} isStopped={state === 'disabled'} />}
          <ActionButtons
            actions={[{ id: 'simulate', label: t('simulator.title'), to: paths.couponSimulator(code) }]}
          />
        </>
      }
    >
      <Columns
        main={
          <>
            <CouponForm key={code} coupon={coupon} kinds={kinds} />
            {fields && <FieldValuesCard object="coupon" name={code} answer={fields} />}
            <Card title={t('timeline.title')}>
              <Timeline
                entries={timeline}
                actionsOf={({ id }) =>
                  timeline.find((entry) => entry.id === id)?.canUndo && <UndoButton id={id} />
                }
              />
            </Card>
          </>
        }
        side={
          <Card title={t('coupons.uses')}>
            <Facts
              facts={[
                [t('coupons.used'), number(coupon.used)],
                ...(coupon.usedBefore > 0
                  ? [[t('change.used_before'), number(coupon.usedBefore)] as const]
                  : []),
                [t('coupons.createdAt'), dateTime(coupon.createdAt)],
              ]}
            />
            {uses.length === 0 ? (
              <p>{t('coupons.no_uses')}</p>
            ) : (
              <ul className={orderStyles.entries}>
                {uses.map(({ order, usedAt: at, releasedAt: released }) => (
                  <li key={order}>
                    <Link to={paths.order(order)}>{order}</Link> {dateTime(at)}
                    {released !== null && ` · ${t('coupons.released')}`}
                  </li>
                ))}
              </ul>
            )}
          </Card>
        }
      />
    </Page>
  )
}

function StopButton({ code, isStopped }: { code: string; isStopped: boolean }) {
  const { t } = useTexts()
  const { isSending, refusal, send } = useChange(
    'POST',
    apiPaths.couponAction(code, isStopped ? 'resume' : 'stop'),
    { done: t(isStopped ? 'coupons.resumed' : 'coupons.stopped') },
  )
  return (
    <>
      <RefusalNotice refusal={refusal} />
      <Button size="small" disabled={isSending} onClick={() => void send()}>
        {t(isStopped ? 'coupons.resume' : 'coupons.stop')}
      </Button>
    </>
  )
}
