/**
 * The port to a tag manager: tags of other companies receive the shop's events from `window.dataLayer` once their
 * script is loaded. It is loaded only with the consent that it needs. Loaded with the first visitor who gives it.
 */
import { consentBits } from '../../domain/consent/consent.ts'
import { currentConsent, mayMeasureNow } from './consent.ts'
import { scriptTagManager, type TagManager } from './script-tag-manager.ts'

export interface TagSettings {
  /** Address of its script. */
  address: string
  /** The categories of consent that it needs, all of them. */
  needs: readonly string[]
}

let manager: TagManager | undefined

/** Called with each page and each choice of the visitor. */
export function followConsent({ address, needs }: TagSettings): void {
  if (isAllowed(needs)) {
    manager ??= scriptTagManager(address)
    manager.start()
  } else manager?.stop()
}

function isAllowed(needs: readonly string[]): boolean {
  const ads = ((currentConsent() ?? 0) & consentBits.adStorage) !== 0
  return needs.length > 0 && needs.every((need) => (need === 'ads' ? ads : mayMeasureNow()))
}
