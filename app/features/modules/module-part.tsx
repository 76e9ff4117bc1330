/** Parts of pages that modules bring: one that fails takes nothing else with it. */
import { Component, Suspense, type ComponentType, type ReactNode } from 'react'

/**
 * Shows a part of a module. Where it fails, the fault is reported under the module's name, and the page shows the rest;
 * what fails on the server is left to the browser (`rendering/failed-parts.ts`).
 */
export function ModulePart({ module, children }: { module: string; children: ReactNode }) {
  return (
    <ModuleBoundary module={module}>
      <Suspense {...(import.meta.env.SSR && { fallback: <template data-failed-module={module} /> })}>
        {children}
      </Suspense>
    </ModuleBoundary>
  )
}

/** The name of the module that a file of `modules/NAME/storefront/` belongs to. */
export const moduleOf = (path: string): string => path.split('/').at(-3)!

/**
 * A component with the parts that modules bring to a place, each in a boundary of its own. `files`: by their paths, as a
 * glob returns them.
 */
export function moduleParts<Props extends object>(
  files: Readonly<Record<string, { default: ComponentType<Props> }>>,
) {
  const parts = Object.entries(files).map(([path, { default: Part }]) => ({ module: moduleOf(path), Part }))
  return function ModuleParts(props: Props) {
    return parts.map(({ module, Part }) => (
      <ModulePart key={module} module={module}>
        <Part {...props} />
      </ModulePart>
    ))
  }
}

class ModuleBoundary extends Component<{ module: string; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(fault: unknown) {
    // Some faults, as those of browser storage, cannot be changed.
    const report = new Error(`Module ${this.props.module}: ${messageOf(fault)}`, { cause: fault })
    if (fault instanceof Error && fault.stack !== undefined) report.stack = fault.stack
    void import('../../state/error-report.ts').then(({ reportError }) => reportError(report))
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}

const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault))
