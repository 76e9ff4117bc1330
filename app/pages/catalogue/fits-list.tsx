/** The devices a product fits, with a search field. */
import { useState } from 'react'
import { useStrings } from '../../../ui/strings.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import styles from './fits-list.module.css'

/** Shorter lists have no search field. */
const searchedFrom = 8

/** The devices whose text contains every word of the term, case-insensitive. */
export function matchingDevices(devices: readonly string[], term: string): readonly string[] {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return devices
  return devices.filter((device) => words.every((word) => device.toLowerCase().includes(word)))
}

export function FitsList({ devices }: { devices: readonly string[] }) {
  const t = useStrings()
  const [term, setTerm] = useState('')
  const found = matchingDevices(devices, term)
  return (
    <>
      {devices.length >= searchedFrom && (
        <div className={styles.head}>
          <FormField
            label={t('product.fits_search')}
            type="search"
            value={term}
            autoComplete="off"
            onChange={(event) => setTerm(event.target.value)}
          />
        </div>
      )}
      {found.length === 0 ? (
        <p role="status">{t('product.fits_none')}</p>
      ) : (
        // A region that scrolls must be reachable by keyboard (WCAG 2.1.1).
        <ul className={styles.list} tabIndex={0} aria-label={t('product.fits')}>
          {found.map((device) => (
            <li key={device}>{device}</li>
          ))}
        </ul>
      )}
    </>
  )
}
