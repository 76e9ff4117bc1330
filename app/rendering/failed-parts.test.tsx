import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ModulePart } from '../features/modules/module-part.tsx'
import { failedParts } from './failed-parts.ts'

function Failing(): never {
  throw new Error('the part fails')
}

it('names each part that failed on the server, by its module where it has one', () => {
  const html = renderToString(
    <main>
      <h1>Batteri AA</h1>
      <ModulePart module="gift-wrap">{createElement(Failing)}</ModulePart>
      <ModulePart module="reviews">
        <p>Ett omdöme</p>
      </ModulePart>
      <Suspense>{createElement(Failing)}</Suspense>
    </main>,
  )
  expect(html).toContain('<h1>Batteri AA</h1>')
  expect(html).toContain('<p>Ett omdöme</p>')
  expect(failedParts(html)).toEqual([
    'Module gift-wrap: its part of the page could not be rendered.',
    'A part of the page could not be rendered.',
  ])
  expect(failedParts(renderToString(<main>Batteri AA</main>))).toEqual([])
})
