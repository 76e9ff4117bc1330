/** The views of a table that the person saved or others share: each is a name for an address. */
import { useState } from 'react'
import {
  useFetcher,
  useNavigate,
  useRevalidator,
  useSearchParams,
  type LoaderFunctionArgs,
} from 'react-router'
import { Menu } from '@base-ui/react/menu'
import type { z } from 'zod'
import type { viewsAnswer } from '../../contract/admin/desk.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { readApi } from '../api-client.ts'
import { apiPaths, paths } from '../paths.ts'
import { Dialog, DialogButtons } from '../shell/dialog.tsx'
import { Check, Field, RefusalNotice } from '../shell/form.tsx'
import { useChange } from '../shell/use-change.ts'
import { useTexts } from '../texts.tsx'
import { changeView } from './view.ts'
import menu from '../shell/menu.module.css'
import table from './data-table.module.css'

type SavedViewsAnswer = z.infer<typeof viewsAnswer>
type SavedView = SavedViewsAnswer['views'][number]

/** Data of the route that fetchers read the views from. */
export const loader = ({ params, request }: LoaderFunctionArgs) =>
  readApi<SavedViewsAnswer>(apiPaths.viewsOf(params['table'] ?? ''), request.signal)

export function SavedViews({ name }: { name: string }) {
  const { t, number } = useTexts()
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const fetcher = useFetcher<SavedViewsAnswer>()
  const [isSaving, setSaving] = useState(false)
  // A view starts at its first page.
  const query = changeView(parameters, { after: null }).toString()
  const views = fetcher.data?.views ?? []
  const current = views.find((view) => view.query === query)
  return (
    <>
      <Menu.Root onOpenChange={(open) => open && void fetcher.load(paths.savedViews(name))}>
        <Menu.Trigger className={table.tool}>
          {current?.name ?? t('views.title')}
          <Icon name="chevron-down" size={14} />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="start" sideOffset={4}>
            <Menu.Popup className={menu.popup}>
              {views.length === 0 && <div className={menu.note}>{t('views.none')}</div>}
              {views.map((view) => (
                <Menu.Item
                  key={view.id}
                  className={menu.item}
                  onClick={() => void navigate({ search: `?${view.query}` })}
                >
                  {view.isOwn ? view.name : `${view.name} (${view.owner})`}
                  {view.count !== null && (
                    <>
                      {' '}
                      <span className={menu.keys}>
                        {number(view.count)}
                        {view.countIsExact ? '' : '+'}
                      </span>
                    </>
                  )}
                </Menu.Item>
              ))}
              <Menu.Separator className={menu.separator} />
              <Menu.Item className={menu.item} onClick={() => setSaving(true)}>
                {t('views.save')}
              </Menu.Item>
              {current?.isOwn && <RemoveView view={current} />}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {isSaving && <SaveDialog name={name} query={query} onClose={() => setSaving(false)} />}
    </>
  )
}

function RemoveView({ view }: { view: SavedView }) {
  const { t } = useTexts()
  const { revalidate } = useRevalidator()
  const { send } = useChange('DELETE', apiPaths.view(view.id), { done: t('views.removed'), rereads: false })
  return (
    <Menu.Item
      className={menu.item}
      onClick={async () => {
        await send()
        await revalidate()
      }}
    >
      {t('views.remove', { name: view.name })}
    </Menu.Item>
  )
}

function SaveDialog({ name, query, onClose }: { name: string; query: string; onClose: () => void }) {
  const { t } = useTexts()
  const [title, setTitle] = useState('')
  const [isShared, setShared] = useState(false)
  const { isSending, refusal, send } = useChange('POST', apiPaths.views, { done: t('views.saved') })
  return (
    <Dialog title={t('views.save')} description={t('views.explain')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={async (event) => {
          event.preventDefault()
          const view = { table: name, name: title.trim(), query, isShared }
          if ((await send(view)) !== null) onClose()
        }}
      >
        <Field
          label={t('views.name')}
          value={title}
          maxLength={100}
          required
          onChange={({ target }) => setTitle(target.value)}
        />
        <Check
          label={t('views.share')}
          checked={isShared}
          onChange={({ target }) => setShared(target.checked)}
        />
        <RefusalNotice refusal={refusal} />
        <DialogButtons onCancel={onClose}>
          <Button type="submit" size="small" look="main" disabled={isSending || title.trim() === ''}>
            {t('views.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
