/** The search by registration number: its form, and what the number led to. */
import type { Store } from '../../../domain/stores/stores.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { FinderFrame } from './finder-frame.tsx'
import { PlateForm } from './plate-form.tsx'
import { VehicleResult, type VehicleResultData } from './vehicle-result.tsx'

interface VehicleFinderProps {
  country: Store['countryCode']
  example: string
  tries: readonly string[]
  result: VehicleResultData | undefined
}

export default function VehicleFinderView({ country, example, tries, result }: VehicleFinderProps) {
  const t = useStrings()
  const isMalformed = result?.status === 'malformed'
  return (
    <FinderFrame name="vehicle" title={t('vehicle.title')} lead={t('vehicle.lead')}>
      <PlateForm
        country={country}
        example={example}
        tries={tries}
        typed={result?.typed ?? ''}
        error={isMalformed ? t('vehicle.malformed', { example }) : null}
      />
      {result && !isMalformed && <VehicleResult data={result} />}
    </FinderFrame>
  )
}
