/**
 * The parcels that the simulated carriers have booked, with labels that say that they are simulated. A parcel is
 * delivered a day after it was booked, by the simulator's clock. It shares no code with the adapters.
 */
import type { VirtualClock } from '../simulator/virtual-clock.ts'

export interface SimulatedParcel {
  /** The carrier's id of the booking. */
  id: string
  trackingNumber: string
  /** The shop's reference. */
  reference: string
  /** Epoch milliseconds. */
  bookedAt: number
  isCancelled: boolean
  label: Buffer
}

export interface SimulatedParcels {
  book(parcel: { id: string; trackingNumber: string; reference: string; lines: string[] }): SimulatedParcel
  byId(id: string): SimulatedParcel | undefined
  byReference(reference: string): SimulatedParcel | undefined
  byTracking(trackingNumber: string): SimulatedParcel | undefined
  /** When the parcel was delivered; null: not yet. */
  deliveredAt(parcel: SimulatedParcel): Date | null
  /** A number of that many digits that no parcel has. */
  nextNumber(digits: number): string
  clear(): void
}

const deliveredAfterMs = 86_400_000

export function createSimulatedParcels(clock: Pick<VirtualClock, 'now'>): SimulatedParcels {
  let parcels: SimulatedParcel[] = []
  let last = 0
  const latest = (test: (parcel: SimulatedParcel) => boolean) => parcels.findLast(test)
  return {
    book({ lines, ...parcel }) {
      const booked: SimulatedParcel = {
        ...parcel,
        bookedAt: clock.now(),
        isCancelled: false,
        label: drawLabel(lines),
      }
      parcels.push(booked)
      return booked
    },
    byId: (id) => latest((parcel) => parcel.id === id),
    byReference: (reference) => latest((parcel) => parcel.reference === reference && !parcel.isCancelled),
    byTracking: (trackingNumber) => latest((parcel) => parcel.trackingNumber === trackingNumber),
    deliveredAt({ bookedAt }) {
      const at = bookedAt + deliveredAfterMs
      return at <= clock.now() ? new Date(at) : null
    },
    nextNumber(digits) {
      // Real numbers of parcels do not repeat after a restart either.
      last = Math.max(last + 1, clock.now() % 10 ** Math.min(digits, 12))
      return String(last).padStart(digits, '0').slice(-digits)
    },
    clear() {
      parcels = []
    },
  }
}

/** A page of 100 × 150 mm with lines of text, as a PDF of its own. */
function drawLabel(lines: readonly string[]): Buffer {
  const escape = (text: string) => text.replaceAll(/[\\()]/g, String.raw`\$&`)
  const content = [
    'BT /F1 11 Tf 16 400 Td 16 TL',
    ...['SIMULATED LABEL', ...lines].map((line) => `(${escape(line)}) Tj T*`),
    'ET',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 283 425] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(file, 'latin1')
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = Buffer.byteLength(file, 'latin1')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
