/** The form for a member's own data: validated on blur and on submit (VALID-12), and again by the server. */
import { useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useProfileForm, type ProfileUser } from './use-profile-form.ts'
import styles from './profile-form.module.css'

export function ProfileForm({ user }: { user: ProfileUser }) {
  const t = useStrings()
  const { shown, texts, errors, step, change, leave, submit } = useProfileForm(user)
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <p>{t('account.profile_text')}</p>
      <div className={styles.fields}>
        <FormField
          label={t('checkout.email')}
          hint={t('account.email_hint')}
          name="email"
          type="email"
          value={user.email}
          readOnly
        />
        {shown.map(([field, label, autoComplete]) => (
          <FormField
            key={field}
            label={t(label)}
            name={field}
            autoComplete={autoComplete}
            {...(field === 'phone' && { type: 'tel' })}
            value={texts[field]}
            error={errors[field]}
            onChange={(event) => change(field, event.target.value)}
            onBlur={() => leave(field)}
          />
        ))}
      </div>
      <div className={styles.end}>
        <Button type="submit" look="main" disabled={step === 'sending'}>
          {t('account.save')}
        </Button>
        <p role="status">{step === 'saved' && t('account.saved')}</p>
      </div>
      {(step === 'failed' || step === 'no_access') && (
        <Notice look="danger" role="alert">
          {t(step === 'failed' ? 'account.save_failed' : 'account.no_access')}
        </Notice>
      )}
    </form>
  )
}
