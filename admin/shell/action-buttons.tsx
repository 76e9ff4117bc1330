/** What can be done with a thing: the first three as buttons, the rest in a menu, each with its reason when not. */
import { Link, useNavigate } from 'react-router'
import { MoreActions } from './more-actions.tsx'
import styles from './action-buttons.module.css'

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
        <MoreActions
          actions={rest.map(({ to, ...action }) => ({
            ...action,
            onSelect: () => void navigate(to, { preventScrollReset: true }),
          }))}
        />
      )}
    </>
  )
}
