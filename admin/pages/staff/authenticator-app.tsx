/** The part of the security page for an authenticator app: set up with a QR code and proved with a code. */
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { encode } from 'uqr'
import type { AuthenticatorApp as NewApp, OwnSecurity } from '../../../contract/admin/security.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { Field, RefusalNotice } from '../../shell/form.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import styles from './staff.module.css'

export function AuthenticatorApp() {
  const { t } = useTexts()
  const { hasAuthenticatorApp: isSetUp } = useLoaderData<OwnSecurity>()
  const [started, setStarted] = useState<NewApp | null>(null)
  const starting = useChange<NewApp>('POST', apiPaths.authenticatorApp, { rereads: false })
  const removing = useChange('DELETE', apiPaths.authenticatorApp)
  return (
    <section className={styles.section}>
      <h2>{t('app.title')}</h2>
      <p>{isSetUp ? t('app.is_set_up') : t('app.explain')}</p>
      <RefusalNotice refusal={starting.refusal ?? removing.refusal} />
      {!isSetUp && started && <Confirmation app={started} />}
      <div className={styles.buttons}>
        {isSetUp ? (
          <Button
            size="small"
            disabled={removing.isSending}
            onClick={() => {
              setStarted(null)
              void removing.send()
            }}
          >
            {t('app.remove')}
          </Button>
        ) : (
          started === null && (
            <Button
              size="small"
              disabled={starting.isSending}
              onClick={async () => setStarted(await starting.send())}
            >
              {t('app.set_up')}
            </Button>
          )
        )}
      </div>
    </section>
  )
}

function Confirmation({ app: { secret, uri } }: { app: NewApp }) {
  const { t } = useTexts()
  const [code, setCode] = useState('')
  const { isSending, refusal, send } = useChange('POST', apiPaths.confirmAuthenticatorApp)
  return (
    <form
      className={styles.form}
      onSubmit={async (event) => {
        event.preventDefault()
        await send({ code })
      }}
    >
      <p>{t('app.scan')}</p>
      <QrCode text={uri} />
      <p>
        {t('app.key')}: <code className={styles.secret}>{secret.match(/.{4}/g)?.join(' ')}</code>
      </p>
      <Field
        label={t('app.code')}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
        onChange={({ target }) => setCode(target.value)}
      />
      <RefusalNotice refusal={refusal} />
      <Button type="submit" size="small" look="main" disabled={isSending}>
        {t('app.confirm')}
      </Button>
    </form>
  )
}

/** Modules of white around the symbol, which readers need (ISO/IEC 18004, 9.1). */
const quiet = 4

/** Black on white in both colour schemes: many apps do not read inverted symbols. */
function QrCode({ text }: { text: string }) {
  const { t } = useTexts()
  const { data, size } = encode(text, { border: quiet })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('app.picture')}>
      <path d={path.join('')} />
    </svg>
  )
}
