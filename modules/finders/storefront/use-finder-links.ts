/** Addresses of the store's finders in components; loaders use `finderLinks`. */
import { useStoreDetails } from '../../../app/state/use-store-details.ts'
import { finderLinksIn, type FinderLinks } from '../finder-names.ts'

export const useFinderLinks = (): FinderLinks => finderLinksIn(useStoreDetails().pagePaths)
