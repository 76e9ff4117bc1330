/** Says that another word was looked for than the one typed. */
import { useStrings } from '../../state/strings.tsx'
import { Notice } from '../../ui/notice.tsx'

export default function ShownFor({ query, shown }: { query: string; shown: string }) {
  const t = useStrings()
  return <Notice>{t('search.shown_for', { query, shown })}</Notice>
}
