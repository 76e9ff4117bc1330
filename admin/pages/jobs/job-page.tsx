/** A job: its progress, the outcome of its rows, and its undo. */
import { useEffect, useState } from 'react'
import { Link, useLoaderData, useNavigate, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { jobAnswer, StartedJob } from '../../../contract/admin/jobs.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { Card, Facts } from '../../shell/card.tsx'
import { RefusalNotice } from '../../shell/form.tsx'
import { jobStateText, jobTitle, progressOf } from '../../shell/jobs-menu.tsx'
import { Page } from '../../shell/page.tsx'
import { rowRefusalText } from '../../shell/refusals.ts'
import { announceStartedJob } from '../../shell/started-job.ts'
import { storeName } from '../../store-name.ts'
import { reasonText } from '../../shell/timeline.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { DownloadArchive } from '../import/shop-archive.tsx'
import { Problems } from '../import/import-result.tsx'
import { shippingRefusalText } from '../orders/shipping-refusals.ts'
import styles from '../../shell/row-list.module.css'

type Answer = z.infer<typeof jobAnswer>

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  readApi<Answer>(apiPaths.job(params['id'] ?? ''), request.signal)

/** How often the progress of a running job is read. */
const pollMilliseconds = 1500

export function Component() {
  const words = useTexts()
  const { t, dateTime, number, language, keys } = words
  const { job, rows, problems, notes, problemCount: count, keptProblemCount: kept } = useLoaderData<Answer>()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const isRunning = job.finishedAt === null
  const ships = job.kind === 'order-shipping'
  const isImport = job.kind === 'feed-import'
  const isArchive = job.kind === 'archive-export'
  // The same words as in the check.
  const counted = isImport ? 'import' : 'jobs'
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void revalidate(), pollMilliseconds)
    return () => clearInterval(timer)
  }, [isRunning, revalidate])
  const [isAsking, setAsking] = useState(false)
  const change = useChange<StartedJob>('POST', apiPaths.undoJob(job.id), {
    done: t('jobs.undone'),
    rereads: false,
  })
  const undo = async () => {
    const answer = await change.send()
    announceStartedJob()
    if (answer !== null) await navigate(paths.job(answer.job))
    return answer
  }
  return (
    <Page
      title={jobTitle(t, job)}
      actions={
        <>
          {ships && job.changed > 0 && (
            <ButtonLink size="small" look="main" href={apiPaths.shipmentLabels(job.id)} target="_blank">
              {t('ship_orders.labels')}
            </ButtonLink>
          )}
          {!isArchive && (
            <ButtonLink size="small" href={apiPaths.jobRows(job.id, language)} download>
              {t('jobs.file')}
            </ButtonLink>
          )}
          {job.canUndo && (
            <Button
              size="small"
              look={isImport ? 'quiet' : 'main'}
              disabled={change.isSending}
              onClick={() => (isImport ? setAsking(true) : void undo())}
            >
              {t(isImport ? 'jobs.roll_back' : 'jobs.undo')}
            </Button>
          )}
        </>
      }
    >
      {!isAsking && <RefusalNotice refusal={change.refusal} />}
      {isAsking && (
        <ConfirmDialog
          title={t('jobs.roll_back')}
          action={t('jobs.roll_back')}
          change={{ ...change, send: undo }}
          onClose={() => setAsking(false)}
        >
          <RollBack job={job} />
        </ConfirmDialog>
      )}
      {isRunning && (
        <p>
          {jobStateText(words, job)}{' '}
          <progress max={job.total} value={progressOf(job)} aria-label={jobTitle(t, job)} />
        </p>
      )}
      {/* Its end is announced, not each step of the progress. */}
      <p role="status">{isRunning ? '' : jobStateText(words, job)}</p>
      {job.archiveUntil !== null && <DownloadArchive job={job.id} until={job.archiveUntil} />}
      <Card title={t('jobs.about')}>
        <Facts
          facts={[
            [t('jobs.started'), dateTime(job.createdAt)],
            [t('orders.store'), job.stores.map(storeName).join(', ')],
            [
              // An import has no reason but its file.
              t(job.kind.endsWith('-import') ? 'import.file' : 'order.reason'),
              job.reason === null ? null : reasonText(job.reason, words),
            ],
            [t(isArchive ? 'archive.tables' : 'jobs.rows'), number(job.total)],
            [
              t('import.created'),
              job.created === null || isArchive || job.terms['holds'] === 'pictures'
                ? null
                : number(job.created),
            ],
            [t(`${counted}.changed`), isArchive ? null : number(job.changed - (job.created ?? 0))],
            [t(`${counted}.unchanged`), isArchive ? null : number(job.unchanged)],
            [t(`${counted}.refused`), isArchive ? null : number(job.refused)],
            [
              t(job.kind === 'import-rollback' ? 'jobs.redirects_removed' : 'jobs.redirects'),
              job.redirects === 0 ? null : number(job.redirects),
            ],
          ]}
        />
      </Card>
      {problems.length + notes.length > 0 && (
        <Card
          title={t('import.problems')}
          actions={
            <ButtonLink size="small" href={apiPaths.jobProblems(job.id, language)} download>
              {t('import.problems_file')}
            </ButtonLink>
          }
          isFlush
        >
          <Problems
            problems={problems}
            notes={notes}
            kept={kept}
            count={count}
            holds={typeof job.terms['holds'] === 'string' ? job.terms['holds'] : 'products'}
          />
        </Card>
      )}
      {problems.length + notes.length === 0 && count > 0 && (
        <Card title={t('import.problems')}>
          <p>{t('problems_deleted')}</p>
        </Card>
      )}
      {rows.length > 0 && (
        <Card title={t('jobs.outcomes')} isFlush>
          <div className={styles.flush} role="region" tabIndex={0} aria-label={t('jobs.rows')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t(ships ? 'orders.number' : 'orders.sku')}</th>
                  <th scope="col">{t('orders.store')}</th>
                  <th scope="col">{t('jobs.outcome')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={`${row.objectId} ${row.store}`}>
                    <th scope="row">
                      <Link to={ships ? paths.order(row.objectId) : paths.product(row.objectId)}>
                        {row.objectId}
                      </Link>
                    </th>
                    <td>{row.store && storeName(row.store)}</td>
                    <td>
                      {row.refusal === null
                        ? t(ships ? 'orders.status_shipped' : `jobs.${row.outcome}`)
                        : ships
                          ? shippingRefusalText(t, row.refusal)
                          : rowRefusalText({ t, keys }, row.refusal)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Card>
      )}
    </Page>
  )
}

/** What the roll back of an import undoes, and what it leaves. */
function RollBack({ job: { id, created, changed, redirects } }: { job: Answer['job'] }) {
  const { t, number } = useTexts()
  const [fresh, others] = [created ?? 0, changed - (created ?? 0)]
  return (
    <>
      <p>{t('jobs.roll_back_what', { id, created: number(fresh), changed: number(others) })}</p>
      {redirects > 0 && <p>{t('jobs.roll_back_redirects', { count: number(redirects) })}</p>}
      <p>{t('jobs.roll_back_kept')}</p>
    </>
  )
}
