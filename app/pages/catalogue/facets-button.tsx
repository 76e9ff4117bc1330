/** Opens the filters where they are a sheet. */
import { useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './facets.module.css'

/** Id of the sheet. */
export const filterSheet = 'listing-filters'

/** Includes the number of chosen filters. */
export default function FacetsButton({ chosen }: { chosen: number }) {
  const t = useStrings()
  return (
    <Button className={styles.open} popoverTarget={filterSheet}>
      <Icon name="filter" size={20} /> {t('listing.filter')}
      {chosen > 0 && (
        <span className={styles.chosenCount} aria-label={t('listing.chosen', { count: chosen })}>
          {chosen}
        </span>
      )}
    </Button>
  )
}
