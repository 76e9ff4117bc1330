/** What the login panel says until accounts open: that they do, and the ways on (QUERY-12). */
import { servicePages } from '../../domain/stores/paths.ts'
import { links } from '../links.ts'
import { closePanel } from '../state/panels.ts'
import { useStore, useStrings } from '../state/strings.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { SidePanel } from './side-panel.tsx'
import styles from './login-panel.module.css'

export default function LoginContent({ open }: { open: boolean }) {
  const t = useStrings()
  const { code, phoneNumber } = useStore()
  return (
    <SidePanel open={open} onClose={closePanel} title={t('login.title')} side="right">
      <div className={styles.content}>
        <Notice>
          <b>{t('login.soon')}</b>
          <p>{t('login.soon_text')}</p>
        </Notice>
        <ButtonLink look="main" wide href={links.trackOrder(code)}>
          {t('login.way_track')}
        </ButtonLink>
        <ButtonLink wide href={links.page(code, servicePages.customerService)}>
          {t('login.way_service')}
        </ButtonLink>
        <p className={styles.phone}>
          <Icon name="call" />
          <a href={`tel:${phoneNumber.replaceAll(' ', '')}`}>{phoneNumber}</a>
          <span>{t('help.hours')}</span>
        </p>
      </div>
    </SidePanel>
  )
}
