/** What the accessibility statement says about the store itself: where to report a barrier, and who supervises it. */
import { storePolicies, type Store } from '../../../domain/stores/stores.ts'
import { textsOf } from '../../../locales/texts.server.ts'

export type AccessibilityContactsView = ReturnType<typeof accessibilityContacts>

export function accessibilityContacts({ code }: Store) {
  const { accessibilityAuthority, company } = storePolicies[code]
  const { contact, contact_text, authority, authority_text } = textsOf(code).pages.accessibility
  return {
    texts: { contact, contactText: contact_text, authority, authorityText: authority_text },
    email: company.email,
    authority: accessibilityAuthority,
  }
}
