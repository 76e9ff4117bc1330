import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stringsOf } from '../locales/texts.server.ts'
import { StringsProvider, StringsSource } from '../ui/strings.tsx'
import { WidgetList } from './widget-list.tsx'
import { widgets } from './widgets.tsx'

const root = join(import.meta.dirname, '..')

/** Files of `ui/` with components that show nothing of their own. */
const invisible = ['lazy-hydration', 'strings']

it('every component of ui/ is in the workbench, which renders', () => {
  const components = readdirSync(join(root, 'ui'))
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => file.slice(0, -'.tsx'.length))
  expect(Object.keys(widgets)).toEqual(components.filter((name) => !invisible.includes(name)))
  const html = renderToStaticMarkup(
    <StringsSource.Provider value={stringsOf('sv')}>
      <StringsProvider storeCode="sv">
        <WidgetList />
      </StringsProvider>
    </StringsSource.Provider>,
  )
  for (const name of Object.keys(widgets)) expect(html).toContain(`id="${name}"`)
})

it('no build contains the workbench', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(scripts['workbench']).toBe('vite --config vite.workbench.config.ts')
  expect(scripts['build']).not.toContain('workbench')
  expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).not.toContain('workbench')
})
