/** Why a part of the account is not shown: not for this login, or not to be had now, with another try (API-04). */
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
