/** What a return page says while returns are registered by phone and mail. */
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PlainPage } from '../content/plain-page.tsx'

export function ReturnSoon({ number }: { number?: string | undefined }) {
  const t = useStrings()
  const { code } = useStore()
  const title = number === undefined ? t('return.title_any') : t('return.title', { number })
  return (
    <PlainPage title={title} lead={t('return.soon')} subject={title}>
      <ButtonLink href={links.page(code, 'returns-info')}>{t('return.rules')}</ButtonLink>
    </PlainPage>
  )
}
