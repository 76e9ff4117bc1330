/** The answer to "where is my order?", to copy or to open in the person's mail program. */
import { useLoaderData, useNavigate, useOutletContext, type LoaderFunctionArgs } from 'react-router'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { showToast } from '../../shell/toasts.tsx'
import { useTexts } from '../../texts.tsx'
import { orderAnswer } from './order-answer.ts'
import type { OrderPageData } from './order-words.ts'
import { InStoreLanguage, textsOfStores } from './store-language.tsx'
import styles from './order.module.css'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const { store } = await readApi<OrderPageData>(apiPaths.order(params['number'] ?? ''), request.signal)
  return textsOfStores([store])
}

export function Component() {
  const { t } = useTexts()
  const order = useOutletContext<OrderPageData>()
  const texts = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const close = () => void navigate(paths.order(order.number), { preventScrollReset: true, replace: true })
  return (
    <Dialog title={t('answer.title')} description={t('answer.explain')} wide onClose={close}>
      <InStoreLanguage store={order.store} texts={texts}>
        <Answer
          order={order}
          labels={{ copy: t('answer.copy'), copied: t('answer.copied'), mail: t('answer.mail') }}
        />
      </InStoreLanguage>
    </Dialog>
  )
}

/** `labels`: in the language of the person; all else is in that of the store. */
function Answer({
  order,
  labels,
}: {
  order: OrderPageData
  labels: { copy: string; copied: string; mail: string }
}) {
  const words = useTexts()
  const text = orderAnswer(order, words)
  const subject = words.t('answer.subject', { number: order.number })
  const mail = `mailto:${order.customer.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
  return (
    <>
      <p className={styles.answer} data-testid="answer">
        {text}
      </p>
      <DialogButtons>
        <ButtonLink size="small" href={mail}>
          {labels.mail}
        </ButtonLink>
        <Button
          size="small"
          look="main"
          onClick={async () => {
            await navigator.clipboard.writeText(text)
            showToast({ title: labels.copied })
          }}
        >
          {labels.copy}
        </Button>
      </DialogButtons>
    </>
  )
}
