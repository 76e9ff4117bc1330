/** Lighthouse in a process of its own, from the packages of bench/lighthouse, which are installed at its first run. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun, projectNode, root } from '../cli/run-command.mjs'

/** What the benchmark reads of Lighthouse's report. Scores are 0 to 1, null where they do not apply. */
export interface LighthouseReport {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null } | undefined>
  audits: Record<string, LighthouseAudit>
}

interface LighthouseAudit {
  id: string
  score: number | null
  scoreDisplayMode: string
  /** In the unit of the audit; the layout shift has none. */
  numericValue?: number
}

const folder = join(root, 'bench', 'lighthouse')
const program = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')

/** Examines a page as a phone in the browser that listens on the debugging port; cookies and storage stay as they are. */
export async function runLighthouse(
  url: string,
  { port, categories }: { port: number; categories: readonly string[] },
): Promise<LighthouseReport> {
  if (!existsSync(program)) await mustRun('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  const results = await mkdtemp(join(tmpdir(), 'anode-lighthouse-report-'))
  try {
    const file = join(results, 'report.json')
    await mustRun(projectNode, [
      program,
      url,
      `--port=${port}`,
      '--output=json',
      `--output-path=${file}`,
      '--quiet',
      '--disable-storage-reset',
      `--only-categories=${categories.join(',')}`,
    ])
    return JSON.parse(await readFile(file, 'utf8')) as LighthouseReport
  } finally {
    await rm(results, { recursive: true, force: true })
  }
}
