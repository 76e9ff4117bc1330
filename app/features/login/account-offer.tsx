/** Offers a guest an account for the address they just ordered with; the link is mailed to it. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useShopState } from '../../state/shop-state.ts'
import styles from './account-offer.module.css'

export function AccountOffer({ email }: { email: string }) {
  const t = useStrings()
  const store = useStore()
  const isGuest = useShopState((state) => state.auth.user?.scope !== null)
  const [step, setStep] = useState<'ready' | 'sending' | 'invalid' | 'failed' | 'sent'>('ready')
  async function request() {
    setStep('sending')
    const { requestAccount } = await import('../../state/open-account.ts')
    setStep(await requestAccount(store, email))
  }
  if (!isGuest) return null
  return (
    <section className={styles.offer}>
      <h2>{t('register.receipt_title')}</h2>
      {step === 'sent' ? (
        <Notice look="done" role="status">
          {t('register.sent')}
        </Notice>
      ) : (
        <>
          <p>{t('register.receipt_text', { email })}</p>
          {(step === 'failed' || step === 'invalid') && (
            <Notice look="danger" role="alert">
              {t('form.failed')}
            </Notice>
          )}
          <Button onClick={request} disabled={step === 'sending'}>
            {t('register.title')}
          </Button>
        </>
      )}
    </section>
  )
}
