/** The archive of the whole shop: what it is, and its start. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { StartedJob } from '../../../contract/admin/jobs.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths, paths } from '../../paths.ts'
import { Card } from '../../shell/card.tsx'
import { Check, RefusalNotice } from '../../shell/form.tsx'
import { announceStartedJob } from '../../shell/started-job.ts'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import styles from './import.module.css'

export function ShopArchive() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [withLogins, setWithLogins] = useState(false)
  const change = useChange<StartedJob>('POST', apiPaths.shopArchive, { rereads: false })
  const start = async () => {
    const answer = await change.send({ withLogins })
    if (answer === null) return
    announceStartedJob()
    await navigate(paths.job(answer.job))
  }
  return (
    <Card title={t('archive.title')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
      >
        <p>{t('archive.intro')}</p>
        <Check
          label={t('archive.with_logins')}
          checked={withLogins}
          onChange={({ target }) => setWithLogins(target.checked)}
        />
        <RefusalNotice refusal={change.refusal} />
        <div className={styles.buttons}>
          <Button type="submit" size="small" disabled={change.isSending}>
            {t('archive.write')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The download of a job's archive, for a day. Asks for a passkey or a code first. */
export function DownloadArchive({ job, until }: { job: number; until: string }) {
  const { t, dateTime } = useTexts()
  const change = useChange('POST', apiPaths.archiveDownload(job), { rereads: false })
  return (
    <Card title={t('archive.title')}>
      <div className={styles.form}>
        <p>{t('archive.kept', { until: dateTime(until) })}</p>
        <RefusalNotice refusal={change.refusal} />
        <div className={styles.buttons}>
          <Button
            size="small"
            look="main"
            disabled={change.isSending}
            onClick={() =>
              void change.send().then((answer) => {
                if (answer !== null) window.location.assign(apiPaths.archiveFile(job))
              })
            }
          >
            {t('archive.download')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
