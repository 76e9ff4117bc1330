/**
 * What the pages promise: what follows from a rule of the shop is written from the rule, and only if it is said at all;
 * the rest is the merchant's own.
 */
import { usualDispatchHour } from '../../domain/stores/dispatch-hour.ts'
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { modules } from '../../modules/modules.ts'
import type { IconName } from '../../ui/icon.tsx'
import { serverTranslate } from './server-strings.server.ts'

export interface ShownPromise {
  icon: IconName
  title: string
  text: string
}

/** Days for returns; null: the shop has no module that takes goods back, and promises none. */
export const returnDays = modules.find((module) => module.returnDays !== undefined)?.returnDays ?? null

function rulesOf(code: StoreCode) {
  const t = serverTranslate(stores[code])
  const { dispatchHour: hour = usualDispatchHour } = stores[code]
  return { t, hour, days: returnDays, ...storePolicies[code].storefront }
}

/** The lines of the top bar. */
export function topLines(code: StoreCode): string[] {
  const { t, hour, days, promisesDispatch, lines } = rulesOf(code)
  return [
    ...(promisesDispatch ? [t('usp.dispatch', { hour })] : []),
    ...(days === null ? [] : [t('usp.returns', { days })]),
    ...lines,
  ]
}

/** The promises above the footer. */
export function footerPromises(code: StoreCode): ShownPromise[] {
  const { t, hour, days, promisesDispatch, phoneHours, promises } = rulesOf(code)
  const dispatch: ShownPromise = {
    icon: 'truck',
    title: t('footer.prop_dispatch'),
    text: t('footer.prop_dispatch_text', { hour }),
  }
  const advice: ShownPromise = { icon: 'call', title: t('footer.prop_advice'), text: phoneHours }
  const returning = (count: number): ShownPromise => ({
    icon: 'return',
    title: t('footer.prop_returns', { days: count }),
    text: t('footer.prop_returns_text'),
  })
  return [
    ...(promisesDispatch ? [dispatch] : []),
    ...(days === null ? [] : [returning(days)]),
    ...(phoneHours === '' ? [] : [advice]),
    ...promises.map((own) => ({ icon: 'check' as const, ...own })),
  ]
}
