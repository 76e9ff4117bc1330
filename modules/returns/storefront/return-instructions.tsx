/** What to do with goods of a return that do not travel by parcel. */
import { returnTransports, type ReturnTransport } from '../return-transport.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'

export function ReturnInstructions({ transports }: { transports: readonly ReturnTransport[] }) {
  const t = useStrings()
  const { phoneNumber } = useStore()
  return returnTransports.map(
    (transport) =>
      transport !== 'parcel' &&
      transports.includes(transport) && (
        <Notice key={transport} look="warning">
          <p>
            <strong>{t('return.not_by_post')}</strong>
          </p>
          <p>{t(`return.transport_${transport}`, { phone: phoneNumber })}</p>
        </Notice>
      ),
  )
}
