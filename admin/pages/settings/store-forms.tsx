/** Whether the store is open, its name and pictures, and what its pages say about the merchant. */
import { useState } from 'react'
import type { PreviewLinkAnswer } from '../../../contract/admin/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { Check, Field, RefusalNotice, TextField } from '../../shell/form.tsx'
import { PictureFile } from '../../shell/picture-file.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { AmountField } from './amount-field.tsx'
import { SectionForm, type FormProps } from './section-form.tsx'
import { storePictures } from './setting-words.ts'
import layout from '../../shell/form-layout.module.css'
import styles from './settings.module.css'

export function OpeningForm(form: FormProps) {
  const { t } = useTexts()
  const { settings } = form
  const isClosed = !settings.opening.value.isOpenToShoppers
  const missing = settings.checklist.filter(({ name, done }) => !done && name !== 'open').length
  return (
    <SectionForm
      {...form}
      section="opening"
      explain={t('settings.opening_explain')}
      below={isClosed && <PreviewLink store={settings.store} />}
    >
      {({ isOpenToShoppers }, change) => (
        <>
          <Check
            label={t('settings.is_open')}
            checked={isOpenToShoppers}
            onChange={({ target }) => change({ isOpenToShoppers: target.checked })}
          />
          {isClosed && isOpenToShoppers && missing > 0 && (
            <p role="status">
              {t('settings.checklist')}: {t('settings.missing', { count: missing })}
            </p>
          )}
        </>
      )}
    </SectionForm>
  )
}

/** Makes a link that shows the closed store, to open here or to pass on. */
function PreviewLink({ store }: { store: string }) {
  const { t, dateTime } = useTexts()
  const [made, setMade] = useState<PreviewLinkAnswer | null>(null)
  const { isSending, refusal, send } = useChange<PreviewLinkAnswer>('POST', apiPaths.previewLink(store), {
    rereads: false,
  })
  return (
    <div className={styles.preview}>
      <Button size="small" disabled={isSending} onClick={() => void send().then(setMade)}>
        {t('settings.preview_make')}
      </Button>
      <RefusalNotice refusal={refusal} />
      {made && (
        <p>
          <a href={made.link} target="_blank" rel="noreferrer">
            {t('settings.preview_open')}
          </a>
          <span className={styles.note}>
            {t('settings.preview_until', { until: dateTime(made.expiresAt) })}
          </span>
        </p>
      )}
    </div>
  )
}

export function IdentityForm(form: FormProps) {
  const { t } = useTexts()
  const { store, identity: stored } = form.settings
  return (
    <SectionForm {...form} section="identity" explain={t('settings.identity_explain')}>
      {(identity, change) => (
        <>
          <div className={layout.fields}>
            <Field
              label={t('settings.store_name')}
              name="name"
              value={identity.name}
              aria-required
              maxLength={40}
              onChange={({ target }) => change({ name: target.value })}
            />
            <Field
              label={t('settings.short_name')}
              hint={t('settings.short_name_hint')}
              name="shortName"
              value={identity.shortName}
              aria-required
              maxLength={16}
              onChange={({ target }) => change({ shortName: target.value })}
            />
          </div>
          <div className={layout.fields}>
            {storePictures.map(([name, label, hint, kind]) => (
              <StorePicture
                key={name}
                label={t(label)}
                hint={t(hint)}
                path={apiPaths.storePictures(store, kind)}
                isOnDark={name === 'darkLogo'}
                value={identity[name]}
                stored={stored.value[name]}
                onChange={(source) => change({ [name]: source })}
              />
            ))}
          </div>
        </>
      )}
    </SectionForm>
  )
}

/** A picture of the store. */
function StorePicture({
  label,
  hint,
  path,
  isOnDark,
  value,
  stored,
  onChange,
}: {
  label: string
  hint: string
  /** Where it is uploaded. */
  path: string
  isOnDark: boolean
  value: string
  /** What is in force, which the shop shows. */
  stored: string
  onChange: (source: string) => void
}) {
  const { t } = useTexts()
  const { shopUrl } = useSession()
  return (
    <PictureFile
      label={label}
      path={path}
      hasPicture={value !== ''}
      shown={
        value === stored ? (
          <img
            className={styles.logo}
            data-dark={isOnDark || undefined}
            // `picture:` and a SHA-256.
            src={`${shopUrl}/store-pictures/${value.slice('picture:'.length)}.png`}
            alt={label}
          />
        ) : null
      }
      note={<p className={styles.soft}>{hint}</p>}
      removeLabel={t('views.remove', { name: label })}
      onUpload={onChange}
      onRemove={() => onChange('')}
    />
  )
}

const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))
const mostPromises = 4

export function StorefrontForm(form: FormProps) {
  const { t } = useTexts()
  return (
    <SectionForm {...form} section="storefront" explain={t('settings.storefront_explain')}>
      {(front, change) => (
        <>
          <div className={layout.texts}>
            <Field
              label={t('settings.front_title')}
              name="title"
              value={front.title}
              maxLength={200}
              onChange={({ target }) => change({ title: target.value })}
            />
            <Field
              label={t('settings.why_title')}
              name="whyTitle"
              value={front.whyTitle}
              maxLength={200}
              onChange={({ target }) => change({ whyTitle: target.value })}
            />
            <TextField
              label={t('settings.front_lead')}
              name="lead"
              value={front.lead}
              maxLength={400}
              onChange={({ target }) => change({ lead: target.value })}
            />
            <TextField
              label={t('settings.why_text')}
              name="whyText"
              value={front.whyText}
              maxLength={1000}
              onChange={({ target }) => change({ whyText: target.value })}
            />
            <TextField
              label={t('settings.example_searches')}
              name="exampleSearches"
              value={front.exampleSearches.join('\n')}
              onChange={({ target }) => change({ exampleSearches: linesOf(target.value) })}
            />
            <TextField
              label={t('settings.front_description')}
              name="description"
              value={front.description}
              maxLength={300}
              onChange={({ target }) => change({ description: target.value })}
            />
            <TextField
              label={t('settings.top_lines')}
              name="lines"
              value={front.lines.join('\n')}
              onChange={({ target }) => change({ lines: linesOf(target.value) })}
            />
            <Field
              label={t('settings.phone_hours')}
              hint={t('settings.phone_hours_hint')}
              name="phoneHours"
              value={front.phoneHours}
              maxLength={200}
              onChange={({ target }) => change({ phoneHours: target.value })}
            />
          </div>
          <div className={layout.fields}>
            <AmountField
              label={t('settings.dispatch_hour')}
              hint={t('settings.dispatch_hour_hint')}
              name="dispatchHour"
              value={front.dispatchHour}
              isCount
              onChange={(hour) => change({ dispatchHour: hour ?? 0 })}
            />
            <Check
              label={t('settings.promises_dispatch')}
              checked={front.promisesDispatch}
              onChange={({ target }) => change({ promisesDispatch: target.checked })}
            />
          </div>
          <Promises promises={front.promises} onChange={(promises) => change({ promises })} />
        </>
      )}
    </SectionForm>
  )
}

interface Promised {
  title: string
  text: string
}

function Promises({
  promises,
  onChange,
}: {
  promises: readonly Promised[]
  onChange: (promises: Promised[]) => void
}) {
  const { t } = useTexts()
  const replace = (at: number, part: Partial<Promised>) =>
    onChange(promises.map((each, index) => (index === at ? { ...each, ...part } : each)))
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>{t('settings.promises')}</legend>
      {promises.map(({ title, text }, index) => (
        // Rows have no id of their own, and keep their order while they are typed.
        <div key={index} className={styles.account}>
          <Field
            label={t('settings.promise_title')}
            value={title}
            required
            maxLength={60}
            onChange={({ target }) => replace(index, { title: target.value })}
          />
          <Field
            label={t('settings.promise_text')}
            value={text}
            maxLength={120}
            onChange={({ target }) => replace(index, { text: target.value })}
          />
          <Button
            size="small"
            aria-label={t('views.remove', { name: title })}
            onClick={() => onChange(promises.filter((_, at) => at !== index))}
          >
            {t('remove')}
          </Button>
        </div>
      ))}
      {promises.length < mostPromises && (
        <Button
          size="small"
          className={styles.save}
          onClick={() => onChange([...promises, { title: '', text: '' }])}
        >
          {t('settings.add_promise')}
        </Button>
      )}
    </fieldset>
  )
}
