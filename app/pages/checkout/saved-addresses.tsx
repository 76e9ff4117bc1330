/** The logged-in customer's addresses, each chosen with one tap. Loaded for customers only. */
import { useEffect, useState } from 'react'
import type { AddressEntry } from '../../../contract/addresses.ts'
import { Button } from '../../../ui/button.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callAccount } from '../../state/auth.ts'
import type { CheckoutForm } from './checkout-types.ts'
import type { StepProps } from './use-checkout-form.ts'
import styles from './checkout.module.css'

interface SavedAddressesProps {
  kind: AddressEntry['kind']
  form: CheckoutForm
  choose: StepProps['choose']
}

/** Nothing where there are none, or they cannot be read: the form works without them. */
export default function SavedAddresses({ kind, form, choose }: SavedAddressesProps) {
  const t = useStrings()
  const store = useStore()
  const [addresses, setAddresses] = useState<AddressEntry[]>([])
  useEffect(() => {
    let left = false
    void callAccount<AddressEntry[]>(store, 'auth/addresses').then((answer) => {
      if (!left && answer.ok) setAddresses(answer.data.filter((address) => address.kind === kind))
    })
    return () => {
      left = true
    }
  }, [store, kind])
  if (addresses.length === 0) return null
  return (
    <div className={styles.saved} role="group" aria-label={t('address.choose')}>
      {addresses.map((address) => {
        const part = kind === 'delivery' ? deliveryFields(address) : ownFields(address)
        const isChosen = Object.entries(part).every(
          ([field, text]) => form[field as keyof CheckoutForm] === text,
        )
        return (
          <Button key={address.id} size="small" aria-pressed={isChosen} onClick={() => choose(part)}>
            {address.companyName ?? `${address.firstName} ${address.lastName}`}, {address.address}
          </Button>
        )
      })}
    </div>
  )
}

const ownFields = (saved: AddressEntry): Partial<CheckoutForm> => ({
  firstName: saved.firstName,
  lastName: saved.lastName,
  ...(saved.companyName !== null && { companyName: saved.companyName }),
  address: saved.address,
  postalCode: saved.postalCode,
  city: saved.city,
})

const deliveryFields = (saved: AddressEntry): Partial<CheckoutForm> => ({
  separateDelivery: true,
  deliveryFirstName: saved.firstName,
  deliveryLastName: saved.lastName,
  deliveryCompanyName: saved.companyName ?? '',
  deliveryAddress: saved.address,
  deliveryPostalCode: saved.postalCode,
  deliveryCity: saved.city,
})
