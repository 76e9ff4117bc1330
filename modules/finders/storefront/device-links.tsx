/** Devices as links: icon, name, kind. */
import { deviceName, type DeviceHit } from '../../../domain/devices/device.ts'
import { useFinderLinks } from './use-finder-links.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { KindIcon } from './kind-icon.tsx'
import styles from './finder.module.css'

export function DeviceLinks({ devices }: { devices: readonly DeviceHit[] }) {
  const t = useStrings()
  const finders = useFinderLinks()
  return (
    <ul className={styles.hits}>
      {devices.map((device) => (
        <li key={device.id}>
          <a className={styles.hit} href={finders.device(device.slug)}>
            <KindIcon kind={device.kind} />
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
