/**
 * The form of one section of the settings. It keeps what was typed while other sections are saved, and shows both
 * versions where somebody else has changed the section meanwhile.
 */
import type { ReactNode } from 'react'
import type { ChangedSettings, SettingsAnswer } from '../../../contract/admin/settings.ts'
import { Button } from '../../../ui/button.tsx'
import type { Refusal } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'
import { Card } from '../../shell/card.tsx'
import { CheckedForm, RefusalNotice } from '../../shell/form.tsx'
import { useUnsaved } from '../../shell/leave-warning.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useMergedEdit } from '../../shell/use-edited.ts'
import { VersionChoice } from '../../shell/version-choice.tsx'
import { useTexts, type AdminKey, type Translate } from '../../texts.tsx'
import { formId } from './form-id.ts'
import { asInForm, hasOwnField, settingLabel, type Section } from './setting-words.ts'
import styles from './settings.module.css'

export type SectionValue<Name extends Section> = SettingsAnswer[Name]['value']

/** What each form of the page gets. */
export interface FormProps {
  settings: SettingsAnswer
  mayEdit: boolean
}

interface Stored {
  version: number
  value: object
}

export function SectionForm<Name extends Section>({
  section,
  settings,
  mayEdit,
  explain,
  below,
  children,
}: FormProps & {
  section: Name
  explain?: string
  /** Below the form, and no part of it. */
  below?: ReactNode
  /** The fields of the draft. */
  children: (draft: SectionValue<Name>, change: (part: Partial<SectionValue<Name>>) => void) => ReactNode
}) {
  const { t } = useTexts()
  const stored: Stored = settings[section]
  const { isSending, refusal, send } = useChange<ChangedSettings>('PUT', apiPaths.settings(settings.store), {
    done: t('settings.saved'),
  })
  const { draft, isChanged, setDraft, versions, takeNext, reset } = useMergedEdit(
    stored,
    ({ value }): object => value,
    { empty: {}, refusal },
  )
  useUnsaved(isChanged)
  const labelOf = (path: string) => settingLabel(section, path, { t, methods: settings.methods })
  const problems = problemsOf(refusal, t)
  const isShown = (field: string) => hasOwnField(section, field)
  return (
    <Card id={formId(section)} title={t(`settings.${section}`)}>
      <CheckedForm
        refusal={refusal}
        problems={Object.fromEntries(problems.map(([field, text]) => [asInForm(field), text]))}
        className={styles.form}
        aria-label={t(`settings.${section}`)}
        onSubmit={async (event) => {
          event.preventDefault()
          const {
            base: { version },
            draft: value,
          } = takeNext()
          if ((await send({ section, value, version })) !== null) reset()
        }}
      >
        {explain !== undefined && <p className={styles.soft}>{explain}</p>}
        <fieldset className={styles.fields} disabled={!mayEdit || isSending}>
          {children(draft as SectionValue<Name>, (part) => setDraft({ ...draft, ...part }))}
        </fieldset>
        {versions === null ? (
          <RefusalNotice refusal={refusal} />
        ) : (
          <VersionChoice {...versions} labelOf={labelOf} />
        )}
        <ul className={styles.problems}>
          {problems
            .filter(([field]) => !isShown(field))
            .map(([field, text]) => (
              <li key={field}>
                {labelOf(field)}: {text}
              </li>
            ))}
        </ul>
        {mayEdit && (
          <Button
            type="submit"
            size="small"
            look={isChanged ? 'main' : 'quiet'}
            className={styles.save}
            disabled={isSending || !isChanged}
          >
            {t('staff.save')}
          </Button>
        )}
      </CheckedForm>
      {below}
    </Card>
  )
}

/** What is wrong, by the domain's names of the fields. */
function problemsOf(refusal: Refusal | null, t: Translate): [field: string, text: string][] {
  const found = refusal?.details['fields']
  if (typeof found !== 'object' || found === null) return []
  return Object.entries(found as Record<string, string>).map(([field, problem]) => {
    const key = problemTexts[problem]
    return [field, key === undefined ? problem : t(key)]
  })
}

const problemTexts: Readonly<Record<string, AdminKey>> = {
  required: 'settings.problem_required',
  too_long: 'settings.problem_too_long',
  hour: 'settings.problem_hour',
  no_picture: 'settings.problem_no_picture',
  email: 'settings.problem_email',
  phone: 'settings.problem_phone',
  postal_code: 'settings.problem_postal_code',
  vat_number: 'settings.problem_vat_number',
  country: 'settings.problem_country',
  voec_number: 'settings.problem_voec_number',
  iban: 'settings.problem_iban',
  whole_units: 'settings.problem_whole_units',
  lower: 'settings.problem_lower',
  private_term: 'settings.problem_private_term',
  business_term: 'settings.problem_business_term',
  reminder_days: 'settings.problem_reminder_days',
  none_offered: 'settings.problem_none_offered',
}
