/** The cable finder's form and its results. */
import type { loadCables } from './load-cables.server.ts'
import { useFinderLinks } from './use-finder-links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FinderFrame } from './parts/finder-frame.tsx'
import { FinderResult } from './parts/finder-result.tsx'
import { FinderSelect } from './parts/finder-select.tsx'
import styles from './finder.module.css'

type CableFinderData = ReturnType<typeof loadCables>

export default function CableFinderView({ data }: { data: CableFinderData }) {
  const t = useStrings()
  const finders = useFinderLinks()
  const { isDone, isExact, total, products } = data
  return (
    <FinderFrame name="cable" title={t('finder.cable_title')} lead={t('finder.cable_lead')}>
      <CableForm data={data} />
      {isDone ? (
        <FinderResult
          title={t('finder.result')}
          products={products}
          total={total}
          note={!isExact && <Notice role="status">{t('finder.cable_nearest')}</Notice>}
          empty={{ title: t('finder.cable_none') }}
        >
          <ButtonLink href={finders.finder('cable')}>{t('finder.restart')}</ButtonLink>
        </FinderResult>
      ) : (
        <aside className={styles.help}>
          <p>{t('finder.cable_help')}</p>
        </aside>
      )}
    </FinderFrame>
  )
}

function CableForm({ data }: { data: CableFinderData }) {
  const t = useStrings()
  const { iso } = useStore()
  const finders = useFinderLinks()
  const { from, to, lengths, powers, wish } = data
  const numbers = (values: readonly number[], unit: string) =>
    values.map((value) => ({ value: String(value), text: `${value.toLocaleString(iso)} ${unit}` }))
  const text = (value: number | null) => (value === null ? '' : String(value))
  return (
    <form className={styles.row} action={finders.finder('cable')} method="get" data-keep-scroll>
      <FinderSelect
        name="from"
        label={`1. ${t('finder.from')}`}
        value={wish.a ?? ''}
        placeholder={t('finder.choose')}
        options={from}
      />
      <FinderSelect
        name="to"
        label={`2. ${t('finder.to')}`}
        value={wish.b ?? ''}
        placeholder={t('finder.choose')}
        disabled={wish.a === null}
        options={to}
      />
      {lengths.length > 0 && (
        <FinderSelect
          name="length"
          label={`3. ${t('finder.length')}`}
          value={text(wish.lengthM)}
          placeholder={t('finder.any')}
          options={numbers(withOwn(lengths, wish.lengthM), 'm')}
        />
      )}
      {powers.length > 0 && (
        <FinderSelect
          name="power"
          label={`4. ${t('finder.power')}`}
          value={text(wish.powerW)}
          placeholder={t('finder.any')}
          options={numbers(withOwn(powers, wish.powerW), 'W')}
        />
      )}
      <Button type="submit" look="main">
        {t('finder.show')}
      </Button>
    </form>
  )
}

/** A length from the address that no product has stays selected, so that the form shows the request. */
function withOwn(values: readonly number[], own: number | null): number[] {
  return own === null || values.includes(own) ? [...values] : [...values, own].sort((a, b) => a - b)
}
