import { readFile, stat } from 'node:fs/promises'
import { Command, InvalidArgumentError } from 'commander'
import type { PerStore } from '../../domain/catalogue/catalogue-record.ts'
import { largestPictureBytes } from '../../domain/pictures/inspect-picture.server.ts'
import { pictureFailures, type PictureFailureCode } from '../../domain/pictures/picture-failure.ts'
import {
  addPhoto,
  changePhoto,
  listPhotos,
  removePhoto,
  retryPhotos,
  waitingPhotos,
  type ChangedPhoto,
  type PhotoRefusal,
  type ProductPhoto,
} from '../../domain/catalogue/product-photos.server.ts'
import { stores } from '../../domain/stores/stores.ts'
import { readSku } from '../../sdk/command-arguments.ts'
import { printFacts, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { importPicturesCommand } from './picture-import.ts'
import { readStore } from '../../sdk/store-option.ts'
import type { Sku } from '../../domain/products/sku.ts'

interface PhotoOptions {
  alt?: PerStore<string>
  position?: number
  json?: boolean
}

const longestAlt = 500

/** `anode picture …`: the photos of products. */
export function pictureCommand(): Command {
  return new Command('picture')
    .description('add, list, change, remove and import photos of products, list and retry failed downloads')
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(changeCommand())
    .addCommand(removeCommand())
    .addCommand(importPicturesCommand())
    .addCommand(failedCommand())
    .addCommand(retryCommand())
    .addHelpText(
      'after',
      `
The photo at position 1 is the one on cards. Without a text for a store, the product's name describes the photo.
Examples:
  anode picture add 3352 front.jpg --position 1 --alt sv="Fyra AA-batterier" --alt de="Vier AA-Batterien"
  anode picture list 3352
  anode picture change 3352 2 --position 1
  anode picture import photos.zip --dry-run
  anode picture failed`,
    )
}

function listCommand(): Command {
  return new Command('list')
    .description("print a product's photos in their order")
    .argument('<sku>', 'the product', readSku)
    .option('--json', 'print JSON')
    .action(async (sku: Sku, { json }: { json?: boolean }) => {
      const photos = await withShop(({ db }) => listPhotos(db, sku))
      if (photos === null) throw refusal({ ok: false, code: 'unknown_sku' }, sku)
      printTable(photos.map(photoLine), {
        json,
        empty: 'No photos. The product shows its drawing or the placeholder.',
      })
    })
}

function photoLine({ position, source, alt, original, failure, nextAttemptAt }: ProductPhoto) {
  return {
    position,
    state: original ? 'stored' : failure ? 'failed' : 'pending',
    size: original && `${original.width} × ${original.height}`,
    format: original?.format ?? null,
    kilobytes: original && Math.ceil(original.byteCount / 1024),
    source,
    alt: Object.entries(alt)
      .map(([store, text]) => `${store}: ${text}`)
      .join('; '),
    failure: failure && failureText(failure.code, failure.detail),
    next_attempt: nextAttemptAt?.toISOString() ?? null,
  }
}

function addCommand(): Command {
  const command = new Command('add')
    .description('add a photo to a product from a file: JPEG, PNG, WebP, AVIF or GIF, at most 15 MB')
    .argument('<sku>', 'the product', readSku)
    .argument('<file>')
  return withPhotoOptions(command).action(async (sku: Sku, file: string, options: PhotoOptions) => {
    const bytes = await readPicture(file)
    const added = await withShop(({ db, actor }) => addPhoto(db, actor, bytes, { sku, ...options }))
    printChanged(added, sku, options)
  })
}

function changeCommand(): Command {
  const command = new Command('change')
    .description('move a photo or change its texts; an empty text removes the text')
    .argument('<sku>', 'the product', readSku)
    .argument('<position>', 'as list prints it', readPosition)
  return withPhotoOptions(command).action(async (sku: Sku, at: number, options: PhotoOptions) => {
    if (options.alt === undefined && options.position === undefined)
      throw new Refusal('Give --position or --alt.')
    const changed = await withShop(({ db, actor }) => changePhoto(db, actor, at, { sku, ...options }))
    printChanged(changed, sku, options)
  })
}

function removeCommand(): Command {
  return new Command('remove')
    .description('remove a photo from a product; a feed that still names it adds it again')
    .argument('<sku>', 'the product', readSku)
    .argument('<position>', 'as list prints it', readPosition)
    .option('--json', 'print JSON')
    .action(async (sku: Sku, at: number, { json }: { json?: boolean }) => {
      const removed = await withShop(({ db, actor }) => removePhoto(db, actor, sku, at))
      if (!removed.ok) throw refusal(removed, sku)
      printFacts({ removed: at, left: removed.count }, { json })
    })
}

function failedCommand(): Command {
  return new Command('failed')
    .description('print failed photo downloads, the reason and the next retry')
    .option('--pending', 'include photos not tried yet')
    .option('--json', 'print JSON')
    .action(async ({ pending, json }: { pending?: boolean; json?: boolean }) => {
      const found = await withShop(({ db }) => waitingPhotos(db, { pending: pending === true, limit: 1000 }))
      const rows = found.map((photo) => ({
        products: photo.skus.join(', '),
        reason: photo.failure ? failureText(photo.failure.code, photo.failure.detail) : 'not tried yet',
        attempts: photo.failedAttempts,
        last_attempt: photo.attemptedAt?.toISOString() ?? null,
        next_attempt: photo.nextAttemptAt?.toISOString() ?? 'given up',
        shown: photo.isShown ? 'an earlier version' : 'no',
        source: photo.source,
      }))
      printTable(rows, { json, empty: 'No photo failed.' })
    })
}

function retryCommand(): Command {
  return new Command('retry')
    .description('fetch failed photos again within a minute, of one product or of all')
    .argument('[sku]', 'the product', readSku)
    .option('--json', 'print JSON')
    .action(async (sku: Sku | undefined, { json }: { json?: boolean }) => {
      const due = await withShop(({ db }) => retryPhotos(db, sku ?? null))
      printFacts({ due }, { json })
    })
}

function withPhotoOptions(command: Command): Command {
  return command
    .option('--position <n>', 'position, 1 is the photo on cards; last by default', readPosition)
    .option('--alt <store=text>', 'alternative text of the photo in one store; repeatable', readAlt)
    .option('--json', 'print JSON')
}

function printChanged(changed: ChangedPhoto, sku: string, { json }: PhotoOptions): void {
  if (!changed.ok) throw refusal(changed, sku)
  printFacts({ sku, position: changed.position, photos: changed.count }, { json })
}

async function readPicture(file: string): Promise<Buffer> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new Refusal(`There is no file ${file}.`)
  if (found.size > largestPictureBytes) throw new Refusal(`${file}: ${pictureFailures.too_large}.`)
  return readFile(file)
}

function refusal(refused: PhotoRefusal, sku: string): Refusal {
  switch (refused.code) {
    case 'unknown_sku':
      return new Refusal(`There is no product ${sku}.`)
    case 'no_such_photo':
      return new Refusal(`Product ${sku} has no photo at that position.`)
    case 'already_there':
      return new Refusal(`Product ${sku} has this photo already.`)
    case 'changed_meanwhile':
      return new Refusal(`Somebody changed the photos of ${sku} meanwhile; run the command again.`)
    default:
      return new Refusal(`The photo is refused: ${failureText(refused.code, refused.detail)}.`)
  }
}

function failureText(code: PictureFailureCode, detail: string | null | undefined): string {
  return detail == null ? pictureFailures[code] : `${pictureFailures[code]} (${detail})`
}

function readPosition(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

/** `sv=Text`, collected over all `--alt` of a command. */
function readAlt(text: string, collected: PerStore<string> = {}): PerStore<string> {
  const [, code, words] = /^([a-z]+)=(.*)$/s.exec(text) ?? []
  if (code === undefined || words === undefined || !Object.hasOwn(stores, code))
    throw new InvalidArgumentError('It must be a store, = and a text, such as sv="Fyra batterier".')
  if (/\p{Cc}/u.test(words) || words.length > longestAlt)
    throw new InvalidArgumentError(`A text is one line of at most ${longestAlt} characters.`)
  return { ...collected, [readStore(code)]: words.trim() }
}
