import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stringsOf } from '../locales/texts.server.ts'
import { StringsProvider, StringsSource } from '../ui/strings.tsx'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { productWidgets } from './product-widgets.tsx'
import { shopWidgets } from './shop-widgets.tsx'
import { WidgetList } from './widget-list.tsx'
import { widgets } from './widgets.tsx'

const root = join(import.meta.dirname, '..')

/** Files with components that are not in the index, with the reason. */
const exceptions: Record<string, string> = {
  'field-frame': 'is shown with every field',
  'lazy-hydration': 'shows nothing of its own',
  strings: 'shows nothing of its own',
  'buy-without-script': 'is not shown where scripts run',
  'customer-discount': 'needs a login or a code',
  'own-prices': 'needs a login',
}

/** The names of the files with components in a folder. */
const componentsOf = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => file.slice(0, -'.tsx'.length))
    .filter((name) => !(name in exceptions))

it('every component of ui/, and those that show products, are in the workbench, which renders', async () => {
  expect(Object.keys(widgets)).toEqual(componentsOf('ui'))
  expect(Object.keys(productWidgets).toSorted()).toEqual(componentsOf('app/features/products').toSorted())
  const handler = createStaticHandler([{ path: '/', element: <WidgetList /> }])
  const context = await handler.query(new Request('http://workbench.invalid/'))
  if (context instanceof Response) throw new Error('a redirect')
  const html = renderToStaticMarkup(
    <StringsSource.Provider value={stringsOf('sv')}>
      <StringsProvider storeCode="sv">
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </StringsProvider>
    </StringsSource.Provider>,
  )
  for (const name of [widgets, productWidgets, shopWidgets].flatMap(Object.keys))
    expect(html).toContain(`id="${name}"`)
})

it('no build contains the workbench', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(scripts['workbench']).toBe('vite --config vite.workbench.config.ts')
  expect(scripts['build']).not.toContain('workbench')
  expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).not.toContain('workbench')
})
