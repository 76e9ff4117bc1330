/** Ends the session (AUTH-14, ROUTE-49); a failure is shown beside the button. */
import { useState } from 'react'
import { logOut } from '../../state/auth.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'

export function LogOutButton({ className }: { className: string }) {
  const t = useStrings()
  const store = useStore()
  const [failed, setFailed] = useState(false)
  const leave = async () => setFailed(!(await logOut(store)))
  return (
    <>
      <button type="button" className={className} onClick={leave}>
        {t('account.log_out')}
      </button>
      {failed && <p role="alert">{t('account.log_out_failed')}</p>}
    </>
  )
}
