/** The finders by their names, and their links in one store; for loaders and tests there is `finderLinks`. */
import { withQuery } from '../../app/links.ts'
import type { PagePaths } from '../../domain/seo/module-pages.ts'

export const finderNames = ['device', 'vehicle', 'phone', 'cable'] as const
export type FinderName = (typeof finderNames)[number]

/** The id of the answer to a registration number: the browser scrolls to it and focuses it, without a script too. */
export const vehicleAnswerId = 'answer'

export interface FinderLinks {
  finder(name: FinderName, choice?: Record<string, string | number | null | undefined>): string
  /** Where forms with a registration number or a type key are sent. */
  vehicleAnswer(): string
  device(slug: string): string
}

export const finderLinksIn = (paths: PagePaths): FinderLinks => ({
  finder: (name, choice = {}) => withQuery(paths[`find-${name}`], choice),
  vehicleAnswer: () => `${paths['find-vehicle']}#${vehicleAnswerId}`,
  device: (slug) => `${paths['find-device']}/${encodeURIComponent(slug)}`,
})
