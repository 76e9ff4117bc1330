import { namesOf } from '../../modules/modules.ts'

/** Sections that are specific to a shopper or a moment: never cached, never indexed. */
export const ownSections = [
  'buy',
  'compare',
  'checkout',
  'my-account',
  'my-order',
  'track-order',
  'unsubscribe',
  'confirm',
  'confirm-email',
  'register',
  'join-company',
  'page-preview',
  ...namesOf('ownSections'),
] as const
