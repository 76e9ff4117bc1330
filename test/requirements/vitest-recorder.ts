/** A reporter of Vitest that writes a test record (test-record.ts). */
import { relative } from 'node:path'
import type { Reporter, TestModule, TestSuite } from 'vitest/node'
import { projectRoot } from '../../server/project-root.ts'
import { writeRecord, type RecordedTest } from './test-record.ts'

type Errors = readonly { message: string; stack?: string | undefined }[] | undefined

const textOf = (errors: Errors) => (errors ?? []).map(({ message, stack }) => stack ?? message).join('\n')

export default class VitestRecorder implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandled: Errors): Promise<void> {
    const faults = modules.flatMap((module) => {
      const suites: (TestModule | TestSuite)[] = [module, ...module.children.allSuites()]
      return suites
        .filter((suite) => suite.errors().length > 0)
        .map((suite) => ({ name: fileOf(module), error: textOf(suite.errors()) }))
    })
    if (unhandled?.length) faults.push({ name: 'outside the tests', error: textOf(unhandled) })
    await writeRecord({ tests: modules.flatMap(testsOf), faults })
  }
}

function fileOf(module: TestModule): string {
  return relative(projectRoot, module.moduleId)
}

function testsOf(module: TestModule): RecordedTest[] {
  return [...module.children.allTests()].map((test) => {
    const { state, errors } = test.result()
    return {
      file: fileOf(module),
      title: test.fullName,
      outcome: state === 'passed' || state === 'failed' ? state : 'skipped',
      // A passed test has asserted: vitest.config.ts requires it (`requireAssertions`).
      asserted: test.options.fails !== true,
      ...(errors?.length && { error: textOf(errors) }),
    }
  })
}
