/** Import of a feed: the file is checked first, its differences are shown, then a job imports it. Export of products. */
import { useState } from 'react'
import type { ImportCheck } from '../../../contract/admin/imports.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { Check, Field, Select } from '../../shell/form.tsx'
import { Page } from '../../shell/page.tsx'
import { useTexts } from '../../texts.tsx'
import { CostImport } from './cost-import.tsx'
import { ImportResult } from './import-result.tsx'
import { useUpload, type Sending } from './use-upload.ts'
import styles from './import.module.css'

/** What the server accepts; a larger file is not sent at all. */
const largestMegabytes = 50

export function Component() {
  const { t, language } = useTexts()
  const session = useSession()
  const stores = session.stores.filter(({ code }) => can(session, 'import:run', code))
  const [store, setStore] = useState(stores[0]?.code ?? '')
  const [mayClear, setMayClear] = useState(false)
  /** A sheet other than the one that is read by itself, with those of the workbook. */
  const [choice, setChoice] = useState<{ sheet: string; sheets: readonly string[] } | null>(null)
  const [location, setLocation] = useState('')
  /** The location of the last check. */
  const [checkedLocation, setCheckedLocation] = useState('')
  const chosen = choice && choice.sheet
  const terms = () => ({ clear: allowed(), sheet: chosen, location })
  const { answer, problem, sending, ...upload } = useUpload<ImportCheck>({
    largestMegabytes,
    checkPath: (): string => apiPaths.checkImport(store, { ...terms(), language }),
    startPath: (name): string => apiPaths.startImport(store, { ...terms(), name }),
  })
  const clears = answer?.clears ?? []
  const sheets = choice?.sheets ?? answer?.table?.sheets ?? []
  const allowed = (): string[] => (mayClear ? clears.map(({ column }) => column) : [])
  const isSending = sending !== null
  const isChecked = answer !== null
  const isOutdated = isChecked && location !== checkedLocation
  const isBlocked = isOutdated || (isChecked && clears.length > 0 && !mayClear)
  return (
    <Page title={t('section.import')} intro={t('import.intro')}>
      <div className="stack">
        <Card title={t('import.file')}>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              setCheckedLocation(location)
              void upload.send(true)
            }}
          >
            <fieldset className={styles.fields} disabled={isSending}>
              <Select
                label={t('orders.store')}
                value={store}
                options={stores.map(({ code, name }) => ({ value: code, label: name }))}
                onChange={(code) => {
                  setStore(code)
                  setMayClear(false)
                  upload.forget()
                }}
              />
              <Field
                label={t('import.feed')}
                hint={`${t('import.feed_hint', { megabytes: largestMegabytes })} ${t('import.forms_hint')}`}
                type="file"
                required
                onChange={({ target }) => {
                  setMayClear(false)
                  setChoice(null)
                  setLocation('')
                  upload.choose(target.files?.[0] ?? null)
                }}
              />
              {sheets.length > 1 && (
                <Select
                  label={t('import.sheet')}
                  value={chosen ?? answer?.table?.sheet ?? ''}
                  options={sheets.map((name) => ({ value: name, label: name }))}
                  onChange={(sheet) => {
                    setMayClear(false)
                    setChoice({ sheet, sheets })
                    upload.forget()
                  }}
                />
              )}
              {answer !== null && answer.locations.length > 1 && (
                <Select
                  label={t('import.location')}
                  value={location}
                  options={[
                    { value: '', label: t('import.all_locations') },
                    ...answer.locations.map((name) => ({ value: name, label: name })),
                  ]}
                  onChange={setLocation}
                />
              )}
            </fieldset>
            <div className={styles.buttons}>
              <Button
                type="submit"
                size="small"
                look={isChecked && !isOutdated ? 'quiet' : 'main'}
                disabled={isSending}
              >
                {t('import.check')}
              </Button>
              {isChecked && (
                <Button
                  size="small"
                  look="main"
                  disabled={isSending || isBlocked}
                  onClick={() => void upload.send(false)}
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
