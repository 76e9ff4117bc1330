/**
 * The neutral plate: for a product whose shape no form draws. It shows the line sign of the product's main category
 * and the brand, and so claims nothing about how the product looks.
 */
import { brandLook, signature } from './brand-look.ts'
import { categoryIcons, type CategoryIcon } from './category-icons.ts'
import type { Drawing } from './drawing.ts'
import { castShadow, type Sheet } from './light.ts'
import type { Parameters } from './parameters.ts'
import { roundedRectangle } from './solid.ts'

/** Lines on a field of 24 × 24, as the icons of the storefront (`ui/icons.svg`). */
const signs: Record<CategoryIcon, string> = {
  phone:
    'M8 3.5h8a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 19V5A1.5 1.5 0 0 1 8 3.5M11 17.5h2',
  cell: 'M8 6h8v14.5H8zM10.5 6V3.5h3V6M8 16h8M12 9v4M10 11h4',
  coin: 'M11 5a7 7 0 1 0 0 14a7 7 0 1 0 0-14M11 5h2a7 7 0 0 1 0 14h-2M11 9.5v5M8.5 12h5',
  charger: 'M7 3.5h10v9a5 5 0 0 1-10 0zM12 17.5v3M10 7v3M14 7v3',
  laptop: 'M5.5 5h13v10h-13zM2.5 19l2-4h15l2 4z',
  cable: 'M5 3.5h4v5H5zM7 8.5v5a4.5 4.5 0 0 0 9 0v-3M13.5 10.5v-4h5v4zM14.5 6.5v-3M17.5 6.5v-3',
  drill: 'M3.5 5h10v6h-10zM13.5 6.5h3v3h-3M16.5 8H21M5 11l-1 6h5l1-6M3.5 17h6.5v3.5H3.5z',
  car: 'M3.5 16v-4l2.5-1 1.5-4h9l1.5 4 2.5 1v4zM6 11h12M6 16v2.5M18 16v2.5M7 13.5h.01M17 13.5h.01',
  lamp: 'M9 17.5c0-2.5-3-4-3-7.5a6 6 0 0 1 12 0c0 3.5-3 5-3 7.5zM9.5 20.5h5M12 13v4.5M10 11l2 2 2-2',
  alarm: 'M4 9a8 4 0 0 1 16 0v3a8 4.5 0 0 1-16 0zM4 9a8 4 0 0 0 16 0M12 8.5h.01M8.5 20h7',
  gear: 'M12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5M12 6a6 6 0 1 0 0 12a6 6 0 1 0 0-12M12 6V3.5M12 18v2.5M6 12H3.5M18 12h2.5M7.8 7.8L6 6M16.2 16.2L18 18M7.8 16.2L6 18M16.2 7.8L18 6',
  solar: 'M6 9h12l3 11H3zM12 9v11M4.5 14.5h15M12 6V3.5M7 6.5L5.5 5M17 6.5L18.5 5',
  gift: 'M4.5 11.5h15v9h-15zM3.5 7.5h17v4h-17zM12 7.5v13M12 7.5c-2.5 0-4.5-1-4.5-2.5s3.5-2 4.5 2.5c1-4.5 4.5-4 4.5-2.5s-2 2.5-4.5 2.5',
}

export function drawPlate(sheet: Sheet, parameters: Parameters): Drawing {
  const brand = brandLook(parameters.tone)
  const sign = signs[parameters.choice('icon', categoryIcons, 'gear')]
  const plate = roundedRectangle(170, 150, 460, 500, 44)
  const ground = sheet.linear(
    [
      [0, '#fbfaf7'],
      [1, '#e7e3db'],
    ],
    0,
    0,
    1,
    1,
  )
  const art =
    castShadow(sheet, plate, 14, 18, 16, 0.26) +
    `<path d="${plate}" fill="${ground}" stroke="#cfc9be" stroke-width="3"/>` +
    `<g transform="translate(244 196) scale(13)"><path d="${sign}" fill="none" stroke="#59626c" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round"/></g>` +
    `<rect x="170" y="540" width="460" height="6" fill="${brand.accent}"/>` +
    `<path d="${signature(brand, 44, 400, 602, 380)}" fill="#3a424a"/>`
  return {
    art:
      parameters.view === 'angle'
        ? `<g transform="translate(400 400) rotate(-5) translate(-400 -400)">${art}</g>`
        : art,
    focus: { x: 400, y: 360, zoom: 1.5 },
  }
}
