/** The neutral picture of something that has none yet: the outline of a cell in quiet grey. */
import type { Drawing } from './drawing.ts'

export function drawPlaceholder(): Drawing {
  const line = 'fill="none" stroke="#b9b4ab" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"'
  return {
    art:
      `<rect x="250" y="262" width="300" height="330" rx="42" fill="#ece8e1" fill-opacity="0.55"/>` +
      `<g ${line}><rect x="250" y="262" width="300" height="330" rx="42"/><path d="M345 262V220H455V262"/>` +
      `<path d="M420 340L362 436H438L380 522" stroke="#d2cdc3"/></g>`,
    focus: { x: 400, y: 420, zoom: 1.6 },
  }
}
