/** Import of purchase costs: the file is checked first, its differences are shown, then a job changes them. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import type { CostCheck } from '../../../contract/admin/cost-imports.ts'
import type { startedJob } from '../../../contract/admin/jobs.ts'
import { Button } from '../../../ui/button.tsx'
import { ApiError, uploadWithProgress } from '../../api-client.ts'
import { withStepUp } from '../../passkeys.ts'
import { apiPaths, paths } from '../../paths.ts'
import { Card } from '../../shell/card.tsx'
import { Field } from '../../shell/form.tsx'
import { announceStartedJob } from '../../shell/started-job.ts'
import { useTexts } from '../../texts.tsx'
import { importRefusalText } from './import-refusal.ts'
import { ProblemsCard, Rows } from './import-result.tsx'
import styles from './import.module.css'

/** What the server accepts; a larger file is not sent at all. */
const largestMegabytes = 5
/** Of a file, as the API takes it. */
const longestName = 200

const counted = ['read', 'changed', 'unchanged', 'refused'] as const

export function CostImport() {
  const { t, language } = useTexts()
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [answer, setAnswer] = useState<CostCheck | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const send = async (isCheck: boolean) => {
    setProblem(null)
    if (file === null) return
    if (file.size > largestMegabytes * 1024 * 1024) {
      setProblem(t('import.too_large', { megabytes: largestMegabytes }))
      return
    }
    setSending(true)
    const upload = <Answer,>(path: string) =>
      withStepUp(() => uploadWithProgress<Answer>(path, file, () => {}))
    try {
      if (isCheck) {
        const checked = await upload<CostCheck>(apiPaths.checkCosts(language))
        if (checked.ok) setAnswer(checked.data)
        else setProblem(importRefusalText(t, checked))
        return
      }
      const started = await upload<z.infer<typeof startedJob>>(
        apiPaths.importCosts(file.name.slice(0, longestName)),
      )
      announceStartedJob()
      if (started.ok) await navigate(paths.job(started.data.job))
      else setProblem(importRefusalText(t, started))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(t(isCheck ? 'import.check_cut_off' : 'import.cut_off'))
    } finally {
      setSending(false)
    }
  }
  const isChecked = answer !== null
  return (
    <>
      <Card title={t('costs.import')}>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            void send(true)
          }}
        >
          <p>{t('costs.import_intro')}</p>
          <fieldset className={styles.fields} disabled={isSending}>
            <Field
              label={t('costs.file')}
              hint={t('costs.file_hint', { megabytes: largestMegabytes })}
              type="file"
              accept=".csv,.txt,.tsv,text/csv"
              required
              onChange={({ target }) => {
                setFile(target.files?.[0] ?? null)
                setAnswer(null)
                setProblem(null)
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
                disabled={isSending || answer.changed === 0}
                onClick={() => void send(false)}
              >
                {t('import.run')}
              </Button>
            )}
          </div>
          {problem !== null && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
        </form>
      </Card>
      {answer !== null && <CostResult answer={answer} />}
    </>
  )
}

function CostResult({ answer }: { answer: CostCheck }) {
  const { t, number, money } = useTexts()
  const amount = (value: number | null, currency: string) => (value === null ? '' : money(value, currency))
  return (
    <>
      <Card title={t('import.would')}>
        <p role="status">
          {counted.map((name) => `${t(`import.${name}`)}: ${number(answer[name])}`).join(' · ')}
        </p>
      </Card>
      <ProblemsCard problems={answer.problems} csv={answer.problems_csv} byLine />
      {answer.changes.length > 0 && (
        <Card title={t('import.differences')} isFlush>
          <Rows
            names={[t('import.line'), t('orders.sku'), t('import.before'), t('import.after')]}
            rows={answer.changes.map(({ line, sku, currency, before, after }) => [
              line,
              sku,
              amount(before, currency),
              amount(after, currency),
            ])}
          />
        </Card>
      )}
    </>
  )
}
