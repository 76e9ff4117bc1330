/** A list without products: how to fill it. */
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { links } from '../../../app/links.ts'

export function EmptyList() {
  const t = useStrings()
  const { code } = useStore()
  return (
    <EmptyState title={<h3>{t('list.empty')}</h3>} text={t('list.empty_text')}>
      <ButtonLink look="main" href={links.home(code)}>
        {t('list.shop_on')}
      </ButtonLink>
    </EmptyState>
  )
}
