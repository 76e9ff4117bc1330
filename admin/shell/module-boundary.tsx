/**
 * A fault in a module's part of the back office is reported under the module's name, and the page shows the rest. A file
 * that is gone, as after a deployment, is no such fault.
 */
import { Component, useLayoutEffect, type ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Notice } from '../../ui/notice.tsx'
import { ApiError } from '../api-client.ts'
import { useTexts } from '../texts.tsx'
import { FileNotLoaded } from './module-files.ts'
import { PageError } from './page-error.tsx'

/** Maximum number of reports until the next load of the document. */
const mostReports = 10
let reports = 0

const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault))

/** A refusal of the API, an ended session and a missing file are not faults of the module. */
const isFault = (fault: unknown): boolean =>
  !(fault instanceof ApiError) &&
  !(fault instanceof FileNotLoaded) &&
  !(fault instanceof Response) &&
  !isRouteErrorResponse(fault)

/** Logs and counts a fault of a module (`anode errors`). A report that fails is not reported. */
function reportModuleFault(module: string, fault: unknown): void {
  if (++reports > mostReports) return
  const stack = fault instanceof Error ? fault.stack : undefined
  void fetch('/admin/api/browser-errors', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      error: `Module ${module}: ${messageOf(fault)}`.slice(0, 2000),
      level: 'error',
      stack: stack?.slice(0, 8000) ?? null,
      userAgent: navigator.userAgent.slice(0, 500),
      url: location.href.slice(0, 2000),
    }),
  }).catch(() => {})
}

/** Around a part of a page. */
export class ModuleBoundary extends Component<
  { module: string; children: ReactNode },
  { failed: 'code' | 'file' | null }
> {
  override state: { failed: 'code' | 'file' | null } = { failed: null }

  static getDerivedStateFromError(fault: unknown) {
    return { failed: fault instanceof FileNotLoaded ? 'file' : 'code' }
  }

  override componentDidCatch(fault: unknown) {
    if (isFault(fault)) reportModuleFault(this.props.module, fault)
  }

  override render() {
    const { failed } = this.state
    return failed ? <PartFailed module={this.props.module} failed={failed} /> : this.props.children
  }
}

function PartFailed({ module, failed }: { module: string; failed: 'code' | 'file' }) {
  const { t } = useTexts()
  const text = failed === 'file' ? 'module.not_loaded' : 'module.failed'
  return <Notice look="warning">{t(text, { module })}</Notice>
}

/** The error page of a module's own pages. */
export const modulePageError = (module: string) =>
  function ModulePageError() {
    const fault = useRouteError()
    // With the error page itself: somebody may leave it at once.
    useLayoutEffect(() => {
      if (isFault(fault)) reportModuleFault(module, fault)
    }, [fault])
    return <PageError />
  }
