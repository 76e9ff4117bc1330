/** Campaigns as a calendar: a line for each with its days and products, and a bar where the window is wide enough. */
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { StartedJob } from '../../../contract/admin/jobs.ts'
import type { campaignsAnswer } from '../../../contract/admin/prices.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { ActionButtons } from '../../shell/action-buttons.tsx'
import { RefusalNotice } from '../../shell/form.tsx'
import type { PageHandle } from '../../shell/store-choice.ts'
import { Page } from '../../shell/page.tsx'
import { useStartedJob } from '../../shell/started-job.ts'
import { Status } from '../../shell/status.tsx'
import { useChange } from '../../shell/use-change.ts'
import { storeName } from '../../store-name.ts'
import { useTexts } from '../../texts.tsx'
import { monthAfter, shownMonths, spanOf } from './months.ts'
import styles from './campaigns-page.module.css'

type Answer = z.infer<typeof campaignsAnswer>
type Campaign = Answer['campaigns'][number]

export const handle: PageHandle = { storeFilter: true }

interface Loaded extends Answer {
  from: string
  store: string | null
}

/** `from` in the address: a day of the first month; without it, this month. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const { searchParams } = new URL(request.url)
  const [given, store] = [searchParams.get('from') ?? '', searchParams.get('filter.store')]
  const from = monthAfter(/^\d{4}-\d\d/.test(given) ? given : new Date().toISOString(), 0)
  const to = new Date(Date.parse(monthAfter(from, shownMonths)) - 1).toISOString().slice(0, 10)
  const answer = await readApi<Answer>(apiPaths.campaigns(from, to, store), request.signal)
  return { ...answer, from, store }
}

export function Component() {
  const { t, iso } = useTexts()
  const { from, store, campaigns, expired } = useLoaderData<Loaded>()
  const months = Array.from({ length: shownMonths }, (_, index) => monthAfter(from, index))
  const shown = { from, until: monthAfter(from, shownMonths) }
  const monthName = new Intl.DateTimeFormat(iso, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const name = (month: string) => monthName.format(Date.parse(month))
  return (
    <Page
      title={t('campaigns.title')}
      intro={t('campaigns.intro')}
      back={{ label: t('section.prices'), to: paths.prices }}
      actions={
        <ActionButtons
          hasMain={false}
          actions={[
            { id: 'start', label: t('bulk.field_campaign'), to: paths.resource('products') },
            {
              id: 'earlier',
              label: t('campaigns.earlier'),
              to: paths.campaigns(monthAfter(from, -shownMonths), store),
            },
            { id: 'later', label: t('campaigns.later'), to: paths.campaigns(shown.until, store) },
          ]}
        />
      }
    >
      {expired.length > 0 && (
        <Card title={t('campaigns.expired')}>
          <p>{t('campaigns.expired_text')}</p>
          <ul className={styles.list}>
            {expired.map((campaign) => (
              <ExpiredLine
                key={`${campaign.store} ${campaign.startsAt} ${campaign.endsAt}`}
                campaign={campaign}
              />
            ))}
          </ul>
        </Card>
      )}
      <h2 className={styles.period}>{`${name(months[0]!)} – ${name(months.at(-1)!)}`}</h2>
      {campaigns.length === 0 ? (
        <EmptyState title={<h3>{t('campaigns.none')}</h3>} />
      ) : (
        <div className={styles.calendar}>
          <div className={styles.months} aria-hidden="true">
            {months.map((month) => (
              <span key={month}>{name(month)}</span>
            ))}
          </div>
          <ul className={styles.list}>
            {campaigns.map((campaign) => (
              <CampaignLine
                key={`${campaign.store} ${campaign.startsAt} ${campaign.endsAt} ${campaign.planned}`}
                campaign={campaign}
                shown={shown}
              />
            ))}
          </ul>
        </div>
      )}
    </Page>
  )
}

/** `Sverige, 1 Dec 2026 – 24 Dec 2026`. */
function useLineName() {
  const { t, day } = useTexts()
  const dayText = (on: string | null) => (on === null ? '…' : day(on))
  return ({ store, startsOn: from, endsOn: to }: Pick<Campaign, 'store' | 'startsOn' | 'endsOn'>) =>
    t('campaigns.line', { store: storeName(store), period: `${dayText(from)} – ${dayText(to)}` })
}

/** A planned campaign that ended before it could begin. */
function ExpiredLine({ campaign }: { campaign: Answer['expired'][number] }) {
  const { t, number } = useTexts()
  const session = useSession()
  const name = useLineName()(campaign)
  const { store, startsAt, endsAt, products } = campaign
  const { isSending, refusal, send } = useChange('POST', apiPaths.dismissExpired, {
    done: t('campaigns.dismissed'),
  })
  return (
    <li className={styles.line}>
      <div className={styles.text}>
        <span>{name}</span>
        <span className={styles.soft}>
          {products === 1 ? campaign.name : t('campaigns.products', { count: number(products) })}
        </span>
        <RefusalNotice refusal={refusal} />
        {can(session, 'price:edit', store) && (
          <Button
            size="small"
            disabled={isSending}
            aria-label={`${t('campaigns.dismiss')}: ${name}`}
            onClick={() => void send({ store, startsAt, endsAt })}
          >
            {t('campaigns.dismiss')}
          </Button>
        )}
      </div>
    </li>
  )
}

function CampaignLine({ campaign, shown }: { campaign: Campaign; shown: { from: string; until: string } }) {
  const { t, number } = useTexts()
  const { store, startsAt, endsAt, startsOn, endsOn } = campaign
  const session = useSession()
  const name = useLineName()(campaign)
  const { left, width } = spanOf({ startsOn, endsOn }, shown)
  return (
    <li className={styles.line}>
      <div className={styles.text}>
        <Link
          to={paths.pricesOfCampaign(store, {
            startsAt,
            endsAt,
            plannedFrom: campaign.planned ? startsOn : null,
          })}
        >
          {name}
        </Link>
        <span className={styles.soft}>
          {campaign.products === 1
            ? campaign.name
            : t('campaigns.products', { count: number(campaign.products) })}
        </span>
        {campaign.planned && <Status tone="neutral" text={t('campaigns.planned')} />}
        {campaign.notLower > 0 && (
          <Status tone="warning" text={t('campaigns.not_lower', { count: number(campaign.notLower) })} />
        )}
        {campaign.delayed > 0 && (
          <Status tone="warning" text={t('campaigns.delayed', { count: number(campaign.delayed) })} />
        )}
        {campaign.late > 0 && (
          <Status tone="bad" text={t('campaigns.late', { count: number(campaign.late) })} />
        )}
        {campaign.planned && can(session, 'price:edit', store) && (
          <RemovePlan campaign={campaign} name={name} />
        )}
      </div>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.bar} style={{ left: `${left}%`, width: `${width}%` }} />
      </div>
    </li>
  )
}

/** Removes a planned campaign of a store from all its products. */
function RemovePlan({ campaign, name }: { campaign: Campaign; name: string }) {
  const { t } = useTexts()
  const started = useStartedJob()
  const { isSending, refusal, send } = useChange<StartedJob>('POST', apiPaths.removePlans)
  const { store, startsAt, endsAt } = campaign
  return (
    <>
      <RefusalNotice refusal={refusal} />
      <Button
        size="small"
        disabled={isSending}
        aria-label={`${t('campaigns.remove')}: ${name}`}
        onClick={async () => {
          const answer = await send({ store, startsAt, endsAt })
          if (answer !== null) started(answer.job, t('campaigns.removed'))
        }}
      >
        {t('campaigns.remove')}
      </Button>
    </>
  )
}
