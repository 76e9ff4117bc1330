/** The variables of accounts at the simulated carriers, as an operator would set those of real ones. */
import { storeCodes, stores } from '../../domain/stores/stores.ts'
import { simulatedKeys } from './keys.ts'

/** DHL's parcel API serves no other country than Germany. */
const dhlStores = storeCodes.filter((code) => stores[code].countryCode === 'DE')

/** `simulatorUrl`: the simulator's address, without a trailing slash. */
export function simulatedCarrierVariables(simulatorUrl: string): Readonly<Record<string, string>> {
  const { postnord, bring, dhl, budbee, instabee } = simulatedKeys
  return {
    POSTNORD_URL: `${simulatorUrl}/postnord`,
    POSTNORD_API_KEY: postnord.apiKey,
    POSTNORD_APPLICATION_ID: String(postnord.applicationId),
    ...each(storeCodes, { POSTNORD_CUSTOMER: postnord.customer }),
    BRING_URL: `${simulatorUrl}/bring`,
    BRING_API_UID: bring.uid,
    BRING_API_KEY: bring.apiKey,
    BRING_TEST: '1',
    ...each(storeCodes, { BRING_CUSTOMER: bring.customer }),
    DHL_URL: `${simulatorUrl}/dhl`,
    DHL_SHIPPING_URL: `${simulatorUrl}/dhl`,
    DHL_API_KEY: dhl.apiKey,
    ...each(dhlStores, {
      DHL_USERNAME: dhl.username,
      DHL_PASSWORD: dhl.password,
      DHL_BILLING: dhl.billingNumber,
      DHL_BILLING_INTERNATIONAL: dhl.internationalBillingNumber,
      DHL_RETURNS: dhl.returnReceiver,
    }),
    BUDBEE_URL: `${simulatorUrl}/budbee`,
    BUDBEE_API_KEY: budbee.apiKey,
    BUDBEE_API_SECRET: budbee.apiSecret,
    ...each(storeCodes, { BUDBEE_COLLECTION: String(budbee.collectionId) }),
    INSTABEE_URL: `${simulatorUrl}/instabee`,
    INSTABEE_API_KEY: instabee.apiKey,
    INSTABEE_PRODUCT: instabee.product,
  }
}

function each(codes: readonly string[], values: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    codes.flatMap((code) =>
      Object.entries(values).map(([name, value]) => [`${name}_${code.toUpperCase()}`, value]),
    ),
  )
}
