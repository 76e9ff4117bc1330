/** The types of this module's texts: those of the Swedish files. */
import type pages from './texts/sv.json'
import type mails from './texts/sv.mails.json'
import type staff from './texts/en.staff.json'

type PageTexts = typeof pages
type StaffTexts = typeof staff

declare module '../../locales/texts.server.ts' {
  interface ModulePageTexts extends PageTexts {}
  interface ModuleMailTexts {
    reviews: typeof mails
  }
}

declare module '../../admin/texts.tsx' {
  interface ModuleStaffTexts extends StaffTexts {}
}
