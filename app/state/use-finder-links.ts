/** Addresses of the store's finders in components; loaders use `finderLinks`. */
import type { FinderName } from '../../domain/stores/store.ts'
import { withQuery } from '../links.ts'
import { useStore } from '../../ui/strings.tsx'
import { useStoreDetails } from './use-store-details.ts'

/** The id of the answer to a registration number: the browser scrolls to it and focuses it, without a script too. */
export const vehicleAnswerId = 'answer'

export interface FinderLinks {
  finder(name: FinderName, choice?: Record<string, string | number | null | undefined>): string
  /** Where forms with a registration number or a type key are sent. */
  vehicleAnswer(): string
  device(slug: string): string
}

export function useFinderLinks(): FinderLinks {
  const { code } = useStore()
  const { finderPaths } = useStoreDetails()
  return {
    finder: (name, choice = {}) => withQuery(`/${code}/${finderPaths[name]}`, choice),
    vehicleAnswer: () => `/${code}/${finderPaths.vehicle}#${vehicleAnswerId}`,
    device: (slug) => `/${code}/${finderPaths.device}/${encodeURIComponent(slug)}`,
  }
}
