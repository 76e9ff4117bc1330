/**
 * Shopper actions in the browser, named after the shop's own texts: tests say what happens, not where to
 * click. Elements are located by role and name, in the store's language.
 */
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import type { CartItem } from '../contract/cart.ts'
import { emptyCart, type CartState } from '../app/state/cart-state.ts'
import type { ProductDetails } from '../contract/catalogue.ts'
import type { DiscountState } from '../domain/coupons/discount-state.ts'
import { storePolicies, stores, type StoreCode } from '../domain/stores/stores.ts'

const words = {
  sv: {
    buy: 'Köp',
    cart: 'Din varukorg',
    open: /Öppna varukorgen/,
    checkout: 'Till kassan',
    order: 'Beställ med betalningsskyldighet',
  },
  no: {
    buy: 'Kjøp',
    cart: 'Handlekurven din',
    open: /Åpne handlekurven/,
    checkout: 'Til kassen',
    order: 'Bestill med betalingsplikt',
  },
  de: {
    buy: 'In den Warenkorb',
    cart: 'Ihr Warenkorb',
    open: /Warenkorb öffnen/,
    checkout: 'Zur Kasse',
    order: 'Zahlungspflichtig bestellen',
  },
  da: {
    buy: 'Køb',
    cart: 'Din kurv',
    open: /Åbn kurven/,
    checkout: 'Til kassen',
    order: 'Bestil med betalingspligt',
  },
} as const

/** The state stored under the browser's one key. */
export interface Stored {
  cart: CartState
  discount: DiscountState
  auth: unknown
  history: { items: { sku: string }[] }
}

/** A buyer on invoice for each country; the numbers are fictional and well-formed. */
export const people = {
  sv: {
    email: 'anna@exempel.se',
    phone: '070-123 45 67',
    firstName: 'Anna',
    lastName: 'Larsson',
    address: 'Provgatan 4',
    postalCode: '11251',
    city: 'Stockholm',
    identityNumber: '19811218-9876',
  },
  no: {
    email: 'kari@eksempel.no',
    phone: '412 34 567',
    firstName: 'Kari',
    lastName: 'Hansen',
    address: 'Prøvegata 4',
    postalCode: '0150',
    city: 'Oslo',
    identityNumber: '13097248022',
  },
  de: {
    email: 'anna@beispiel.de',
    phone: '0151 23456789',
    firstName: 'Anna',
    lastName: 'Schmidt',
    address: 'Probeweg 4',
    postalCode: '10115',
    city: 'Berlin',
    identityNumber: '31.12.1980',
  },
  da: {
    email: 'anna@eksempel.dk',
    phone: '41 23 45 67',
    firstName: 'Anna',
    lastName: 'Jensen',
    address: 'Prøvevej 4',
    postalCode: '2100',
    city: 'København',
    identityNumber: '0107801234',
  },
} as const

/** Products of the demo: a cheap one with tier prices, one above every minimum order, one with upselling. */
export const demo = {
  cheap: 'NC-ZC-AA',
  dear: 'LU-T4',
  withUpselling: 'EL-AA-8',
  /** On back order, expected on a date. */
  awaited: 'AM-HU',
  starterBattery: 'SV-55559',
  /** 640 Wh: more than service points accept. */
  largeLithium: 'SG-LFP13-50',
} as const

/**
 * A page of every store with the layout and little else: loading it takes half the processor time of home. For
 * tests of what every page has.
 */
export const plainPage = '/about'

/** A browser with stored consent: a mask of CONSENT-01. */
export const withConsent = (mask: number) => ({
  cookies: [
    {
      name: '__consent',
      value: String(mask),
      domain: 'localhost',
      path: '/',
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax' as const,
    },
  ],
  origins: [],
})

/** The initial state of every browser test: only necessary cookies, so that no banner covers the page. */
export const answeredConsent = withConsent(1)

/** A browser on its first visit: `test.use({ storageState: firstVisit })`. */
export const firstVisit = { cookies: [], origins: [] }

/** Waits until the page is hydrated: from then on its links and buttons are handled by the script. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
}

/**
 * Waits until a part of the page that is hydrated on its own, later than the page, is: its element then has React's
 * private property. Such parts carry no attribute that says so, because every visitor would load its script.
 */
export async function elementHydrated(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))))
    .toBe(true)
}

/** Waits until the page view has been tracked: by then everything that follows hydration has started. */
export async function arrived(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    (window.dataLayer as { event?: string }[] | undefined)?.some(({ event }) => event === 'page_view'),
  )
}

/**
 * Waits until every request that the page has made so far is recorded here: they are reported in order. What the page
 * had to do before is done then too.
 */
export async function allRequestsRecorded(page: Page): Promise<void> {
  await page.evaluate(async () => void (await fetch('/healthz')))
}

/** Presses the order button; if the order is refused, the test fails with the displayed message. */
export async function orderBy(page: Page, press: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes('/complete'))
  await press()
  const answer = await answered
  expect([answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([200, ''])
  await page.waitForURL(/\/checkout\/confirmation\/[0-9a-f]{32}$/)
}

/** A shopper in one store. */
export function shopperIn(page: Page, code: StoreCode = 'sv') {
  const store = stores[code]
  const w = words[code]
  const cart = page.getByRole('dialog', { name: w.cart, exact: true })
  const orderButton = page.getByRole('button', { name: w.order })
  const visit = async (path = '') => {
    await page.goto(`/${code}${path}`)
    await hydrated(page)
  }
  const query = `locale=${code}&sid=${store.storeId}`
  const line = async (sku: string): Promise<CartItem> => {
    const answer = await page.request.post(`/api/sync-cart?${query}`, {
      data: { items: [{ uuid: crypto.randomUUID(), sku, quantity: 1 }], checkout_order_id: null },
    })
    const [item] = (await answer.json()) as CartItem[]
    if (!item) throw new Error(`the demo sells no ${sku} in ${code}`)
    return item
  }
  const product = async (sku: string): Promise<ProductDetails> => {
    const { slug } = await line(sku)
    const answer = await page.request.get(`/api/products/${slug}?${query}`)
    return (await answer.json()) as ProductDetails
  }
  const startWith = async (...skus: string[]): Promise<void> => {
    const items = await Promise.all(skus.map(line))
    const state = JSON.stringify({ cart: { ...emptyCart(), items, pricedFor: code } })
    if (page.url() === 'about:blank') await page.goto('/healthz')
    await page.evaluate((stored) => localStorage.setItem('bex05', stored), state)
  }

  const openCart = () => page.getByRole('button', { name: w.open }).click()

  return {
    cart,
    orderButton,
    visit,
    product,
    /**
     * The first page of this browser opens with one of each product in the cart, priced by the server and
     * stored as after an earlier visit. For tests of what comes after buying; call it before the first visit.
     */
    startWith,
    /** The same, and opens the checkout. */
    async startInCheckoutWith(sku: string): Promise<ProductDetails> {
      const [bought] = await Promise.all([product(sku), startWith(sku)])
      await visit('/checkout')
      await expect(orderButton).toBeVisible()
      return bought
    },
    /** The same, and opens the cart. */
    async startInCartWith(sku: string): Promise<ProductDetails> {
      const [bought] = await Promise.all([product(sku), startWith(sku)])
      await visit(plainPage)
      await openCart()
      await expect(cart).toBeVisible()
      return bought
    },
    /** Opens a product's page and buys it; waits for the cart and its prices. */
    async buy(sku: string): Promise<ProductDetails> {
      const bought = await product(sku)
      await visit(`/artiklar/${bought.slug}.html`)
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().includes('/api/sync-cart')),
        page.getByRole('button', { name: w.buy, exact: true }).first().click(),
      ])
      await expect(cart).toBeVisible()
      // The page takes the prices over once it has the whole answer.
      await answer.finished()
      await allRequestsRecorded(page)
      return bought
    },
    openCart,
    line: (name: string): Locator =>
      cart.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) }),
    async goToCheckout() {
      await cart.getByRole('link', { name: w.checkout }).click()
      await expect(orderButton).toBeVisible()
    },
    /** Fills in the checkout as a private person who pays by invoice; given values override the defaults. */
    async fillCheckout(differently: Partial<Record<keyof (typeof people)['sv'], string>> = {}) {
      const { identityNumber, ...texts } = { ...people[code], ...differently }
      for (const [name, value] of Object.entries(texts)) await field(page, name).fill(value)
      await field(page, 'city').blur()
      const methods = page.getByRole('radio').and(page.locator('[name=shippingMethod]'))
      await methods.first().check()
      const points = page.getByRole('radio').and(page.locator('[name=servicePoint]'))
      await points.or(orderButton).first().waitFor()
      if ((await points.count()) > 0) await points.first().check()
      await page.getByRole('radio').and(page.locator('[name=paymentMethod][value=invoice]')).check()
      await field(page, 'identityNumber').fill(identityNumber)
      await page.getByRole('checkbox').and(page.locator('[name=acceptTerms]')).check()
      await expect(orderButton).toBeEnabled()
    },
    placeOrder: () => orderBy(page, () => orderButton.click()),
    /** The stored browser state. */
    stored: () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('bex05') ?? 'null') as unknown) as Promise<Stored>,
  }
}

/**
 * Places an order of the browser's customer through the API, on invoice to the store's person in `people`, whose
 * e-mail address may be another; returns its number. For tests of what comes after an order.
 */
export async function invoiceOrder(
  page: Page,
  lines: readonly { sku: string; quantity: number; subscription_interval?: string }[],
  {
    store = 'sv',
    coupons = [],
    ...differently
  }: { email?: string; store?: StoreCode; coupons?: readonly string[] } = {},
): Promise<string> {
  const call = async (method: 'POST' | 'PATCH', path: string, data: object) => {
    const query = `locale=${store}&sid=${stores[store].storeId}`
    const answer = await page.request.fetch(`/api/${path}?${query}`, { method, data })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return (await answer.json()) as { id: string; total: number; number: string }
  }
  const items = lines.map((line) => ({ uuid: crypto.randomUUID(), ...line }))
  const { id } = await call('POST', 'checkout', { items, coupons, campaignData: null })
  const home = storePolicies[store].shippingMethods.find(({ kind }) => kind === 'home')!
  const shipping = { shippingMethod: home.id }
  const { total } = await call('PATCH', `checkout/${id}`, shipping)
  const form = {
    ...people[store],
    ...differently,
    ...shipping,
    servicePoint: null,
    customerType: 'private',
    acceptTerms: true,
    total,
  }
  return (await call('POST', `checkout/${id}/complete`, form)).number
}

/** Chooses the first shipping method, the payment method, and a service point where there are any. */
export async function chooseDelivery(page: Page, paymentMethod: string): Promise<void> {
  await page.getByRole('radio').and(page.locator('[name=shippingMethod]')).first().check()
  await page
    .getByRole('radio')
    .and(page.locator(`[name=paymentMethod][value=${paymentMethod}]`))
    .check()
  const points = page.getByRole('radio').and(page.locator('[name=servicePoint]'))
  const shown = page.locator('[data-frame=shown]')
  await points.first().or(shown).first().waitFor()
  if ((await points.count()) > 0) await points.first().check()
}

/** A text field of checkout by its name in the API. */
export const field = (page: Page, name: string): Locator => page.locator(`input[name="${name}"]`)

/** The page's calls to a path of the API, from now on. */
export function callsTo(page: Page, path: string): Request[] {
  const made: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/${path}`) made.push(request)
  })
  return made
}

/** The lines a request sent, or none. */
export const sentLines = (request: Request | undefined): CartItem[] =>
  (request?.postDataJSON() as { items?: CartItem[] } | null)?.items ?? []
