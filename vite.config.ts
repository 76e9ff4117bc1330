import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { layerOrder } from './vite-layer-order.ts'
import { precompress } from './vite-precompress.ts'
import { styleSheets } from './vite-style-sheets.ts'

/** Which class of which file has a short name. */
const shortNames = new Map<string, string>()

/** Short class names: they travel in every page, style sheet and script. Throws if two classes get one name. */
function className(name: string, file: string): string {
  const place = `${relative(import.meta.dirname, file.split('?', 1)[0] ?? file)} ${name}`
  const short = `_${createHash('sha256').update(place).digest('base64url').slice(0, 4)}`
  const known = shortNames.get(short) ?? place
  if (known !== place) throw new Error(`${known} and ${place} have the same class name: rename one.`)
  shortNames.set(short, place)
  return short
}

/** Libraries of the first load; one that waits for a touch must not be named here. */
const libraries = /\/node_modules\/(?:react|react-dom|react-router|scheduler|zustand)\//

/** Parts of the first load, which bring what they import. */
const firstParts =
  /\/app\/(?:entry\.client|root|layout\/store-layout|layout\/error-frame|pages\/page-head|state\/use-store-details|features\/products\/product-card)\.tsx?$/

/** What runs in idle time after each page is shown. */
const afterNavigation =
  /\/(?:app\/(?:layout\/after-navigation|navigation\/navigation-cache|state\/(?:campaign|consent|data-layer|module-visits|tracking|tracking-state))|modules\/[^/]+\/storefront\/visit)\.ts$/

/** What every listing has, in one file instead of two. */
const listingParts = /\/(?:app\/(?:pages\/catalogue\/listing|rendering\/sent-as-text)|ui\/chips)\.tsx?$/

/** What the product page shares with pages of carts and orders. */
const purchaseParts =
  /\/(?:ui\/quantity-stepper(?:\.module)?|app\/features\/products\/interval-text|app\/pages\/catalogue\/(?:product-page|purchase-parts)\.module)\.(?:tsx?|css)$/

/** Parts that go together, as one file each: every file is named in the manifest that all pages load. */
const notes = /\/(?:ui\/(?:empty-state|notice)|app\/order-links)\.tsx?$/
const forms =
  /\/(?:ui\/form-field|ui\/email-in|ui\/text-area-field|app\/pages\/checkout\/check-form|app\/state\/open-account|domain\/stores\/email|domain\/accounts\/account)\.(?:tsx?|module\.css)$/
const accountParts =
  /\/app\/pages\/account\/(?:account-part|account-failure|account-page\.module|order-list(?:\.module)?|use-account-list|form-text|profile-form\.module|security\.module)\.(?:tsx?|css)$/
const plainPages = /\/app\/pages\/content\/(?:plain-page|help-card|article)\.(?:tsx|module\.css)$/
const receiptParts = /\/app\/pages\/checkout\/receipt(?:-view|-deliveries|-refunds|\.module)\.(?:tsx|css)$/
const loginParts =
  /\/app\/(?:features\/login\/(?:order-login-form|order-proof-fields|login-form)|state\/(?:login-mode|passkeys))\.tsx?$/
/** What prices a cart with its codes, in the browser. */
const cartPricing =
  /\/(?:domain\/(?:coupons\/(?:coupon-percentages|discount-state)|products\/product-id)|app\/state\/(?:coupon-sync|discount-actions|price-cart-items))\.ts$/
/** What the cart, checkout and the receipt share, which would bring the receipt to the others. */
const cartParts =
  /\/app\/(?:features\/(?:cart\/(?:cart-codes|cart-panel\.module)|products\/(?:arrival-text|included-savings-rows|price-reasons))|pages\/checkout\/(?:checkout\.module|use-heading-focus)|state\/postal-code)\.(?:tsx?|css)$/
const buyAgainParts = /\/app\/(?:state\/buy-again|pages\/order\/buy-again-button)\.tsx?$/
/** What pages of one module share: `storefront/parts/` of each, as one file. */
const moduleParts = /\/modules\/([^/]+)\/storefront\/parts\//

/**
 * Styles of what home, listings and products do not show at first: of the other pages, and of what opens after a touch.
 * What the server renders on those pages must not be named here, even if its script comes late
 * (test/style-sheets.http.test.ts).
 */
const laterStyles =
  /\/(?:app\/pages\/(?:account|checkout|content|order)\/[^/]+|app\/pages\/catalogue\/compare-page|app\/features\/(?:cart|login)\/[^/]+|app\/features\/products\/price-reasons|app\/features\/search\/search-(?:dropdown|sheet)|app\/layout\/sidebar|ui\/side-panel|modules\/[^/]+\/storefront\/(?:[^/]+-page|content-block|parts\/[^/]+))\.module\.css$/

/**
 * Dynamic imports load their file and nothing else. Vite wraps each in a function that preloads styles and imports,
 * which there are none of here: all styles are there before the first script runs, and `modulePreload` is off.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

/** Names the server's entries after their keys; React Router would give all of them the name of the first. */
const serverEntries: Plugin = {
  name: 'server-entries',
  enforce: 'post',
  configEnvironment: (name) =>
    name === 'ssr' ? { build: { rolldownOptions: { output: { entryFileNames: '[name].js' } } } } : null,
}

/**
 * Browser bundle and server in one build. The server is bundled together with the pages so that no module
 * exists twice in a process (decision 2).
 */
export default defineConfig({
  plugins: [reactRouter(), plainImports, styleSheets(laterStyles), layerOrder, serverEntries, precompress],
  css: { modules: { generateScopedName: className } },
  environments: {
    // What every page starts with travels as two files, which compress better than many small ones: the
    // libraries, which browsers keep over releases, and the shop's own frame.
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The manifest that every page loads names the files of all routes: theirs are a hash alone.
            entryFileNames: 'assets/[hash:7].js',
            chunkFileNames: ({ isDynamicEntry }) =>
              isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'libraries', test: libraries, priority: 2 },
                { name: 'shop', test: firstParts, priority: 1 },
                { name: 'after-navigation', test: afterNavigation, priority: 0 },
                { name: 'listing', test: listingParts, priority: 0 },
                { name: 'purchase', test: purchaseParts, priority: 0 },
                { name: 'notes', test: notes, priority: 0 },
                { name: 'forms', test: forms, priority: 0 },
                { name: 'account-parts', test: accountParts, priority: 0 },
                { name: 'plain-page', test: plainPages, priority: 0 },
                { name: 'buy-again', test: buyAgainParts, priority: 0 },
                { name: 'cart-pricing', test: cartPricing, priority: 0 },
                { name: 'cart-parts', test: cartParts, priority: 0 },
                { name: 'receipt', test: receiptParts, priority: 0 },
                { name: 'login', test: loginParts, priority: 0 },
                {
                  name: (id) => moduleParts.exec(id)?.[1] ?? null,
                  test: moduleParts,
                  priority: 0,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        rolldownOptions: {
          input: { main: './cli/main.ts', shop: './cli/built-shop.ts' },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
  build: {
    modulePreload: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
  },
})
