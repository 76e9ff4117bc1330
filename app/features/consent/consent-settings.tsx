/** The settings behind the consent banner (CONSENT-03, 10, 11), loaded when they are first opened. */
import type { SubmitEvent } from 'react'
import { choiceOf, maskOf, type ConsentChoice } from '../../../domain/consent/consent.ts'
import { chooseConsent, currentConsent } from '../../state/consent.ts'
import { closePanel, useOpenPanel } from '../../state/panels.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConsentAnswers } from './consent-banner.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import styles from './consent.module.css'

export default function ConsentSettings() {
  const t = useStrings()
  const open = useOpenPanel() === 'consent'
  return (
    <SidePanel open={open} onClose={() => open && closePanel()} title={t('consent.title')}>
      <Settings />
    </SidePanel>
  )
}

const switches = ['analytics', 'ads', 'personalization'] as const satisfies (keyof ConsentChoice)[]

function Settings() {
  const t = useStrings()
  const preset = choiceOf(currentConsent())
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const ticked = new FormData(event.currentTarget)
    chooseConsent(
      maskOf({
        analytics: ticked.has('analytics'),
        ads: ticked.has('ads'),
        personalization: ticked.has('personalization'),
      }),
    )
    closePanel()
  }
  return (
    <form className={styles.settings} onSubmit={save}>
      <Choice name="necessary" ticked locked />
      {switches.map((name) => (
        <Choice key={name} name={name} ticked={preset[name]} />
      ))}
      <p className={styles.note}>{t('consent.change')}</p>
      <div className={styles.buttons}>
        <Button type="submit" wide>
          {t('consent.save')}
        </Button>
        <ConsentAnswers />
      </div>
    </form>
  )
}

interface ChoiceProps {
  name: 'necessary' | keyof ConsentChoice
  ticked: boolean
  locked?: boolean
}

function Choice({ name, ticked, locked = false }: ChoiceProps) {
  const t = useStrings()
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        name={name}
        defaultChecked={ticked}
        disabled={locked}
        aria-describedby={`consent-${name}`}
      />
      <b>{t(`consent.${name}`)}</b>
      <span id={`consent-${name}`}>{t(`consent.${name}_text`)}</span>
    </label>
  )
}
