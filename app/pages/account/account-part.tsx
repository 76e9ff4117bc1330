/** A part of the account that is not open yet. */
import type { StringKey } from '../../../domain/content/strings/all-strings.ts'
import { useStrings } from '../../state/strings.tsx'
import { Notice } from '../../ui/notice.tsx'

export function AccountPart({ title }: { title: StringKey }) {
  const t = useStrings()
  return (
    <section aria-labelledby="account-part">
      <h2 id="account-part">{t(title)}</h2>
      <Notice>{t('account.soon')}</Notice>
    </section>
  )
}
