/** The jobs that the person has started, the newest first. */
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { jobsAnswer } from '../../../contract/admin/jobs.ts'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { Card } from '../../shell/card.tsx'
import { jobStateText, jobTitle } from '../../shell/jobs-menu.tsx'
import { Page } from '../../shell/page.tsx'
import { useTexts } from '../../texts.tsx'
import styles from '../../shell/row-list.module.css'

type Answer = z.infer<typeof jobsAnswer>

export const loader = ({ request }: LoaderFunctionArgs) => readApi<Answer>(apiPaths.jobs, request.signal)

export function Component() {
  const words = useTexts()
  const { t, dateTime } = words
  const { jobs } = useLoaderData<Answer>()
  return (
    <Page title={t('jobs.title')} intro={t('jobs.intro')}>
      {jobs.length === 0 ? (
        <p>{t('jobs.none')}</p>
      ) : (
        <Card title={t('jobs.title')} isFlush>
          <div className={styles.flush}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('jobs.job_name')}</th>
                  <th scope="col">{t('jobs.started')}</th>
                  <th scope="col">{t('jobs.outcome')}</th>
                </tr>
              </thead>
              <tbody>
                {jobs.map((job) => (
                  <tr key={job.id}>
                    <th scope="row">
                      <Link to={paths.job(job.id)}>{jobTitle(t, job)}</Link>
                    </th>
                    <td>{dateTime(job.createdAt)}</td>
                    <td>{jobStateText(words, job)}</td>
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
