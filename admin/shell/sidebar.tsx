/** Sections, store switch, search and the person's menu. A rail of icons on narrow windows. */
import { Link, NavLink, useSubmit } from 'react-router'
import { Menu } from '@base-ui/react/menu'
import { Icon } from '../../ui/icon.tsx'
import mark from '../../public/favicon.svg?url'
import { languages, useTexts } from '../texts.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../session.ts'
import { JobsMenu } from './jobs-menu.tsx'
import { MentionsMenu } from './mentions-menu.tsx'
import { sectionsFor } from './sections.ts'
import { pathWithStore, useStoreChoice } from './store-choice.ts'
import { storeName } from '../store-name.ts'
import styles from './sidebar.module.css'
import menu from './menu.module.css'

export function Sidebar({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }) {
  const { t } = useTexts()
  const session = useSession()
  const [store] = useStoreChoice()
  return (
    <header className={styles.sidebar}>
      <div className={styles.brand}>
        <img src={mark} width={24} height={24} alt="" />
        <span className={styles.word}>Anode</span>
      </div>
      <StoreSwitch />
      <button type="button" className={styles.search} onClick={onSearch} aria-keyshortcuts="Control+K Meta+K">
        <Icon name="search" size={18} />
        <span className={styles.word}>{t('command.search')}</span>
        <kbd className={styles.keys}>Ctrl K</kbd>
      </button>
      <nav className={styles.sections} aria-label={t('sidebar.sections')}>
        <ul className={styles.list}>
          {sectionsFor(session).map(({ path, label, icon }) => (
            <li key={path}>
              <NavLink className={styles.section ?? ''} to={pathWithStore(path, store)} end={path === '/'}>
                <Icon name={icon} size={18} />
                <span className={styles.word}>{t(label)}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <MentionsMenu />
      <JobsMenu />
      <UserMenu onHelp={onHelp} />
    </header>
  )
}

function StoreSwitch() {
  const { t } = useTexts()
  const { stores } = useSession()
  const [store, choose] = useStoreChoice()
  if (stores.length <= 1) return null
  const all = t('store.all')
  return (
    <Menu.Root>
      <Menu.Trigger
        className={styles.stores}
        aria-label={t('store.choose', { store: store === null ? all : storeName(store) })}
      >
        <Icon name="globe" size={18} />
        <span className={styles.word}>{store === null ? all : storeName(store)}</span>
        <Icon name="chevron-down" size={14} {...(styles.keys && { className: styles.keys })} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="start" sideOffset={4}>
          <Menu.Popup className={menu.popup}>
            <Menu.RadioGroup value={store ?? ''} onValueChange={(value: string) => choose(value || null)}>
              {['', ...stores.map((each) => each.code)].map((code) => (
                <Menu.RadioItem key={code} value={code} className={menu.item} closeOnClick>
                  {code === '' ? all : storeName(code)}
                  <Menu.RadioItemIndicator className={menu.indicator}>
                    <Icon name="check" size={16} />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function UserMenu({ onHelp }: { onHelp: () => void }) {
  const { t, language, chooseLanguage } = useTexts()
  const {
    staff: { name, email },
  } = useSession()
  const submit = useSubmit()
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.user} aria-label={t('user.menu', { name })}>
        <Icon name="user" size={18} />
        <span className={styles.word}>{name}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="start" sideOffset={4}>
          <Menu.Popup className={menu.popup}>
            <div className={menu.note}>{email}</div>
            <Menu.Item className={menu.item} onClick={onHelp}>
              {t('shortcuts.title')}
              <kbd className={menu.keys}>?</kbd>
            </Menu.Item>
            <Menu.Item className={menu.item} render={<Link to={paths.security} />}>
              {t('security.title')}
            </Menu.Item>
            <Menu.Item
              className={menu.item}
              onClick={() => void submit(null, { method: 'post', action: paths.signOut })}
            >
              {t('user.sign_out')}
            </Menu.Item>
            <Menu.Separator className={menu.separator} />
            <Menu.RadioGroup
              value={language}
              onValueChange={(value: typeof language) => void chooseLanguage(value)}
            >
              {languages.map(({ code, name: own, iso }) => (
                <Menu.RadioItem key={code} value={code} className={menu.item} lang={iso} closeOnClick>
                  {own}
                  <Menu.RadioItemIndicator className={menu.indicator}>
                    <Icon name="check" size={16} />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
