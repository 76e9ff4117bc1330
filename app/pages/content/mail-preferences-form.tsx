/** The mails that an address gets, topic by topic; each choice is saved at once. */
import { useEffect, useState } from 'react'
import type { MailPreferencesAnswer } from '../../../contract/subscribers.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useStrings } from '../../../ui/strings.tsx'
import type { ApiAnswer } from '../../state/api-client.ts'
import styles from './mail-preferences-form.module.css'

type Topic = MailPreferencesAnswer['topics'][number]

/** Reads the choices, or saves those that are given. */
export type CallPreferences = (topics?: Topic[]) => Promise<ApiAnswer<MailPreferencesAnswer>>

type Step = 'loading' | 'ready' | 'saving' | 'saved' | 'sent' | 'refused' | 'failed'

export function MailPreferencesForm({ call }: { call: CallPreferences }) {
  const t = useStrings()
  const [topics, setTopics] = useState<Topic[]>([])
  const [step, setStep] = useState<Step>('loading')
  async function ask(change?: Topic) {
    setStep(change ? 'saving' : 'loading')
    const answer = await call(change && [change])
    if (!answer.ok) return setStep(answer.status === 403 ? 'refused' : 'failed')
    setTopics(answer.data.topics)
    setStep(answer.data.confirmation_sent ? 'sent' : change ? 'saved' : 'ready')
  }
  useEffect(() => {
    void ask()
    // oxlint-disable-next-line react/exhaustive-deps -- read once; choices answer with the new state
  }, [])
  return (
    <div className={styles.form}>
      <ul className={styles.topics}>
        {topics.map((entry) => (
          <li key={entry.topic}>
            <label className={styles.topic}>
              <input
                type="checkbox"
                checked={entry.wanted}
                disabled={step === 'saving'}
                onChange={() => ask({ ...entry, wanted: !entry.wanted })}
              />
              <strong>{t(`mail_preferences.${entry.topic}`)}</strong>
              <span className={styles.text}>{t(`mail_preferences.${entry.topic}_text`)}</span>
            </label>
          </li>
        ))}
      </ul>
      <p role="status">
        {step === 'loading' && t('account.loading')}
        {step === 'saved' && t('mail_preferences.saved')}
        {step === 'sent' && t('mail_preferences.sent')}
      </p>
      {(step === 'failed' || step === 'refused') && (
        <Notice look="danger" role="alert">
          {t(step === 'failed' ? 'form.failed' : 'mail_preferences.refused')}
        </Notice>
      )}
    </div>
  )
}
