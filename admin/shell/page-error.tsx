/** What failed, what is kept, what to do: inside the shell for a page, alone when the session cannot be read. */
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { ApiError } from '../api-client.ts'
import { useTexts, type Translate } from '../texts.tsx'
import { FileNotLoaded } from './module-files.ts'
import { Page } from './page.tsx'
import styles from './page.module.css'

export function PageError() {
  const { t } = useTexts()
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const { title, text, again } = explain(error, t)
  return (
    <Page title={title}>
      <div className={styles.failure} role="alert">
        <p>{text}</p>
        {again && (
          <Button size="small" disabled={state === 'loading'} onClick={() => void revalidate()}>
            {t('try_again')}
          </Button>
        )}
      </div>
    </Page>
  )
}

export function RootError() {
  return (
    <main className={styles.alone}>
      <PageError />
    </main>
  )
}

function explain(error: unknown, t: Translate): { title: string; text: string; again: boolean } {
  // The router tries to load the file of a page once.
  if (error instanceof FileNotLoaded)
    return { title: t('error.fault'), text: t('error.not_loaded_text'), again: false }
  // A page throws an answer itself where its address is the name of an API that is no list.
  const isAnswer = error instanceof ApiError || error instanceof Response || isRouteErrorResponse(error)
  const status = isAnswer ? error.status : null
  if (error instanceof ApiError && error.code === 'unreachable')
    return { title: t('error.unreachable'), text: t('error.unreachable_text'), again: true }
  if (error instanceof ApiError && status === 403)
    return {
      title: t('error.forbidden'),
      text: t('error.forbidden_text', { permission: error.permission ?? error.code }),
      again: false,
    }
  // 400: what a page's own address names cannot exist, such as an order whose number is no number.
  if (status === 404 || status === 400)
    return { title: t('error.not_found'), text: t('error.not_found_text'), again: false }
  return { title: t('error.fault'), text: t('error.fault_text'), again: true }
}
