/** The device finder: a search field, and three selects. */
import type { SubmitEvent } from 'react'
import type { DeviceHit, DeviceKind } from '../../../domain/devices/device.ts'
import { deviceKinds } from '../../../domain/devices/device.ts'
import type { Maker } from '../../../domain/catalogue/device-queries.ts'
import { useFinderLinks } from './use-finder-links.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { DeviceLinks } from './device-links.tsx'
import { FinderFrame } from './parts/finder-frame.tsx'
import { FinderSelect } from './parts/finder-select.tsx'
import { KindIcon } from './kind-icon.tsx'
import { MyDevices } from './parts/my-devices-place.tsx'
import styles from './finder.module.css'

export interface DeviceFinderData {
  query: string
  hits: DeviceHit[]
  kinds: { kind: DeviceKind; count: number }[]
  kind: DeviceKind | null
  makers: Maker[]
  maker: Maker | null
  models: { slug: string; name: string; title: string; sold: boolean }[]
}

export default function DeviceFinderView({ data }: { data: DeviceFinderData }) {
  const t = useStrings()
  return (
    <FinderFrame name="device" title={t('finder.device_title')} lead={t('finder.device_lead')}>
      <NameSearch data={data} />
      {data.query !== '' && <NameHits data={data} />}
      <Steps data={data} />
      <MyDevices />
    </FinderFrame>
  )
}

function NameSearch({ data: { query } }: { data: DeviceFinderData }) {
  const t = useStrings()
  const finders = useFinderLinks()
  return (
    <form
      className={styles.ask}
      role="search"
      aria-label={t('finder.device')}
      action={finders.finder('device')}
      method="get"
      data-keep-scroll
    >
      <FormField
        key={query}
        label={t('finder.name')}
        hint={t('finder.name_hint')}
        name="query"
        type="search"
        defaultValue={query}
        autoComplete="off"
        maxLength={100}
      />
      <Button type="submit" look="main">
        {t('finder.name_submit')}
      </Button>
    </form>
  )
}

function NameHits({ data: { query, hits } }: { data: DeviceFinderData }) {
  const t = useStrings()
  if (hits.length === 0) {
    return (
      <section id="result" className={styles.result}>
        <h2>{t('finder.name_none', { query })}</h2>
        <p>{t('finder.name_none_text')}</p>
      </section>
    )
  }
  return (
    <section id="result" className={styles.result} aria-labelledby="hits-title">
      <h2 id="hits-title">{t('finder.name_hits', { query })}</h2>
      <DeviceLinks devices={hits} />
    </section>
  )
}

function Steps({ data }: { data: DeviceFinderData }) {
  const t = useStrings()
  const finders = useFinderLinks()
  const { kind, makers, maker, models } = data
  const step = kind === null ? 'kind' : maker === null ? 'maker' : 'model'
  const isSold = new Map(models.map((model) => [model.slug, model.sold]))
  return (
    <section className={styles.steps} aria-labelledby="step-title">
      <h2 id="step-title">{t(`finder.step_${step}`)}</h2>
      {kind !== null && (
        <form
          className={styles.row}
          action={finders.finder('device')}
          method="get"
          data-keep-scroll
          onSubmit={keepScrollUnlessComplete}
        >
          <FinderSelect
            name="kind"
            label={t('finder.kind')}
            value={kind}
            placeholder={t('finder.choose')}
            options={orderedKinds(data).map((each) => ({ value: each, text: t(`device.${each}`) }))}
          />
          <FinderSelect
            name="maker"
            label={t('finder.maker')}
            value={maker?.key ?? ''}
            placeholder={t('finder.choose')}
            options={makers.map(({ key, name }) => ({ value: key, text: name }))}
          />
          <FinderSelect
            name="model"
            label={t('finder.model')}
            value=""
            placeholder={t('finder.choose')}
            disabled={maker === null}
            options={models.map(({ slug, name }) => ({
              value: slug,
              text: name,
              ...(models.some(({ sold }) => !sold) && {
                group: t(isSold.get(slug) ? 'finder.sold' : 'finder.not_sold'),
              }),
            }))}
          />
          <Button type="submit">{t('finder.show')}</Button>
        </form>
      )}
      {step === 'kind' && <KindTiles data={data} />}
      {step === 'maker' && <MakerLinks data={data} />}
      {step === 'model' && <ModelLinks data={data} />}
    </section>
  )
}

/** A chosen model leads to the device's own page, which begins at its top. */
function keepScrollUnlessComplete({ currentTarget: form }: SubmitEvent<HTMLFormElement>) {
  form.toggleAttribute('data-keep-scroll', !new FormData(form).get('model'))
}

/** Kinds with devices, in the shop's order. */
function orderedKinds({ kinds }: DeviceFinderData): DeviceKind[] {
  return deviceKinds.filter((kind) => kinds.some((each) => each.kind === kind))
}

function KindTiles({ data }: { data: DeviceFinderData }) {
  const t = useStrings()
  const finders = useFinderLinks()
  return (
    <ul className={styles.kinds}>
      {orderedKinds(data).map((kind) => (
        <li key={kind}>
          <a className={styles.kind} href={finders.finder('device', { kind })}>
            <KindIcon kind={kind} />
            {t(`device.${kind}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Longer lists are searched in the field. */
const mostLinks = 150

function MakerLinks({ data: { kind, makers } }: { data: DeviceFinderData }) {
  const finders = useFinderLinks()
  return (
    <ul className={styles.list}>
      {makers.slice(0, mostLinks).map(({ key, name, count }) => (
        <li key={key}>
          <a href={finders.finder('device', { kind, maker: key })}>{name}</a>{' '}
          <span className={styles.count}>{count}</span>
        </li>
      ))}
    </ul>
  )
}

function ModelLinks({ data: { models } }: { data: DeviceFinderData }) {
  const finders = useFinderLinks()
  return (
    <ul className={styles.list}>
      {models.slice(0, mostLinks).map(({ slug, title, sold }) => (
        <li key={slug}>
          <a className={classNames(!sold && styles.faint)} href={finders.device(slug)}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
