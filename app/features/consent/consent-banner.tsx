/**
 * The consent banner (CONSENT-02, 04, 10). It is not a dialog: the shop can be used before it is answered.
 * Refusing is as easy as accepting: the buttons are side by side, of the same size and look. The banner is in
 * every page and visible where `data-ask` is set (early-script.ts), from the first paint. `DeferredConsent`
 * handles its buttons, hydrated or not.
 */
import { cookiesPath } from '../../../domain/stores/paths.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { links } from '../../links.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './consent.module.css'

/** `text`: sanitised HTML of the content store; empty where it could not be read. */
export default function ConsentBanner({ text }: { text: string }) {
  const t = useStrings()
  const { code } = useStore()
  return (
    <section className={styles.banner} aria-label={t('consent.title')} data-consent-banner>
      <div className={styles.inside}>
        {text === '' ? (
          <p>{t('consent.text')}</p>
        ) : (
          <div data-widget="cookie-alert" dangerouslySetInnerHTML={{ __html: text }} />
        )}
        <div className={styles.answers}>
          <ConsentAnswers />
          <button type="button" className={styles.more} data-consent="settings">
            {t('consent.settings')}
          </button>
          <a href={links.page(code, cookiesPath)} className={styles.more}>
            {t('consent.all_cookies')}
          </a>
        </div>
      </div>
    </section>
  )
}

/** The two answers, in the same look. */
export function ConsentAnswers() {
  const t = useStrings()
  return (
    <>
      <Button wide data-consent="necessary">
        {t('consent.necessary_only')}
      </Button>
      <Button wide data-consent="all">
        {t('consent.allow_all')}
      </Button>
    </>
  )
}
