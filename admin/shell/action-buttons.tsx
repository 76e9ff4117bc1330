/** What can be done with a thing: the first three as buttons, the rest in a menu, each with its reason when not. */
import { Link, useNavigate } from 'react-router'
import { Menu } from '@base-ui/react/menu'
import { Icon } from '../../ui/icon.tsx'
import { useTexts } from '../texts.tsx'
import styles from './action-buttons.module.css'
import menu from './menu.module.css'

export interface ButtonAction {
  id: string
  label: string
  /** Address of its dialog. */
  to: string
  keys?: string
  disabledReason?: string
}

const shownAsButtons = 3

export function ActionButtons({
  actions,
  hasMain = true,
}: {
  actions: readonly ButtonAction[]
  /** The first one is what is done next; false: they only lead to other pages. */
  hasMain?: boolean
}) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const possible = actions.filter(({ disabledReason }) => disabledReason === undefined)
  const buttons = possible.slice(0, shownAsButtons)
  const rest = actions.filter((action) => !buttons.includes(action))
  return (
    <>
      {buttons.map(({ id, label, to }, index) => (
        <Link
          key={id}
          className={(hasMain && index === 0 ? styles.first : styles.button) ?? ''}
          to={to}
          preventScrollReset
        >
          {label}
        </Link>
      ))}
      {rest.length > 0 && (
        <Menu.Root>
          <Menu.Trigger className={styles.button}>
            {t('order.more_actions')}
            <Icon name="chevron-down" size={14} />
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner align="end" sideOffset={4}>
              <Menu.Popup className={menu.popup}>
                {rest.map(({ id, label, to, disabledReason }) => (
                  <Menu.Item
                    key={id}
                    className={menu.item}
                    disabled={disabledReason !== undefined}
                    onClick={() => void navigate(to, { preventScrollReset: true })}
                  >
                    <span className={styles.entry}>
                      {label}
                      {disabledReason !== undefined && (
                        <span className={styles.reason}>{disabledReason}</span>
                      )}
                    </span>
                  </Menu.Item>
                ))}
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      )}
    </>
  )
}
