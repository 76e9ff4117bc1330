/** The people of the company, and for admins their removal and invitations. */
import { useId, useState, type SubmitEvent } from 'react'
import type { CompanyAnswer } from '../../../contract/companies.ts'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { Button } from '../../../ui/button.tsx'
import { emailIn } from '../../../ui/email-in.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callAccount } from '../../state/auth.ts'
import { formText } from './form-text.ts'
import styles from './security.module.css'

interface PeopleProps {
  company: CompanyAnswer
  reload: () => Promise<void>
}

export function CompanyPeople({ company, reload }: PeopleProps) {
  const t = useStrings()
  const store = useStore()
  const [problem, setProblem] = useState<string | null>(null)
  const day = new Intl.DateTimeFormat(store.iso, { dateStyle: 'medium', timeZone: store.timeZone })
  const isAdmin = company.role === 'admin'
  const remove = async (path: string) => {
    const answer = await callAccount(store, path, { method: 'DELETE' })
    setProblem(answer.ok ? null : (answer.message ?? t('company.failed')))
    if (answer.ok) await reload()
  }
  const roleOf = ({ role, approval_above: limit }: Pick<CompanyAnswer, 'role' | 'approval_above'>) =>
    limit === null
      ? t(`company.role_${role}`)
      : `${t(`company.role_${role}`)}, ${t('company.limit_of', { amount: formatMoney(toMinor(limit), store) })}`
  return (
    <section className={styles.part}>
      <h3>{t('company.people')}</h3>
      {problem !== null && (
        <Notice look="danger" role="alert">
          {problem}
        </Notice>
      )}
      <ul className={styles.list}>
        {company.people.map((person) => (
          <li key={person.id}>
            <span className={styles.what}>
              <strong>
                {person.name || person.email} {person.self && `(${t('company.you')})`}
              </strong>
              <span className={styles.note}>
                {person.email} · {roleOf(person)}
              </span>
            </span>
            {isAdmin && (
              <Button size="small" onClick={() => void remove(`company/people/${person.id}`)}>
                {t('company.remove')}
                <span className="visually-hidden">: {person.email}</span>
              </Button>
            )}
          </li>
        ))}
        {company.invitations.map((invitation) => (
          <li key={`invited ${invitation.id}`}>
            <span className={styles.what}>
              <strong>{invitation.email}</strong>
              <span className={styles.note}>
                {t('company.open_until', { day: day.format(new Date(invitation.expires_at)) })} ·{' '}
                {roleOf(invitation)}
              </span>
            </span>
            <Button size="small" onClick={() => void remove(`company/invitations/${invitation.id}`)}>
              {t('company.withdraw')}
              <span className="visually-hidden">: {invitation.email}</span>
            </Button>
          </li>
        ))}
      </ul>
      {isAdmin && <InviteForm reload={reload} />}
    </section>
  )
}

const roles = ['buyer', 'approver', 'admin'] as const

function InviteForm({ reload }: Pick<PeopleProps, 'reload'>) {
  const t = useStrings()
  const store = useStore()
  const roleField = useId()
  const [step, setStep] = useState<'ready' | 'sending' | 'sent'>('ready')
  const [error, setError] = useState<string | null>(null)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const limit = formText(form, 'limit').replace(',', '.').replaceAll(/\s/g, '')
    setStep('sending')
    setError(null)
    const answer = await callAccount(store, 'company/invitations', {
      method: 'POST',
      body: {
        email: emailIn(form),
        role: formText(form, 'role'),
        approval_above: limit === '' ? null : Number(limit),
      },
    })
    setStep(answer.ok ? 'sent' : 'ready')
    if (!answer.ok) return setError(answer.message ?? t('company.failed'))
    form.reset()
    await reload()
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <h4>{t('company.invite')}</h4>
      <FormField label={t('checkout.email')} name="email" type="email" autoComplete="off" error={error} />
      <div className={styles.choice}>
        <label htmlFor={roleField}>{t('company.role')}</label>
        <select id={roleField} name="role">
          {roles.map((role) => (
            <option key={role} value={role}>
              {t(`company.role_${role}`)}
            </option>
          ))}
        </select>
      </div>
      <FormField
        label={t('company.limit')}
        hint={t('company.limit_hint')}
        name="limit"
        inputMode="decimal"
        autoComplete="off"
      />
      {step === 'sent' && (
        <Notice look="done" role="status">
          {t('company.invited')}
        </Notice>
      )}
      <Button type="submit" look="main" disabled={step === 'sending'}>
        {t('company.send')}
      </Button>
    </form>
  )
}
