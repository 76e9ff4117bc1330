import { namesOf } from '../../modules/modules.ts'

const sections = [
  'unsubscribe',
  'confirm',
  'confirm-email',
  'register',
  'join-company',
  ...namesOf('sectionsWithToken'),
]
const pages = new RegExp(`^/[a-z]+/(?:${sections.join('|')})/?$`, 'i')

/**
 * Pages whose own `token` is not a login: it belongs to the link of a mail (NEWS-01, double opt-in, accounts,
 * companies). The document says so, so that browsers need no list of them.
 */
export const hasOwnToken = (pathname: string): boolean => pages.test(pathname)
