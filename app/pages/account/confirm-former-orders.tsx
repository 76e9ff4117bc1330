/** For customers of a former shop whose address is not confirmed: its orders are shown after a new password by mail. */
import { keepEmail, showLogin } from '../../state/login-mode.ts'
import { openPanel } from '../../state/panels.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { links } from '../../links.ts'

export function ConfirmFormerOrders({ email }: { email: string }) {
  const t = useStrings()
  const { code } = useStore()
  return (
    <EmptyState title={<h3>{t('account.confirm_former')}</h3>} text={t('account.confirm_former_text')}>
      <Button
        look="main"
        onClick={() => {
          keepEmail(email)
          showLogin({ mode: 'forgotten' })
          openPanel('login', links.account(code, 'orders'))
        }}
      >
        {t('account.confirm_former_start')}
      </Button>
    </EmptyState>
  )
}
