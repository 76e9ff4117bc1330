/** Wireless chargers that hold a phone upright: a stand for three devices, and a holder for the air vent of a car. */
import { brandLook, emblem, signature } from './brand-look.ts'
import { leadStroke } from './cable.ts'
import { disc } from './cylinder.ts'
import { lettering } from './lettering.ts'
import { darker, inkOn, lighter, metalShade, type Sheet } from './light.ts'
import { paintBox, paintSlab, roundedRectangle } from './solid.ts'

interface StandLook {
  tone: number
  shell: string
  yaw: number
  /** Printed power with its unit. */
  power: string
}

const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`

/** A round pad with the ring of its coil, on the front of a slab. */
function pad(r: number, accent: string): string {
  return `<circle cx="${r}" cy="${r}" r="${r * 0.7}" fill="none" stroke="${accent}" stroke-width="7"/>`
}

/** A foot with a flat place for earphones, an upright pad for a phone, and a puck on an arm for a watch. */
export function tripleStand(sheet: Sheet, { tone, shell, yaw, power }: StandLook): string {
  const brand = brandLook(tone)
  const foot = { x: 400, y: 660, w: 560, h: 46, d: 300, yaw }
  const upright = (x: number, y: number, h: number) =>
    paintSlab(
      sheet,
      { x, y, w: 46, h, d: 30, yaw },
      { front: shell, side: darker(shell, 0.2), round: 14, gloss: 0.6, shadow: false },
    )
  return (
    leadStroke(sheet, 'M610 610C720 600 740 660 730 740', darker(shell, 0.1), 14) +
    paintBox(sheet, foot, {
      front: shell,
      top: lighter(shell, 0.12),
      round: 26,
      gloss: 0.7,
      topArt: `<ellipse cx="462" cy="180" rx="76" ry="76" fill="none" stroke="${brand.accent}" stroke-width="8"/>`,
      frontArt: path(lettering(power, 34, { x: 36, y: 36 }), inkOn(shell), 'fill-opacity=".8"'),
    }) +
    upright(280, 600, 250) +
    paintSlab(
      sheet,
      { x: 272, y: 470, w: 300, h: 300, d: 40, yaw },
      {
        front: shell,
        side: darker(shell, 0.2),
        round: 150,
        gloss: 0.8,
        shadow: false,
        frontArt: `${pad(150, brand.accent)}${path(signature(brand, 40, 150, 150, 180), inkOn(shell))}`,
      },
    ) +
    upright(500, 632, 190) +
    paintSlab(
      sheet,
      { x: 494, y: 490, w: 130, h: 130, d: 40, yaw },
      {
        front: lighter(shell, 0.1),
        side: darker(shell, 0.2),
        round: 65,
        gloss: 0.8,
        shadow: false,
        frontArt: `<circle cx="65" cy="65" r="44" fill="#f1f1ef"/><circle cx="65" cy="65" r="44" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="4"/>`,
      },
    )
  )
}

/** A round pad on a ball joint, with the clip that holds it in the vent of a car. */
export function ventHolder(sheet: Sheet, { tone, shell, yaw, power }: StandLook): string {
  const brand = brandLook(tone)
  return (
    disc(420, 690, 190, '#120d08', 0.16, `fill-opacity=".3" filter="${sheet.blur(14, true)}"`) +
    leadStroke(sheet, 'M420 560C430 680 540 700 690 690', darker(shell, 0.1), 16) +
    path(roundedRectangle(520, 268, 190, 56, 12), darker(shell, 0.25)) +
    path(roundedRectangle(520, 388, 190, 56, 12), darker(shell, 0.25)) +
    path(roundedRectangle(520, 276, 184, 14, 7), '#fff', 'fill-opacity=".2"') +
    path(roundedRectangle(520, 396, 184, 14, 7), '#fff', 'fill-opacity=".2"') +
    path(roundedRectangle(470, 320, 110, 74, 18), metalShade(sheet, '#59626c')) +
    paintSlab(
      sheet,
      { x: 370, y: 610, w: 440, h: 440, d: 60, yaw },
      {
        front: shell,
        side: darker(shell, 0.2),
        round: 220,
        gloss: 0.8,
        shadow: false,
        frontArt:
          pad(220, brand.accent) +
          path(emblem(brand.emblem, 90, 220, 150), inkOn(shell), 'fill-opacity=".6"') +
          path(lettering(brand.wordmark, 54, { x: 220, y: 250, anchor: 'middle' }), inkOn(shell)) +
          path(lettering(power, 46, { x: 220, y: 316, anchor: 'middle' }), inkOn(shell), 'fill-opacity=".8"'),
      },
    )
  )
}
