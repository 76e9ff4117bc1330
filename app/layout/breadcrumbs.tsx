/** Home, then the trail; renders nothing without a trail (CRUMB-01). */
import { links } from '../links.ts'
import { useStore, useStrings } from '../../ui/strings.tsx'
import type { Crumb } from './breadcrumb-trail.ts'
import styles from './breadcrumbs.module.css'

export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  const t = useStrings()
  const { code } = useStore()
  if (trail.length === 0) return null
  return (
    <nav className={styles.bar} aria-label={t('crumbs.label')}>
      <ol className={styles.trail}>
        <li>
          <a href={links.home(code)}>{t('crumbs.home')}</a>
        </li>
        {trail.map((crumb, index) => (
          <li
            key={crumb.to ?? crumb.href ?? crumb.text}
            aria-current={index === trail.length - 1 ? 'page' : undefined}
          >
            <CrumbText {...crumb} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function CrumbText({ text, to, href }: Crumb) {
  if (to !== undefined) return <a href={to}>{text}</a>
  // A plain link: a full document load.
  if (href !== undefined)
    return (
      <a href={href} data-document>
        {text}
      </a>
    )
  return <span>{text}</span>
}
