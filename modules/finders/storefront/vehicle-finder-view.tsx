/** The search by registration number: its form and its result. */
import { useStrings } from '../../../ui/strings.tsx'
import { FinderFrame } from './parts/finder-frame.tsx'
import { PlateForm } from './plate-form.tsx'
import { TypeKeyForm } from './type-key-form.tsx'
import { VehicleResult, type VehicleResultData } from './vehicle-result.tsx'

interface VehicleFinderProps {
  /** The country letters at the left of a plate. */
  band: string
  example: string
  tries: readonly string[]
  hasTypeKey: boolean
  result: VehicleResultData | undefined
}

export default function VehicleFinderView({ band, example, tries, hasTypeKey, result }: VehicleFinderProps) {
  const t = useStrings()
  const isMalformed = result?.status === 'malformed'
  const byKey = isMalformed && result.byKey
  return (
    <FinderFrame name="vehicle" title={t('vehicle.title')} lead={t('vehicle.lead')}>
      <PlateForm
        band={band}
        example={example}
        tries={tries}
        typed={result?.typed ?? ''}
        error={isMalformed && !byKey ? t('vehicle.malformed', { example }) : null}
      >
        {result && !isMalformed ? <VehicleResult data={result} /> : undefined}
      </PlateForm>
      {hasTypeKey && <TypeKeyForm isMalformed={byKey} />}
    </FinderFrame>
  )
}
