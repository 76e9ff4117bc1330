/** A reporter of Playwright that writes a test record (test-record.ts). */
import { relative } from 'node:path'
import type { Reporter, Suite, TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter'
import { projectRoot } from '../../server/project-root.ts'
import { shownPage, writeRecord, type RecordedTest } from './test-record.ts'

export default class PlaywrightRecorder implements Reporter {
  #root: Suite | undefined
  #faults: { name: string; error: string }[] = []

  onBegin(_config: unknown, root: Suite): void {
    this.#root = root
  }

  onError(error: TestError): void {
    this.#faults.push({ name: 'outside the tests', error: textOf(error) })
  }

  async onEnd(): Promise<void> {
    await writeRecord({ tests: (this.#root?.allTests() ?? []).map(recordOf), faults: this.#faults })
  }

  /** It prints nothing, so that another reporter does. */
  printsToStdio(): boolean {
    return false
  }
}

function recordOf(test: TestCase): RecordedTest {
  const outcome = test.outcome()
  // Of `titlePath`, the first three are the root, the project and the file.
  const titles = test.titlePath().slice(3)
  const errors = test.results.flatMap((result) => [
    ...result.errors.map(textOf),
    ...result.attachments.flatMap(pageOf),
  ])
  return {
    file: relative(projectRoot, test.location.file),
    title: titles.join(' > '),
    outcome: outcome === 'expected' ? 'passed' : outcome === 'skipped' ? 'skipped' : 'failed',
    asserted: test.expectedStatus === 'passed' && test.results.some(({ steps }) => hasAssertion(steps)),
    ...(outcome !== 'expected' && errors.length > 0 && { error: errors.join('\n') }),
  }
}

function hasAssertion(steps: readonly TestStep[]): boolean {
  return steps.some((step) => step.category === 'expect' || hasAssertion(step.steps))
}

/** What a failed test says about its page. */
function pageOf({ name, body }: TestResult['attachments'][number]): string[] {
  return name === shownPage && body ? [`${name}: ${body.toString()}`] : []
}

/** The location of the error comes first: the expected value may be long. */
function textOf({ message, value, location }: TestError): string {
  const place = location && `${location.file.split('/').at(-1)}:${location.line}`
  return [place, message ?? value].filter(Boolean).join(' ')
}
