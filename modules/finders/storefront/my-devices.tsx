/** The shopper's devices: each links to its batteries, can be renamed, and removed. */
import { useState } from 'react'
import { useFinderLinks } from './use-finder-links.ts'
import { nameOf, removeDevice, renameDevice } from './saved-devices.ts'
import { useShopState } from '../../../app/state/shop-state.ts'
import type { SavedDevice } from './history.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './finder.module.css'

export default function MyDevicesList() {
  const t = useStrings()
  const items = useShopState(({ history }) => history.devices)
  return (
    <section id="mine" className={styles.result} aria-labelledby="mine-title">
      <h2 id="mine-title">{t('mine.title')}</h2>
      <p>{t('mine.lead')}</p>
      <ul className={styles.mine}>
        {items.map((device) => (
          <MyDevice key={device.id} device={device} />
        ))}
      </ul>
    </section>
  )
}

function MyDevice({ device }: { device: SavedDevice }) {
  const t = useStrings()
  const finders = useFinderLinks()
  const [editing, setEditing] = useState(false)
  const name = nameOf(device)
  return (
    <li>
      {editing ? (
        <form
          className={styles.rename}
          onSubmit={(event) => {
            event.preventDefault()
            const label = new FormData(event.currentTarget).get('label')
            if (typeof label === 'string') renameDevice(device.id, label)
            setEditing(false)
          }}
        >
          <input name="label" aria-label={t('mine.name')} defaultValue={name} maxLength={60} autoFocus />
          <Button type="submit" size="small">
            {t('mine.done')}
          </Button>
        </form>
      ) : (
        <a href={finders.device(device.slug)}>{name}</a>
      )}
      {device.label !== undefined && <span className={styles.count}>{device.name}</span>}
      <span className={styles.tools}>
        {!editing && (
          <Button size="small" aria-label={t('mine.rename', { name })} onClick={() => setEditing(true)}>
            {t('mine.name')}
          </Button>
        )}
        <Button size="small" aria-label={t('mine.remove', { name })} onClick={() => removeDevice(device.id)}>
          <Icon name="trash" size={18} />
        </Button>
      </span>
    </li>
  )
}
