/**
 * The result for a registration number: the car, its battery requirements, and the batteries; or why there is
 * none.
 */
import type { ProductCard } from '../../../contract/catalogue.ts'
import type { Vehicle } from '../../../domain/devices/vehicle-registry.ts'
import { vehicleAnswerId } from '../finder-names.ts'
import { useFinderLinks } from './use-finder-links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { FactsTable } from '../../../ui/facts-table.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FinderResult } from './parts/finder-result.tsx'
import styles from './finder.module.css'

export type VehicleResultData =
  /** `byKey`: the type key, not the number, is malformed. */
  | { status: 'malformed'; typed: string; byKey: boolean }
  | { status: 'unknown' | 'unavailable'; typed: string }
  | {
      status: 'found'
      typed: string
      vehicle: Vehicle
      products: ProductCard[]
      /** The product whose page asked; null: none did. */
      asked: { name: string; fits: boolean } | null
    }

type Known = Extract<VehicleResultData, { status: 'found' }>

export function VehicleResult({ data }: { data: VehicleResultData }) {
  const t = useStrings()
  const { phoneNumber } = useStore()
  const finders = useFinderLinks()
  const byHand = (look: 'main' | 'quiet') => (
    <ButtonLink look={look} href={finders.finder('device', { kind: 'car' })}>
      {t('vehicle.by_hand')}
    </ButtonLink>
  )
  // Beside products to buy, searching for another car is a secondary action.
  if (data.status === 'found')
    return <FoundVehicle data={data} byHand={byHand(data.products.length > 0 ? 'quiet' : 'main')} />
  const empty =
    data.status === 'unavailable'
      ? { title: t('vehicle.unavailable'), text: t('vehicle.unavailable_text') }
      : { title: t('vehicle.unknown'), text: t('vehicle.unknown_text', { phone: phoneNumber }) }
  return (
    <section id={vehicleAnswerId} tabIndex={-1} aria-labelledby="result-title" className={styles.miss}>
      <FinderResult title="" products={[]} empty={empty}>
        {byHand('main')}
      </FinderResult>
    </section>
  )
}

function FoundVehicle({
  data: { vehicle, products, asked },
  byHand,
}: {
  data: Known
  byHand: React.ReactNode
}) {
  const t = useStrings()
  const { maker, model, year, battery } = vehicle
  const name = `${maker} ${model}, ${year}`
  const facts = [
    ['technology', t(`vehicle.${battery.technology}`)],
    ['capacity', `${battery.capacityAh} Ah`],
    ['size', `${battery.lengthMm} × ${battery.widthMm} × ${battery.heightMm} mm`],
    ['layout', t(`vehicle.${battery.layout}`)],
  ] as const
  return (
    <section id={vehicleAnswerId} tabIndex={-1} aria-labelledby="vehicle" className={styles.beside}>
      <section className={styles.vehicle} aria-labelledby="vehicle">
        <p>{t('vehicle.found')}</p>
        <h2 id="vehicle">{name}</h2>
        {asked && (
          <Notice look={asked.fits ? 'done' : 'warning'} role="status">
            {t(asked.fits ? 'fit.product_yes' : 'fit.product_no', { product: asked.name })}
          </Notice>
        )}
        <FactsTable
          caption={name}
          facts={facts.map(([code, value]) => ({ code, name: t(`vehicle.${code}`), value }))}
        />
      </section>
      <FinderResult
        title={t('finder.fits_title', { name })}
        products={products}
        note={<p className={styles.note}>{t('vehicle.check')}</p>}
        empty={{ title: t('vehicle.none') }}
      >
        {byHand}
      </FinderResult>
    </section>
  )
}
