/**
 * Opens the login panel for a guest, the order for an order login, and the order list for an account
 * (CHROME-05).
 */
import type { ReactNode } from 'react'
import { links } from '../../links.ts'
import { openPanel } from '../../state/panels.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore } from '../../../ui/strings.tsx'

export function AccountLink({ className, children }: { className?: string; children: ReactNode }) {
  const { code } = useStore()
  const user = useShopState((state) => state.auth.user)
  if (user === null) {
    return (
      <a
        className={className}
        href={links.login(code)}
        onClick={(event) => {
          event.preventDefault()
          openPanel('login')
        }}
      >
        {children}
      </a>
    )
  }
  const target = user.scope === 'my-order' ? links.myOrder(code, user.order_id) : links.accountOrders(code)
  return (
    <a className={className} href={target}>
      {children}
    </a>
  )
}
