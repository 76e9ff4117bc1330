/** Devices as links: icon, name, kind. */
import { deviceName, type DeviceHit } from '../../../domain/devices/device.ts'
import { useFinderLinks } from '../../state/use-finder-links.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { kindIcons } from './kind-icons.ts'
import styles from './finder.module.css'

export function DeviceLinks({ devices }: { devices: readonly DeviceHit[] }) {
  const t = useStrings()
  const finders = useFinderLinks()
  return (
    <ul className={styles.hits}>
      {devices.map((device) => (
        <li key={device.id}>
          <a className={styles.hit} href={finders.device(device.slug)}>
            <Icon name={kindIcons[device.kind]} />
            <span>
              <b>{deviceName(device)}</b>
              <span className={styles.tileText}>{t(`device.${device.kind}`)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
