/** The content of the login panel: one of its four forms (AUTH-15). */
import { closePanel, useOpenPanel } from '../../state/panels.ts'
import { useLoginMode } from '../../state/login-mode.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { ChangePasswordForm, ForgottenForm } from './login-password-forms.tsx'
import { LoginForm } from './login-form.tsx'
import { OrderLogin } from './order-login-form.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import styles from './login-panel.module.css'

export default function LoginContent() {
  const t = useStrings()
  const open = useOpenPanel() === 'login'
  const shown = useLoginMode()
  return (
    <SidePanel open={open} onClose={closePanel} title={t('login.title')} side="right">
      <div className={styles.content}>
        {shown.mode === 'login' && <LoginForm notice={shown.notice} />}
        {shown.mode === 'forgotten' && <ForgottenForm />}
        {shown.mode === 'change-password' && <ChangePasswordForm token={shown.token} />}
        {shown.mode === 'order' && <OrderLogin />}
      </div>
    </SidePanel>
  )
}
