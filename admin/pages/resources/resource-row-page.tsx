/** A row of a list that is declared once: its fields, what can be done with it, its form and its history. */
import { useState, type ReactNode } from 'react'
import { useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import type { ResourceDescription, ResourceRow, ResourceRowPage } from '../../../contract/admin/resources.ts'
import { Button } from '../../../ui/button.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { Card, Columns, Facts } from '../../shell/card.tsx'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { Page } from '../../shell/page.tsx'
import { Timeline } from '../../shell/timeline.tsx'
import { UndoButton } from '../../shell/undo-button.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { cellOf, titleOf } from './resource-cell.tsx'
import { resourceWords } from '../../shell/resource-words.ts'
import { RowActions } from './row-actions.tsx'
import { RowForm } from './row-form.tsx'
import { useResource } from './use-resource.ts'

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  readApi<ResourceRowPage>(
    apiPaths.resourceRow(params['resource'] ?? '', params['key'] ?? ''),
    request.signal,
  )

export function Component() {
  const texts = useTexts()
  const { t } = texts
  const resource = useResource()
  const page = useLoaderData<ResourceRowPage>()
  const { row, version, mayChange, timeline } = page
  const { name, form, fields } = resource
  const navigate = useNavigate()
  const words = resourceWords(t, resource)
  // A row stays in its store: the form does not ask for it.
  const asked = mayChange && form?.changes ? form.inputs.filter(({ kind }) => kind !== 'store') : []
  const inForm = new Set(asked.map(({ name }) => name))
  const facts = fields
    .filter((field) => field.shown !== 'never' && !inForm.has(field.name))
    .map((field): readonly [string, ReactNode] => [
      field.kind === 'store' ? t('orders.store') : words.field(field),
      cellOf(resource, field, row, texts),
    ])
  const history = (
    <Card title={t('timeline.title')}>
      <Timeline
        entries={timeline}
        actionsOf={({ id }) => timeline.find((entry) => entry.id === id)?.canUndo && <UndoButton id={id} />}
      />
    </Card>
  )
  return (
    <Page
      title={titleOf(t, resource, row)}
      back={{ label: words.title, to: paths.resource(name) }}
      actions={
        <>
          <RowActions resource={resource} row={row} onGone={() => void navigate(paths.resource(name))} />
          {mayChange && form?.removes && <RemoveButton resource={resource} row={row} version={version} />}
        </>
      }
    >
      {inForm.size > 0 ? (
        <Columns
          main={
            <>
              <Card title={words.title}>
                <RowForm key={String(row[resource.key])} resource={resource} page={page} />
              </Card>
              {history}
            </>
          }
          side={
            facts.length > 0 && (
              <Card title={t('resource.facts')}>
                <Facts facts={facts} />
              </Card>
            )
          }
        />
      ) : (
        <>
          <Card title={t('resource.facts')}>
            <Facts facts={facts} />
          </Card>
          {history}
        </>
      )}
    </Page>
  )
}

function RemoveButton({
  resource,
  row,
  version,
}: {
  resource: ResourceDescription
  row: ResourceRow
  version: string
}) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const title = titleOf(t, resource, row)
  const change = useChange('DELETE', apiPaths.removedRow(resource.name, String(row[resource.key]), version), {
    done: t('resource.removed', { title }),
    // The page of the row is gone.
    rereads: false,
  })
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {t('resource.remove')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('resource.remove_title', { title })}
          description={resource.form?.removalCanBeUndone && t('resource.remove_text')}
          action={t('resource.remove')}
          change={change}
          onClose={() => setAsking(false)}
          onDone={() => void navigate(paths.resource(resource.name))}
        />
      )}
    </>
  )
}
