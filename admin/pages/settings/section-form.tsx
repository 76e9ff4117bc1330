/**
 * The form of one section of the settings. It keeps what was typed while other sections are saved, and shows both
 * versions where somebody else has changed the section meanwhile.
 */
import { useState, type ReactNode } from 'react'
import type { ChangedSettings, SettingsAnswer } from '../../../contract/admin/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { Card } from '../../shell/card.tsx'
import { RefusalNotice } from '../../shell/form.tsx'
import { useUnsaved } from '../../shell/leave-warning.tsx'
import { presentValue } from '../../shell/refusals.ts'
import { useChange } from '../../shell/use-change.ts'
import { VersionChoice } from '../../shell/version-choice.tsx'
import { isSame, mergeVersions, type Side } from '../../shell/versions.ts'
import { useTexts, type AdminKey } from '../../texts.tsx'
import { settingLabel, type Section } from './setting-words.ts'
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
  children,
}: FormProps & {
  section: Name
  explain?: string
  /** The fields of the draft. */
  children: (draft: SectionValue<Name>, change: (part: Partial<SectionValue<Name>>) => void) => ReactNode
}) {
  const { t } = useTexts()
  const stored: Stored = settings[section]
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState(stored.value)
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const { isSending, refusal, send } = useChange<ChangedSettings>('PUT', apiPaths.settings(settings.store), {
    done: t('settings.saved'),
  })
  const isChanged = !isSame(draft, base.value)
  useUnsaved(isChanged)
  // An undo, or somebody else: a form in which nothing was typed follows.
  if (!isChanged && stored.version > base.version) {
    setBase(stored)
    setDraft(stored.value)
  }
  const save = async (value: object, version: number) => {
    const answer = await send({ section, value, version })
    if (answer === null) return
    setDraft(value)
    setBase({ version: answer.version, value })
    setChosen({})
  }
  const current = presentValue<Stored | null>(refusal, null)
  const merged =
    current === null ? null : mergeVersions({ base: base.value, mine: draft, theirs: current.value }, chosen)
  const labelOf = (path: string) => settingLabel(section, path, { t, methods: settings.methods })
  return (
    <Card title={t(`settings.${section}`)}>
      <form
        className={styles.form}
        aria-label={t(`settings.${section}`)}
        onSubmit={(event) => {
          event.preventDefault()
          if (current === null || merged === null) return void save(draft, base.version)
          // The next refusal is about changes since the version that was just shown.
          setBase(current)
          setDraft(merged.value)
          void save(merged.value, current.version)
        }}
      >
        {explain !== undefined && <p className={styles.soft}>{explain}</p>}
        <fieldset className={styles.fields} disabled={!mayEdit || isSending}>
          {children(draft as SectionValue<Name>, (part) => setDraft({ ...draft, ...part }))}
        </fieldset>
        {current === null && <RefusalNotice refusal={refusal} />}
        {refusal !== null && <Problems fields={refusal.details['fields']} labelOf={labelOf} />}
        {merged !== null && (
          <VersionChoice
            conflicts={merged.conflicts}
            chosen={chosen}
            onChoose={(path, side) => setChosen({ ...chosen, [path]: side })}
            labelOf={labelOf}
          />
        )}
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
      </form>
    </Card>
  )
}

/** What is wrong, by field. */
function Problems({ fields, labelOf }: { fields: unknown; labelOf: (field: string) => string }) {
  const { t } = useTexts()
  if (typeof fields !== 'object' || fields === null) return null
  const problems = Object.entries(fields as Record<string, string>)
  return (
    <ul className={styles.problems}>
      {problems.map(([field, problem]) => (
        <li key={field}>
          {labelOf(field)}: {problemTexts[problem] === undefined ? problem : t(problemTexts[problem])}
        </li>
      ))}
    </ul>
  )
}

const problemTexts: Readonly<Record<string, AdminKey>> = {
  required: 'settings.problem_required',
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
