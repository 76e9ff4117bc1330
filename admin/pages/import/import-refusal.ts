/** Why a file of staff was not checked or imported, in words. */
import { feedFaultText, type ProblemDetail } from '../../../locales/problem-text.ts'
import type { Refusal } from '../../api-client.ts'
import { refusalText, sayProblem } from '../../shell/refusals.ts'
import type { Translate } from '../../texts.tsx'

export function importRefusalText(t: Translate, { code, details }: Refusal): string {
  switch (code) {
    case 'too_large':
      return t('import.too_large', { megabytes: Number(details['megabytes']) })
    case 'unreadable_feed':
      return `${t('import.unreadable')} ${feedFaultText(details['fault'] as ProblemDetail, sayProblem(t))}`
    case 'not_permitted':
      return t('import.not_permitted')
    case 'pictures_of_all_stores':
      return t('import.pictures_of_all_stores')
    case 'import_running':
      return t('import.running')
    // The catalogue has changed since the check; the next check lists the columns.
    case 'clears_too_much':
      return t('import.check_again')
    case 'too_many_rows':
      return t('costs.too_many_rows')
    default:
      return refusalText(t, code, details)
  }
}
