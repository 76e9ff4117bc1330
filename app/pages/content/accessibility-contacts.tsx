/** The end of the accessibility statement: where to report a barrier, and the authority. */
import { links } from '../../links.ts'
import { useStore } from '../../../ui/strings.tsx'
import type { AccessibilityContactsView } from './accessibility-contacts.server.ts'

export function AccessibilityContacts({ contacts }: { contacts: AccessibilityContactsView }) {
  const { phoneNumber } = useStore()
  const { texts, email, authority } = contacts
  return (
    <>
      <h2>{texts.contact}</h2>
      <p>{texts.contactText}</p>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
        <br />
        <a href={links.phone(phoneNumber)}>{phoneNumber}</a>
      </p>
      <h2>{texts.authority}</h2>
      <p>
        {texts.authorityText}
        <br />
        {authority.name}
        <br />
        <a href={authority.contact}>{authority.contact.replace(/^(?:mailto:|https:\/\/(?:www\.)?)/, '')}</a>
      </p>
    </>
  )
}
