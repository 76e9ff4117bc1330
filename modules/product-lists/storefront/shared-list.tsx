/** A list that somebody shares by link: read-only, without a word about whose it is. */
import type { SharedListAnswer } from '../contract.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { links } from '../../../app/links.ts'
import { ListLines } from './list-lines.tsx'
import { CartButton } from './list-to-cart.tsx'
import styles from './lists-page.module.css'

/** `list`: null where the link is unknown or the list is no longer shared. */
export function SharedList({ list }: { list: SharedListAnswer | null }) {
  const t = useStrings()
  const { code } = useStore()
  const lines = list?.lines ?? []
  const orderable = lines.filter(({ product }) => product !== null)
  if (lines.length === 0) {
    return (
      <EmptyState title={<h2>{list === null ? t('list.shared_gone_text') : t('list.empty')}</h2>}>
        <ButtonLink look="main" href={links.home(code)}>
          {t('list.shop_on')}
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      <p className={styles.soft}>{t('list.shared_lead')}</p>
      {orderable.length > 0 && (
        <div className={styles.actions}>
          <CartButton look="main" lines={orderable} label={t('list.all_to_cart')} />
        </div>
      )}
      <ListLines lines={lines} />
    </>
  )
}
