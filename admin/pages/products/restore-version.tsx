/** Puts a product back to what an entry of its history left, after showing which fields that changes. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ProductVersion } from '../../../contract/admin/product-page.ts'
import { Button } from '../../../ui/button.tsx'
import { ApiError, readApi } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { Changes } from '../../shell/timeline.tsx'
import { showToast } from '../../shell/toasts.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { SaveProblems } from './product-problems.tsx'

export function RestoreVersion({ sku, entry, at }: { sku: string; entry: number; at: string }) {
  const { t } = useTexts()
  const [version, setVersion] = useState<ProductVersion | null>(null)
  const open = async () => {
    try {
      setVersion(await readApi<ProductVersion>(apiPaths.productVersion(sku, entry)))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ title: t('error.fault'), look: 'failed' })
    }
  }
  return (
    <>
      <Button size="small" onClick={() => void open()}>
        {t('product.restore')}
      </Button>
      {version && (
        <VersionDialog sku={sku} entry={entry} at={at} version={version} onClose={() => setVersion(null)} />
      )}
    </>
  )
}

function VersionDialog({
  sku,
  entry,
  at,
  version: { record, before, after },
  onClose,
}: {
  sku: string
  entry: number
  at: string
  version: ProductVersion
  onClose: () => void
}) {
  const { t, dateTime } = useTexts()
  const { revalidate } = useRevalidator()
  const change = useChange('POST', apiPaths.productVersion(sku, entry), {
    done: t('product.restored'),
  })
  const isSame = Object.keys({ ...before, ...after }).length === 0
  return (
    <ConfirmDialog
      wide
      title={t('product.restore_title', { at: dateTime(at) })}
      description={isSame ? t('product.restore_same') : t('product.restore_text')}
      onClose={() => {
        // Somebody else's change, for which this was refused.
        if (change.refusal !== null) void revalidate()
        onClose()
      }}
      action={t('product.restore')}
      change={change}
      body={{ expected: record }}
      disabled={isSame}
      problems={<SaveProblems refusal={change.refusal} />}
    >
      <Changes before={before} after={after} store={null} />
    </ConfirmDialog>
  )
}
