/**
 * The question about cookies and its settings (CONSENT-02..04, 10, 11). The banner is no dialog: the shop can be used
 * before it is answered. Refusing is as easy as accepting: beside it, as large, in the same look.
 */
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { choiceOf, everyConsent, maskOf, type ConsentChoice } from '../../domain/consent/consent.ts'
import { chooseConsent, currentConsent } from '../state/consent.ts'
import { closePanel, openPanel, useOpenPanel } from '../state/panels.ts'
import { useStrings } from '../state/strings.tsx'
import { Button } from '../ui/button.tsx'
import { SidePanel } from './side-panel.tsx'
import styles from './consent.module.css'

/** `text`: sanitised HTML of the content store; empty where it could not be read. */
export default function Consent({ text }: { text: string }) {
  const t = useStrings()
  const [asked, setAsked] = useState(() => currentConsent() === null)
  const open = useOpenPanel() === 'consent'
  const choose = (mask: number) => {
    chooseConsent(mask)
    setAsked(false)
    closePanel()
  }
  return (
    <>
      {asked && <Banner text={text} onChoose={choose} />}
      <SidePanel open={open} onClose={() => open && closePanel()} title={t('consent.title')}>
        <Settings onChoose={choose} />
      </SidePanel>
    </>
  )
}

type OnChoose = (mask: number) => void

/** The two answers, in the same look. */
function Answers({ onChoose }: { onChoose: OnChoose }) {
  const t = useStrings()
  return (
    <>
      <Button wide onClick={() => onChoose(maskOf(choiceOf(null)))}>
        {t('consent.necessary_only')}
      </Button>
      <Button wide onClick={() => onChoose(everyConsent)}>
        {t('consent.allow_all')}
      </Button>
    </>
  )
}

function Banner({ text, onChoose }: { text: string; onChoose: OnChoose }) {
  const t = useStrings()
  const banner = useRef<HTMLElement>(null)
  // Whatever else sticks to the bottom stands above the banner, and the page can be scrolled from below it.
  useEffect(() => {
    const root = document.documentElement
    const observer = new ResizeObserver(() =>
      root.style.setProperty('--bottom-notice', `${banner.current?.offsetHeight ?? 0}px`),
    )
    observer.observe(banner.current!)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--bottom-notice')
    }
  }, [])
  return (
    <section ref={banner} className={styles.banner} aria-label={t('consent.title')} data-consent-banner>
      <div className={styles.inside}>
        {text === '' ? (
          <p>{t('consent.text')}</p>
        ) : (
          <div data-widget="cookie-alert" dangerouslySetInnerHTML={{ __html: text }} />
        )}
        <div className={styles.answers}>
          <Answers onChoose={onChoose} />
          <button type="button" className={styles.more} onClick={() => openPanel('consent')}>
            {t('consent.settings')}
          </button>
        </div>
      </div>
    </section>
  )
}

const switches = ['analytics', 'ads', 'personalization'] as const satisfies (keyof ConsentChoice)[]

function Settings({ onChoose }: { onChoose: OnChoose }) {
  const t = useStrings()
  const preset = choiceOf(currentConsent())
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const ticked = new FormData(event.currentTarget)
    onChoose(
      maskOf({
        analytics: ticked.has('analytics'),
        ads: ticked.has('ads'),
        personalization: ticked.has('personalization'),
      }),
    )
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
        <Answers onChoose={onChoose} />
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
