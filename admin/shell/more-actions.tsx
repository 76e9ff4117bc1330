/** The menu of the actions that have no button of their own, each with its reason when it is not possible. */
import { Menu } from '@base-ui/react/menu'
import { Icon } from '../../ui/icon.tsx'
import { useTexts } from '../texts.tsx'
import styles from './action-buttons.module.css'
import menu from './menu.module.css'

export interface MenuAction {
  id: string
  label: string
  isDisabled?: boolean
  /** Why it is not possible now; it is shown, and the action is disabled. */
  disabledReason?: string
  onSelect: () => void
}

export function MoreActions({ actions }: { actions: readonly MenuAction[] }) {
  const { t } = useTexts()
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.button}>
        {t('order.more_actions')}
        <Icon name="chevron-down" size={14} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4}>
          <Menu.Popup className={menu.popup}>
            {actions.map(({ id, label, isDisabled = false, disabledReason, onSelect }) => (
              <Menu.Item
                key={id}
                className={menu.item}
                disabled={isDisabled || disabledReason !== undefined}
                onClick={onSelect}
              >
                <span className={styles.entry}>
                  {label}
                  {disabledReason !== undefined && <span className={styles.reason}>{disabledReason}</span>}
                </span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
