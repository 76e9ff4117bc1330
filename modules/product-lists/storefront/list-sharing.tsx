/** Sharing a list by link: starts it, shows the link, ends it. */
import { useState } from 'react'
import type { ListEntry } from '../contract.ts'
import { listPath } from '../list-path.ts'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { withQuery } from '../../../app/links.ts'
import { callAccount } from '../../../app/state/auth.ts'
import styles from './lists-page.module.css'

interface ListSharingProps {
  list: ListEntry
  /** Reads the customer's lists again. */
  reload: () => Promise<void>
}

export function ListSharing({ list: { id, share_token: token }, reload }: ListSharingProps) {
  const t = useStrings()
  const store = useStore()
  const [isCopied, setCopied] = useState(false)
  const change = async (method: 'POST' | 'DELETE') => {
    setCopied(false)
    if ((await callAccount(store, `lists/${id}/share`, { method })).ok) await reload()
  }
  if (token === null) {
    return (
      <div className={styles.actions}>
        <Button onClick={() => void change('POST')}>{t('list.share')}</Button>
      </div>
    )
  }
  // In the query, which is never logged and of which no page is stored.
  const address = location.origin + withQuery(listPath(store.code), { list: token })
  const copy = async () => {
    // Refused without the browser's permission; the address can still be selected.
    await navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => {},
    )
  }
  return (
    <div className={styles.share}>
      <FormField
        label={t('list.link')}
        hint={t('list.link_hint')}
        readOnly
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={styles.actions}>
        <Button onClick={() => void copy()}>{isCopied ? t('list.copied') : t('list.copy')}</Button>
        <Button onClick={() => void change('DELETE')}>{t('list.unshare')}</Button>
      </div>
    </div>
  )
}
