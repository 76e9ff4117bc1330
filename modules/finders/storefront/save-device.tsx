/** Saves a device in the browser; rendered only after the stored state has been read. */
import { useState } from 'react'
import { mostDevices, removeDevice, saveDevice } from './saved-devices.ts'
import { useShopState } from '../../../app/state/shop-state.ts'
import type { SavedDevice } from './history.ts'
import { useHydrated } from '../../../app/state/use-hydrated.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './finder.module.css'

export function SaveDevice({ device }: { device: SavedDevice }) {
  const t = useStrings()
  const saved = useShopState(({ history }) => history.devices.some(({ id }) => id === device.id))
  const hydrated = useHydrated()
  const [isFull, setFull] = useState(false)
  return (
    <div className={styles.save}>
      <Button
        disabled={!hydrated}
        aria-pressed={saved}
        onClick={() => (saved ? removeDevice(device.id) : setFull(!saveDevice(device)))}
      >
        <Icon name={saved ? 'check' : 'plus'} size={20} />
        {t(saved ? 'mine.saved' : 'mine.save')}
      </Button>
      {isFull && <p role="alert">{t('mine.full', { count: mostDevices })}</p>}
    </div>
  )
}
