import { RouterContextProvider } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Content, Deal } from '../../domain/content/content.ts'
import { nextDeliveryAt } from '../../domain/shipping/next-delivery.ts'
import { stores } from '../../domain/stores/stores.ts'
import { shopContext, type ShopContext } from '../shop-context.ts'
import { loader } from './store-layout.tsx'
import { toProductId } from '../../domain/products/product-id.ts'

vi.mock(import('../../domain/shipping/next-delivery.ts'), { spy: true })

const now = Date.parse('2026-11-23T09:00:00Z')
const deal: Deal = {
  title: 'Veckans laddning',
  productId: toProductId(7),
  productName: 'AA',
  productSlug: 'aa',
  discount: 20,
  startsAt: '2026-11-22T00:00:00Z',
  expiresAt: '2026-11-24T00:00:00Z',
}

const product = {
  id: 7,
  prices: { n: [{ q: 1, p: 100 }], c: [{ q: 1, p: 85, o: 100, d: 15 }] },
  lowest_30_days: 100,
  vat: 25,
}

/** The layout's data for this response to reading the deal. */
function chromeWith(
  currentDeal: Content['currentDeal'],
  at = now,
  { widget = () => null, page = () => null }: Partial<Pick<Content, 'widget' | 'page'>> = {},
) {
  const endsBy = vi.fn<(moment: number | null) => void>()
  const report = vi.fn<(error: unknown) => void>()
  const shop = {
    store: stores.sv,
    now: at,
    paymentProviders: { sv: ['invoice'], no: ['invoice'], de: ['invoice'], da: ['invoice'] },
    catalogue: { categoryTree: () => [], productsById: () => [product] },
    content: { widget, page, currentDeal },
    tag: () => {},
    endsBy,
    report,
  } as unknown as ShopContext
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  const data = loader({ context } as unknown as Parameters<typeof loader>[0])
  return { data, report, endsBy }
}

it('[DEAL-06] a readable deal is shown', () => {
  expect(chromeWith(() => deal).data.deal).toMatchObject({ title: deal.title, productSlug: 'aa' })
})

it('[DEAL-06] [ERROR-09] an unreadable deal counts as none, without a message; the next delivery does not depend on it', () => {
  const { data, report } = chromeWith(() => {
    throw new Error('no answer')
  })
  expect(data.deal).toBeNull()
  expect(report).not.toHaveBeenCalled()
  expect(data.nextDelivery).toEqual({ at: nextDeliveryAt(stores.sv, now), isDue: true })
})

it('[DEAL-06] a next delivery that cannot be computed counts as none, and the deal does not depend on it', () => {
  vi.mocked(nextDeliveryAt).mockImplementation(() => {
    throw new Error('no answer')
  })
  onTestFinished(() => {
    vi.mocked(nextDeliveryAt).mockRestore()
  })
  const { data, report } = chromeWith(() => deal)
  expect(data.nextDelivery).toBeNull()
  expect(data.deal).toMatchObject({ title: deal.title })
  const both = chromeWith(() => {
    throw new Error('no answer')
  })
  expect([both.data.deal, both.data.nextDelivery]).toEqual([null, null])
  expect([report.mock.calls, both.report.mock.calls]).toEqual([[], []])
})

it('[DEAL-04] the next-delivery banner is shown in the last 24 hours, and cached pages expire when that changes', () => {
  const at = Date.parse('2026-11-23T15:00:00Z')
  const chrome = (moment: string) => chromeWith(() => null, Date.parse(moment))
  const [early, due] = [chrome('2026-11-22T14:59:59Z'), chrome('2026-11-22T15:00:00Z')]
  expect(early.data.nextDelivery).toEqual({ at, isDue: false })
  expect(early.endsBy).toHaveBeenCalledWith(at - 86_400_000)
  expect(due.data.nextDelivery).toEqual({ at, isDue: true })
  expect(due.endsBy).toHaveBeenCalledWith(at)
})

it('the footer lists the published pages of a store that has no link lists', () => {
  const page: Content['page'] = (_store, path) =>
    path === 'terms' ? { path, title: 'Köpvillkor', body: '', published: true } : null
  const none = chromeWith(() => null, now, { page })
  expect(none.data.footer.service).toBe('<ul><li><a href="/sv/terms">Köpvillkor</a></li></ul>')
  const widget: Content['widget'] = (_store, slug) =>
    slug === 'footer-be' ? { content: '<p>Om oss</p>', hidden: false } : null
  const own = chromeWith(() => null, now, { page, widget })
  expect(own.data.footer).toMatchObject({ about: '<p>Om oss</p>', service: '' })
  // Link lists that staff have hidden leave the footer without any.
  const hidden: Content['widget'] = (_store, slug) =>
    slug === 'footer-help' ? { content: '<p>Hjälp</p>', hidden: true } : null
  const without = chromeWith(() => null, now, { page, widget: hidden })
  expect(without.data.footer).toMatchObject({ help: '', about: '', service: '' })
})
