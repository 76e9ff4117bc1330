/** The frame around every page: sidebar, command dialog, help, progress of navigation. */
import { lazy, Suspense, useState } from 'react'
import { Outlet, ScrollRestoration, useNavigate, useNavigation } from 'react-router'
import { paths } from '../paths.ts'
import { can, useSession } from '../session.ts'
import { useTexts, type AdminKey } from '../texts.tsx'
import { useCodeRequest } from '../code-request.ts'
import { useActionKeys, usePageActions } from './page-actions.ts'
import { sectionsFor } from './sections.ts'
import { pathWithStore, useStoreChoice } from './store-choice.ts'
import { Sidebar } from './sidebar.tsx'
import styles from './shell.module.css'

const CommandDialog = lazy(() => import('./command-dialog.tsx'))
const CodeDialog = lazy(() => import('./code-dialog.tsx'))
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'))

/** What can be made from every page, by Ctrl+K. */
const newThings = [
  { path: paths.newOrder, label: 'new_order.title', permission: 'order:create' },
  { path: paths.newProduct, label: 'product.new', permission: 'product:edit' },
  { path: paths.newCoupon, label: 'coupons.new', permission: 'coupon:edit' },
] as const

export function Shell() {
  const { t } = useTexts()
  const session = useSession()
  const navigate = useNavigate()
  const [store] = useStoreChoice()
  const [open, setOpen] = useState<'commands' | 'shortcuts' | null>(null)
  const close = () => setOpen(null)
  usePageActions([
    ...sectionsFor(session).map(({ path, label, keys }) => ({
      id: `section ${path}`,
      label: t('command.go_to', { page: t(label) }),
      group: 'navigation' as const,
      keys,
      run: () => void navigate(pathWithStore(path, store)),
    })),
    ...newThings
      .filter(({ permission }) => can(session, permission))
      .map(({ path, label }) => ({
        id: `new ${path}`,
        label: t(label),
        group: 'navigation' as const,
        run: () => void navigate(path),
      })),
    ...session.resources
      .filter(({ form }) => form?.creates && can(session, form.permission))
      .map(({ name }) => ({
        id: `new ${name}`,
        label: t(`${name}.new` as AdminKey),
        group: 'navigation' as const,
        run: () => void navigate(paths.newRow(name)),
      })),
    {
      id: 'commands',
      label: t('command.title'),
      group: 'general',
      keys: 'mod+k',
      run: () => setOpen('commands'),
    },
    {
      id: 'shortcuts',
      label: t('shortcuts.title'),
      group: 'general',
      keys: '?',
      run: () => setOpen('shortcuts'),
    },
  ])
  const codeRequest = useCodeRequest()
  useActionKeys(open === null && codeRequest === null)
  return (
    <div className={styles.shell}>
      <a className="skip-link" href="#main">
        {t('skip_to_content')}
      </a>
      <Sidebar onSearch={() => setOpen('commands')} onHelp={() => setOpen('shortcuts')} />
      <Progress />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Suspense>
        {open === 'commands' && <CommandDialog onClose={close} />}
        {codeRequest && <CodeDialog onDone={codeRequest} />}
        {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
      <ScrollRestoration />
    </div>
  )
}

/** A line at the top while the next page loads; the current page stays until then. */
function Progress() {
  const { t } = useTexts()
  const loading = useNavigation().state !== 'idle'
  return (
    <div className={styles.progress} data-loading={loading || undefined} role="status">
      {loading && <span className="visually-hidden">{t('loading')}</span>}
    </div>
  )
}
