/** The type of this module's texts for staff: that of the English file. */
import type staff from './texts/en.staff.json'

type StaffTexts = typeof staff

declare module '../../admin/texts.tsx' {
  interface ModuleStaffTexts extends StaffTexts {}
}
