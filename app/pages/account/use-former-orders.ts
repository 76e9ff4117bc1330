/** What the account shows of orders at a former shop: those there are, or that the address must be confirmed first. */
import { useEffect, useState } from 'react'
import type { ProfileAnswer } from '../../../contract/accounts.ts'
import { callAccount } from '../../state/auth.ts'
import { useStore } from '../../../ui/strings.tsx'
import type { ListedFormerOrder } from './former-orders.tsx'
import { useAccountList } from './use-account-list.ts'

export interface FormerOrdersShown {
  isLoading: boolean
  orders: readonly ListedFormerOrder[]
  /** The address that is to be confirmed before any are shown; null: it is, or the shop has none. */
  emailToConfirm: string | null
}

/** Requests that fail count as nothing to show: the account's own orders are shown all the same. */
export function useFormerOrders(): FormerOrdersShown {
  const store = useStore()
  const list = useAccountList<ListedFormerOrder>('former-orders')
  const [profile, setProfile] = useState<{ emailToConfirm: string | null } | null>(null)
  useEffect(() => {
    let left = false
    void callAccount<ProfileAnswer>(store, 'auth/profile').then((answer) => {
      if (left) return
      const user = answer.ok ? answer.data.user : null
      setProfile({ emailToConfirm: user?.confirms_former_orders ? user.email : null })
    })
    return () => {
      left = true
    }
  }, [store])
  return {
    isLoading: list.state === 'loading' || profile === null,
    orders: list.state === 'there' ? list.items : [],
    emailToConfirm: profile?.emailToConfirm ?? null,
  }
}
