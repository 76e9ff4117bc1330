/** The clamp of jump leads, chargers and testers. */
import { darker, metalShade, type Sheet } from './light.ts'

/** Hangs from (0, 0), its jaws pointing down. */
export function clampPath(sheet: Sheet, colour: string): string {
  return `<path d="M-12 0L-26 84Q-30 104 -20 124L-10 146L-2 100V0Z" fill="${darker(colour, 0.2)}"/><path d="M12 0L26 84Q30 104 20 124L10 146L2 100V0Z" fill="${colour}"/><path d="M-9 96L-15 150L-3 140ZM9 96L15 150L3 140Z" fill="${metalShade(sheet)}"/>`
}
