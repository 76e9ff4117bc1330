/** Import of a feed: the file is checked first, its differences are shown, then a job imports it. Export of products. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import type { ImportCheck } from '../../../contract/admin/imports.ts'
import type { startedJob } from '../../../contract/admin/jobs.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ApiError, uploadWithProgress } from '../../api-client.ts'
import { withStepUp } from '../../passkeys.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { Check, Field, Select } from '../../shell/form.tsx'
import { Page } from '../../shell/page.tsx'
import { announceStartedJob } from '../../shell/started-job.ts'
import { useTexts } from '../../texts.tsx'
import { CostImport } from './cost-import.tsx'
import { importRefusalText } from './import-refusal.ts'
import { ImportResult } from './import-result.tsx'
import styles from './import.module.css'

/** What the server accepts; a larger file is not sent at all. */
const largestMegabytes = 50
/** Of a file, as the API takes it. */
const longestName = 200

interface Sending {
  isCheck: boolean
  /** Part of the file that has been sent, from 0 to 1. */
  sent: number
}

export function Component() {
  const { t, language } = useTexts()
  const session = useSession()
  const stores = session.stores.filter(({ code }) => can(session, 'import:run', code))
  const [store, setStore] = useState(stores[0]?.code ?? '')
  const [file, setFile] = useState<File | null>(null)
  const [answer, setAnswer] = useState<ImportCheck | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [mayClear, setMayClear] = useState(false)
  const forget = () => {
    setAnswer(null)
    setProblem(null)
    setMayClear(false)
  }
  const clears = answer?.clears ?? []
  const navigate = useNavigate()
  const send = async (isCheck: boolean) => {
    setProblem(null)
    if (file === null) return
    if (file.size > largestMegabytes * 1024 * 1024) {
      setProblem(t('import.too_large', { megabytes: largestMegabytes }))
      return
    }
    setSending({ isCheck, sent: 0 })
    try {
      const clear = mayClear ? clears.map(({ column }) => column) : []
      const upload = <Answer,>(path: string) =>
        withStepUp(() =>
          uploadWithProgress<Answer>(path, file, (part) => setSending({ isCheck, sent: part })),
        )
      if (isCheck) {
        const checked = await upload<ImportCheck>(apiPaths.checkImport(store, { clear, language }))
        if (checked.ok) setAnswer(checked.data)
        else setProblem(importRefusalText(t, checked))
        return
      }
      const name = file.name.slice(0, longestName)
      const started = await upload<z.infer<typeof startedJob>>(apiPaths.startImport(store, { clear, name }))
      announceStartedJob()
      if (started.ok) await navigate(paths.job(started.data.job))
      else setProblem(importRefusalText(t, started))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(t(isCheck ? 'import.check_cut_off' : 'import.cut_off'))
    } finally {
      setSending(null)
    }
  }
  const isSending = sending !== null
  const isChecked = answer !== null
  const isBlocked = isChecked && clears.length > 0 && !mayClear
  return (
    <Page title={t('section.import')} intro={t('import.intro')}>
      <div className="stack">
        <Card title={t('import.file')}>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              void send(true)
            }}
          >
            <fieldset className={styles.fields} disabled={isSending}>
              <Select
                label={t('orders.store')}
                value={store}
                options={stores.map(({ code, name }) => ({ value: code, label: name }))}
                onChange={(code) => {
                  setStore(code)
                  forget()
                }}
              />
              <Field
                label={t('import.feed')}
                hint={t('import.feed_hint', { megabytes: largestMegabytes })}
                type="file"
                required
                onChange={({ target }) => {
                  setFile(target.files?.[0] ?? null)
                  forget()
                }}
              />
            </fieldset>
            <div className={styles.buttons}>
              <Button type="submit" size="small" look={isChecked ? 'quiet' : 'main'} disabled={isSending}>
                {t('import.check')}
              </Button>
              {isChecked && (
                <Button
                  size="small"
                  look="main"
                  disabled={isSending || isBlocked}
                  onClick={() => void send(false)}
                >
                  {t('import.run')}
                </Button>
              )}
              <ButtonLink size="small" href={apiPaths.exportProducts(store)} download>
                {t('import.export')}
              </ButtonLink>
            </div>
            {sending !== null && <Progress {...sending} />}
            {problem !== null && (
              <p className={styles.problem} role="alert">
                {problem}
              </p>
            )}
            {isChecked && clears.length > 0 && (
              <div className={styles.problem} role="alert">
                <p>{t('import.clears')}</p>
                <ul>
                  {clears.map(({ column, filled, cleared }) => (
                    <li key={column}>{t('import.clear_column', { column, filled, cleared })}</li>
                  ))}
                </ul>
                <Check
                  label={t('import.allow_clear')}
                  checked={mayClear}
                  onChange={({ target }) => setMayClear(target.checked)}
                />
              </div>
            )}
          </form>
        </Card>
        {answer !== null && <ImportResult answer={answer} />}
        {session.stores.some(({ code }) => can(session, 'price:edit', code)) && <CostImport />}
      </div>
    </Page>
  )
}

/** How much has been sent; then that the server works on it, which has no measure. */
function Progress({ isCheck, sent }: Sending) {
  const { t } = useTexts()
  const isSent = sent >= 1
  const working = t(isCheck ? 'import.checking' : 'import.starting')
  return (
    <div className={styles.progress}>
      <p role="status">{isSent ? working : t('import.sending')}</p>
      <progress
        aria-label={isSent ? working : t('import.sending')}
        max={1}
        {...(!isSent && { value: sent })}
      />
    </div>
  )
}
