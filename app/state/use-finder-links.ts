/** Addresses of the store's finders in components; loaders use `finderLinks`. */
import type { FinderName } from '../../domain/stores/store.ts'
import { withQuery } from '../links.ts'
import { useStore } from '../../ui/strings.tsx'
import { useStoreDetails } from './use-store-details.ts'

export interface FinderLinks {
  finder(name: FinderName, choice?: Record<string, string | number | null | undefined>): string
  device(slug: string): string
}

export function useFinderLinks(): FinderLinks {
  const { code } = useStore()
  const { finderPaths } = useStoreDetails()
  return {
    finder: (name, choice = {}) => withQuery(`/${code}/${finderPaths[name]}`, choice),
    device: (slug) => `/${code}/${finderPaths.device}/${encodeURIComponent(slug)}`,
  }
}
