import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { themeColour } from '../domain/stores/web-manifest.ts'
import { sessionLifeMs } from '../domain/accounts/account.ts'
import { maximumQuantity, minimumQuantity } from '../domain/cart/cart-quantity.ts'
import { consentDays } from '../domain/consent/consent.ts'
import { nextDeliveryWindowMs } from '../domain/content/deal.ts'
import { couponCacheMs } from '../domain/coupons/coupon-sync-cache.ts'
import { searchDebounceMs, shortestTerm } from '../domain/search/search-term.ts'
import { quantityDebounceMs } from './features/cart/cart-line.tsx'
import { compactBeyond } from './layout/header.tsx'
import { cachedPages } from './navigation/navigation-cache.ts'
import { shortestMessage } from './layout/store-message.ts'
import { uspIntervalMs } from './layout/usp-carousel.tsx'
import { reloadPauseMs } from './state/chunk-reload.ts'
import { pageTrackingDelayMs } from './state/tracking.ts'
import { longestTrail } from './layout/breadcrumb-trail.ts'
import { tickMs } from '../ui/use-countdown.ts'

/**
 * Slides of the menu's strip, from its style sheet: the default, and the number from each window width on.
 */
async function menuSlides() {
  const file = join(import.meta.dirname, 'features', 'menus', 'mega-menu.module.css')
  const css = await readFile(file, 'utf8')
  const [, usual] = /\.strip \{\s*--visible: (\d+);/.exec(css) ?? []
  const [, from, wide] = /min-width: (\d+)px\) \{\s*\.strip \{\s*--visible: (\d+);/.exec(css) ?? []
  return { usual: Number(usual), from: Number(from), wide: Number(wide) }
}

it('[CONST-06] the constants of the specification have its values', async () => {
  expect({
    searchDebounceMs,
    shortestTerm,
    consentDays,
    shortestMessage,
    nextDeliveryWindowMs,
    tickMs,
    uspIntervalMs,
    compactBeyond,
    menuSlides: await menuSlides(),
    cachedPages,
    quantities: [minimumQuantity, maximumQuantity],
    quantityDebounceMs,
    longestTrail,
    couponCacheMs,
    sessionLifeMs,
    pageTrackingDelayMs,
    reloadPauseMs,
    themeColour,
  }).toEqual({
    searchDebounceMs: 250,
    shortestTerm: 2,
    consentDays: { granted: 30, refused: 1 },
    shortestMessage: 20,
    nextDeliveryWindowMs: 86_400_000,
    tickMs: 1000,
    uspIntervalMs: 3000,
    compactBeyond: 40,
    menuSlides: { usual: 4, from: 768, wide: 6 },
    cachedPages: 2,
    quantities: [1, 5000],
    quantityDebounceMs: 250,
    longestTrail: 5,
    couponCacheMs: 300_000,
    sessionLifeMs: 3_600_000,
    pageTrackingDelayMs: 250,
    reloadPauseMs: 60_000,
    themeColour: '#ffbc20',
  })
})
