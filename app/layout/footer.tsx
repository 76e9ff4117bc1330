/**
 * Promises, blocks of modules, link lists from the content store, payment and delivery logos, copyright
 * (CHROME-13..19), and the link to the consent settings (CONSENT-11).
 */
import type { ReactNode } from 'react'
import type { ShownPayments } from '../../domain/payments/payment-marks.ts'
import { accessibilityPath, cookiesPath, withdrawalPath } from '../../domain/stores/paths.ts'
import { useStore, useStrings } from '../../ui/strings.tsx'
import { classNames } from '../../ui/class-names.ts'
import { links } from '../links.ts'
import type { ShownPromise } from '../state/promises.server.ts'
import { orderLinks } from '../order-links.ts'
import { footerLinks } from '../state/module-links.ts'
import { useStoreDetails } from '../state/use-store-details.ts'
import { carrierMarkUrl, paymentMarkUrl } from './brand-marks.ts'
import { Icon } from '../../ui/icon.tsx'
import { FooterBlocks } from './footer-blocks.tsx'
import styles from './footer.module.css'

export interface FooterTexts {
  /** Sanitised HTML; empty: nothing to show. */
  help: string
  about: string
  service: string
  message: string
  year: number
  promises: readonly ShownPromise[]
  payments: ShownPayments
}

/** `isSimple`: of the simple layout, which has only what the law asks for on every page (CRD Art. 11a (1)). */
export default function Footer({ content, isSimple }: { content: FooterTexts; isSimple: boolean }) {
  const t = useStrings()
  const { carriers, otherCarriers } = useStoreDetails()
  const store = useStore()
  if (isSimple)
    return (
      <footer className={classNames('wrap', styles.simple)}>
        <a href={links.page(store.code, withdrawalPath)}>{t('withdraw.title')}</a>
      </footer>
    )
  return (
    <footer>
      <div className={styles.props}>
        <ul className={classNames('wrap', styles.propRow)}>
          {content.promises.map(({ icon, title, text }) => (
            <li key={title} className={styles.prop}>
              <Icon name={icon} size={36} />
              <b>{title}</b>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.footer}>
        <div className="wrap">
          <div className={styles.columns}>
            <FooterBlocks />
            <Block title={t('footer.help')} html={content.help} slug="footer-help" />
            <Block title={t('footer.service')} html={content.service} slug="footer-customer-service" />
            <Block title={t('footer.about')} html={content.about} slug="footer-be" />
          </div>
          <Marks label={t('footer.payment')} names={content.payments.marks} urlOf={paymentMarkUrl}>
            {content.payments.invoice && <li className={styles.method}>{t('checkout.pay_invoice')}</li>}
            <li className={styles.method}>{t('footer.gift_card')}</li>
          </Marks>
          <Marks label={t('footer.delivery')} names={carriers} urlOf={carrierMarkUrl}>
            {otherCarriers.map((name) => (
              <li key={name} className={styles.method}>
                {name}
              </li>
            ))}
          </Marks>
          <div className={styles.end}>
            <a className={styles.consent} href={orderLinks.trackOrder(store.code)}>
              {t('order.track')}
            </a>
            <a className={styles.consent} href={links.page(store.code, withdrawalPath)}>
              {t('withdraw.title')}
            </a>
            {footerLinks.map(({ path, text }) => (
              <a key={path} className={styles.consent} href={links.modulePage(store.code, path)}>
                {t(text)}
              </a>
            ))}
            <a className={styles.consent} href={links.page(store.code, accessibilityPath)}>
              {t('footer.accessibility')}
            </a>
            <a className={styles.consent} href={links.page(store.code, cookiesPath)}>
              {t('footer.cookies')}
            </a>
            <button type="button" className={styles.consent} aria-haspopup="dialog" data-consent="settings">
              {t('consent.reopen')}
            </button>
            {content.message && (
              <div data-widget="store-message-footer" dangerouslySetInnerHTML={{ __html: content.message }} />
            )}
            <p>
              © {content.year} {store.brand}
            </p>
          </div>
        </div>
      </div>
    </footer>
  )
}

interface MarksProps<Name extends string> {
  label: string
  names: readonly Name[]
  urlOf: (name: Name) => string
  /** Further list items: methods without a logo, as text. */
  children?: ReactNode
}

function Marks<Name extends string>({ label, names, urlOf, children }: MarksProps<Name>) {
  return (
    <ul className={styles.marks} aria-label={label}>
      {names.map((name) => (
        <li key={name}>
          <img className={styles.mark} src={urlOf(name)} alt={name} width={52} height={32} loading="lazy" />
        </li>
      ))}
      {children}
    </ul>
  )
}

/** A block of sanitised HTML from the content store (domain/content sanitises it on write). */
function Block({ title, html, slug }: { title: string; html: string; slug: string }) {
  if (html === '') return null
  return (
    <div className={styles.list}>
      <h2>{title}</h2>
      <div data-widget={slug} dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  )
}
