import { stat } from 'node:fs/promises'
import { Command } from 'commander'
import { detailText } from '../../catalogue-import/problem-details.ts'
import { FeedFault } from '../../catalogue-import/feed-fault.ts'
import {
  openFolder,
  openPictureArchive,
  type PictureFolder,
} from '../../catalogue-import/picture-folder.server.ts'
import { importPictures, planOf, type PictureCounts } from '../../catalogue-import/picture-import.server.ts'
import { problemMessages, type RowReport } from '../../catalogue-import/row-report.ts'
import { printFacts } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'

interface ImportOptions {
  replace?: boolean
  dryRun?: boolean
  json?: boolean
}

/** `anode picture import`: the photos of many products, from files that are named after them. */
export function importPicturesCommand(): Command {
  return new Command('import')
    .description(
      'add photos from a zip archive or a folder: SKU.jpg, SKU-2.jpg, or any names in a folder SKU',
    )
    .argument('<path>')
    .option(
      '--replace',
      'the photos that the products have are removed; by default the new ones come after them',
    )
    .option('--dry-run', 'print what would go where, and change nothing')
    .option('--json', 'print JSON')
    .action(async (path: string, { replace = false, dryRun = false, json }: ImportOptions) => {
      const folder = await opened(path)
      const present = replace ? 'replace' : 'keep'
      const refused: RowReport[] = []
      try {
        const facts = await withShop(async ({ db, actor }) => {
          if (dryRun) {
            const plan = await planOf(db, folder.files, present)
            refused.push(...plan.refused)
            const pictures = plan.products.reduce((sum, { files }) => sum + files.length, 0)
            return { files: folder.files.length, products: plan.products.length, pictures }
          }
          const counts: PictureCounts = await importPictures(db, actor, folder, {
            present,
            onReport: (report) => refused.push(report),
          })
          return { files: folder.files.length, added: counts.added, present: counts.present }
        })
        // On standard error, so that the output stays one table or one JSON.
        for (const report of refused) process.stderr.write(`${lineOf(report)}\n`)
        printFacts({ ...facts, refused: refused.length }, { json })
      } finally {
        folder.close()
      }
    })
}

/** `x-9.jpg names a product that does not exist.` */
const lineOf = ({ value, code, detail }: RowReport): string =>
  `${value} ${problemMessages[code]}${detail ? ` (${detailText(detail)})` : ''}.`

async function opened(path: string): Promise<PictureFolder> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new Refusal(`There is no file or folder ${path}.`)
  try {
    const folder = found.isDirectory() ? await openFolder(path) : await openPictureArchive(path)
    if (folder === null) throw new Refusal(`${path} is no folder and no zip archive of pictures alone.`)
    return folder
  } catch (error) {
    if (error instanceof FeedFault) throw new Refusal(error.message)
    throw error
  }
}
