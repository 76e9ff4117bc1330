/** Import of purchase costs: the file is checked first, its differences are shown, then a job changes them. */
import type { CostCheck } from '../../../contract/admin/cost-imports.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { Card } from '../../shell/card.tsx'
import { Field } from '../../shell/form.tsx'
import { useTexts } from '../../texts.tsx'
import { ProblemsCard, Rows } from './import-result.tsx'
import { useUpload } from './use-upload.ts'
import styles from './import.module.css'

/** What the server accepts; a larger file is not sent at all. */
const largestMegabytes = 5

const counted = ['read', 'changed', 'unchanged', 'refused'] as const

export function CostImport() {
  const { t, language } = useTexts()
  const { answer, problem, sending, choose, check, start } = useUpload<CostCheck>({
    largestMegabytes: () => largestMegabytes,
    checkPath: () => apiPaths.checkCosts(language),
    startPath: apiPaths.importCosts,
  })
  const isSending = sending !== null
  const isChecked = answer !== null
  return (
    <>
      <Card title={t('costs.import')}>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            void check()
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
              onChange={({ target }) => choose(target.files?.[0] ?? null)}
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
                onClick={() => void start()}
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
      <ProblemsCard problems={answer.problems} csv={answer.problemsCsv} />
      {answer.changes.length > 0 && (
        <Card title={t('import.differences')} isFlush>
          <Rows
            names={[t('import.row'), t('orders.sku'), t('import.before'), t('import.after')]}
            rows={answer.changes.map(({ row, sku, currency, before, after }) => [
              row,
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
