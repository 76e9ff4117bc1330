/**
 * Why a part of the account is not shown: not available to this login, or a temporary failure with a retry
 * button (API-04).
 */
import { useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

export function AccountFailure({ status, retry }: { status: number; retry: () => void }) {
  const t = useStrings()
  return (
    <Notice look="danger" role="alert">
      <p>{t(status === 403 ? 'account.no_access' : 'account.list_failed')}</p>
      {status !== 403 && <Button onClick={retry}>{t('account.retry')}</Button>}
    </Notice>
  )
}
