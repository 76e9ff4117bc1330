/** The types of this module's texts: those of the Swedish files. */
import type pages from './texts/sv.json'
import type mails from './texts/sv.mails.json'

type PageTexts = typeof pages

declare module '../../locales/texts.server.ts' {
  interface ModulePageTexts extends PageTexts {}
  interface ModuleMailTexts {
    returns: typeof mails
  }
}
