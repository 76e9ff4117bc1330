/** Who belongs to the staff: invite, change roles, unlock, end access. Changes are confirmed with a passkey. */
import { useEffect, useState } from 'react'
import { useFetcher, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { StaffEntry, StaffInvitation, StaffList } from '../../../contract/admin/staff.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { readApi, sendApi, type Change } from '../../api-client.ts'
import { withStepUp } from '../../passkeys.ts'
import { apiPaths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { Page } from '../../shell/page.tsx'
import { storeName } from '../../store-name.ts'
import { showToast } from '../../shell/toasts.tsx'
import { useTexts, type AdminKey } from '../../texts.tsx'
import styles from './staff.module.css'

export const loader = ({ request }: LoaderFunctionArgs): Promise<StaffList> =>
  readApi(apiPaths.staff, request.signal)

export async function action({ request }: { request: Request }): Promise<Change<StaffInvitation | null>> {
  const form = await request.formData()
  const text = (name: string) => form.get(name) as string
  const roles = form.getAll('role').map((value) => {
    const [role, store] = (value as string).split(':')
    return { role, store }
  })
  switch (form.get('intent')) {
    case 'invite': {
      const person = { email: text('email'), name: text('name'), language: text('language'), roles }
      return withStepUp(() => sendApi<StaffInvitation>('POST', apiPaths.staff, person))
    }
    case 'roles': {
      const expected: unknown = JSON.parse(text('expected'))
      return withStepUp(() => sendApi<null>('PUT', apiPaths.staffRoles(text('id')), { roles, expected }))
    }
    case 'unlock':
      return withStepUp(() => sendApi<null>('POST', apiPaths.unlockStaff(text('id'))))
    default:
      return withStepUp(() => sendApi<null>('POST', apiPaths.deactivateStaff(text('id'))))
  }
}

/** A fetcher of this page's action; a refusal is shown as a message. */
function useChange() {
  const { t } = useTexts()
  const fetcher = useFetcher<Change<StaffInvitation | null>>()
  const refusal = fetcher.data && !fetcher.data.ok ? fetcher.data : null
  useEffect(() => {
    // The dialog says what a colleague has changed.
    if (refusal && refusal.code !== 'changed_meanwhile')
      showToast({ title: t(reasons[refusal.code] ?? 'staff.refused'), look: 'failed' })
  }, [refusal, t])
  return fetcher
}

const reasons: Partial<Record<string, AdminKey>> = {
  already_signs_in: 'staff.already_signs_in',
  cancelled: 'passkey.cancelled',
  last_owner: 'staff.last_owner',
  store_not_permitted: 'staff.other_store',
}

export function Component() {
  const { t } = useTexts()
  const { staff } = useLoaderData<StaffList>()
  const mayEdit = can(useSession(), 'staff:edit')
  const [open, setOpen] = useState<'invite' | StaffEntry | null>(null)
  return (
    <Page
      title={t('section.staff')}
      intro={mayEdit ? t('security.intro') : undefined}
      actions={
        mayEdit && (
          <Button look="main" size="small" onClick={() => setOpen('invite')}>
            {t('staff.invite')}
          </Button>
        )
      }
    >
      <ul className={styles.people}>
        {staff.map((person) => (
          <Person key={person.id} person={person} {...(mayEdit && { onEditRoles: () => setOpen(person) })} />
        ))}
      </ul>
      {open === 'invite' && <InviteDialog onClose={() => setOpen(null)} />}
      {open !== null && open !== 'invite' && <RolesDialog person={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function Person({ person, onEditRoles }: { person: StaffEntry; onEditRoles?: () => void }) {
  const { t, dateTime } = useTexts()
  const { id, name, email, status, usedAt } = person
  const own = useSession().staff.id === id
  const fetcher = useChange()
  const busy = fetcher.state !== 'idle'
  return (
    <li className={styles.row}>
      <div>
        <strong>{name}</strong> {status !== 'active' && <Badge>{t(`staff.status_${status}`)}</Badge>}
        <p className={styles.facts}>
          {email}
          {usedAt && ` · ${t('staff.seen', { date: dateTime(usedAt) })}`}
        </p>
        <p className={styles.facts}>{useRoleWords(person)}</p>
      </div>
      {onEditRoles && (
        <fetcher.Form method="post" className={styles.buttons}>
          <input type="hidden" name="id" value={id} />
          <Button size="small" onClick={onEditRoles} aria-label={t('staff.roles_of', { name })}>
            {t('staff.roles')}
          </Button>
          {status === 'locked' && (
            <Button type="submit" name="intent" value="unlock" size="small" disabled={busy}>
              {t('staff.unlock')}
            </Button>
          )}
          {status !== 'deactivated' && !own && (
            <Button
              type="submit"
              name="intent"
              value="deactivate"
              size="small"
              disabled={busy}
              aria-label={`${t('staff.deactivate')}: ${name}`}
            >
              {t('staff.deactivate')}
            </Button>
          )}
        </fetcher.Form>
      )}
    </li>
  )
}

/** `Warehouse (Sverige, Norge) · Owner (all stores)`. */
function useRoleWords({ roles }: Pick<StaffEntry, 'roles'>): string {
  const { t } = useTexts()
  const { stores } = useSession()
  const names = [...new Set(roles.map(({ role }) => role))]
  const words = names.map((name) => {
    const held = roles.filter(({ role }) => role === name).map(({ store }) => store)
    const where = held.length === stores.length ? t('store.all') : held.map(storeName).join(', ')
    return `${t(roleLabel(name))} (${where})`
  })
  return words.join(' · ') || t('staff.no_role')
}

const roleLabel = (role: string) => `role.${role}` as AdminKey

/** Every role in every store that the person who is signed in may give. */
function RoleChoice({ held }: { held: StaffEntry['roles'] }) {
  const { t } = useTexts()
  const { roles } = useLoaderData<StaffList>()
  const stores = useSession().grants['staff:edit'] ?? []
  const isHeld = (role: string, store: string) =>
    held.some((each) => each.role === role && each.store === store)
  return (
    <div className={styles.scroll}>
      <table className={styles.roles}>
        <thead>
          <tr>
            <th scope="col">{t('staff.role')}</th>
            {stores.map((store) => (
              <th key={store} scope="col">
                {storeName(store)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.keys(roles).map((role) => (
            <tr key={role}>
              <th scope="row">{t(roleLabel(role))}</th>
              {stores.map((store) => (
                <td key={store}>
                  <input
                    type="checkbox"
                    name="role"
                    value={`${role}:${store}`}
                    defaultChecked={isHeld(role, store)}
                    aria-label={`${t(roleLabel(role))}, ${storeName(store)}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RolesDialog({ person, onClose }: { person: StaffEntry; onClose: () => void }) {
  const { t } = useTexts()
  const fetcher = useChange()
  const done = fetcher.data?.ok
  // What somebody else has stored since; saving again replaces it.
  const current =
    fetcher.data?.ok === false && fetcher.data.code === 'changed_meanwhile'
      ? (fetcher.data.details['current'] as StaffEntry['roles'])
      : null
  const currentWords = useRoleWords({ roles: current ?? [] })
  useEffect(() => {
    if (done) onClose()
  }, [done, onClose])
  return (
    <Dialog title={t('staff.roles_of', { name: person.name })} wide onClose={onClose}>
      <fetcher.Form method="post" className={styles.form}>
        <input type="hidden" name="id" value={person.id} />
        <input type="hidden" name="expected" value={JSON.stringify(current ?? person.roles)} />
        <RoleChoice held={person.roles} />
        {current !== null && (
          <Notice look="warning" role="alert">
            {t('refusal.changed_to', { current: currentWords })}
          </Notice>
        )}
        <DialogButtons>
          <Button
            type="submit"
            name="intent"
            value="roles"
            look="main"
            size="small"
            disabled={fetcher.state !== 'idle'}
          >
            {t('staff.save')}
          </Button>
        </DialogButtons>
      </fetcher.Form>
    </Dialog>
  )
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t, language, dateTime } = useTexts()
  const fetcher = useChange()
  const invitation = fetcher.data?.ok ? fetcher.data.data : null
  if (invitation)
    return (
      <Dialog title={t('staff.invited')} onClose={onClose}>
        <Notice>{t('staff.invited_text', { date: dateTime(invitation.expiresAt) })}</Notice>
        <FormField
          label={t('staff.link')}
          value={invitation.link}
          readOnly
          onFocus={({ target }) => target.select()}
        />
      </Dialog>
    )
  return (
    <Dialog title={t('staff.invite')} wide onClose={onClose}>
      <fetcher.Form method="post" className={styles.form}>
        <input type="hidden" name="language" value={language} />
        <FormField label={t('staff.name')} name="name" required maxLength={100} />
        <FormField label={t('staff.email')} name="email" type="email" required maxLength={254} />
        <RoleChoice held={[]} />
        <DialogButtons>
          <Button
            type="submit"
            name="intent"
            value="invite"
            look="main"
            size="small"
            disabled={fetcher.state !== 'idle'}
          >
            {t('staff.invite')}
          </Button>
        </DialogButtons>
      </fetcher.Form>
    </Dialog>
  )
}
