/** Corrects the name, telephone number and address of a customer, who hears nothing of it. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { useTexts } from '../../texts.tsx'
import type { CustomerPageData } from './customer-cards.tsx'
import { FactsDialog, type FactFields } from './facts-dialog.tsx'

const fields: FactFields<CustomerPageData['profile']> = [
  ['company', 'customers.company'],
  ['firstName', 'address.first_name'],
  ['lastName', 'address.last_name'],
  ['phone', 'order.phone'],
  ['street', 'address.street'],
  ['postalCode', 'address.postal_code'],
  ['city', 'address.city'],
]

export function EditCustomer({ customer: { id, profile } }: { customer: CustomerPageData }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('customers.edit')}
      </Button>
      {isOpen && (
        <FactsDialog
          title={t('customers.edit_title')}
          description={t('customers.explain_edit')}
          fields={fields}
          stored={profile}
          method="PUT"
          path={apiPaths.customer(String(id))}
          done={t('customers.edited')}
          bodyOf={(wanted, expected) => ({ profile: wanted, expected })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
