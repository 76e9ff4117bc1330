/** Asks for a device by its name, lets the shopper choose among the devices found, and answers whether the product fits. */
import { useState, type SubmitEvent } from 'react'
import type { ProductDetails } from '../../../contract/catalogue.ts'
import type { DeviceAnswer, FoundDevices } from '../contract.ts'
import { callApi } from '../../../app/state/api-client.ts'
import { askDeviceFit, saveDevice } from './saved-devices.ts'
import { useShopState } from '../../../app/state/shop-state.ts'
import { useFinderLinks } from './use-finder-links.ts'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { matchingDevices } from '../../../app/pages/catalogue/fits-list.tsx'
import styles from './fit-question.module.css'

/** Devices offered for one name. */
const mostChoices = 6

type Named = Pick<DeviceAnswer, 'id' | 'slug' | 'name'>

type Answer =
  | { step: 'ask' | 'asking' | 'failed' | 'unknown' }
  | { step: 'choose'; devices: DeviceAnswer[] }
  /** `fits` null: not certain. `device` null: only the product's own list names it. */
  | { step: 'answered'; name: string; device: Named | null; fits: boolean | null }

export function AskDevice({ product }: { product: ProductDetails }) {
  const t = useStrings()
  const store = useStore()
  const finders = useFinderLinks()
  const [answer, setAnswer] = useState<Answer>({ step: 'ask' })
  async function check(device: Named) {
    setAnswer({ step: 'asking' })
    const [found] = await askDeviceFit(store, [device], [product.sku])
    setAnswer({ step: 'answered', name: device.name, device, fits: found?.fits ?? null })
  }
  async function find(query: string) {
    setAnswer({ step: 'asking' })
    const found = await callApi<FoundDevices>(store, 'devices', {
      query: { query, limit: mostChoices },
    })
    if (!found.ok) return setAnswer({ step: 'failed' })
    const { devices } = found.data
    const [first] = devices
    const [listed] = matchingDevices(product.fits, query)
    if (devices.length === 1 && first) return check(first)
    if (first) return setAnswer({ step: 'choose', devices })
    setAnswer(
      listed === undefined
        ? { step: 'unknown' }
        : { step: 'answered', name: listed, device: null, fits: true },
    )
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const query = new FormData(event.currentTarget).get('query')
    if (typeof query === 'string' && query.trim() !== '') void find(query.trim())
  }
  return (
    <>
      <form
        className={styles.form}
        role="search"
        aria-label={t('finder.device')}
        action={finders.finder('device')}
        method="get"
        onSubmit={submit}
      >
        <FormField
          label={t('finder.name')}
          hint={t('finder.name_hint')}
          name="query"
          type="search"
          autoComplete="off"
          maxLength={100}
          required
        />
        <Button type="submit" disabled={answer.step === 'asking'}>
          {t('fit.check')}
        </Button>
      </form>
      <div role="status" className={styles.answer}>
        <AnswerView answer={answer} onChoose={check} />
      </div>
    </>
  )
}

function AnswerView({ answer, onChoose }: { answer: Answer; onChoose(device: Named): void }) {
  const t = useStrings()
  const { phoneNumber: phone } = useStore()
  const finders = useFinderLinks()
  if (answer.step === 'ask' || answer.step === 'asking') return null
  if (answer.step === 'choose') {
    return (
      <>
        <p>{t('fit.which')}</p>
        <ul className={styles.choices}>
          {answer.devices.map((device) => (
            <li key={device.id}>
              <Button size="small" onClick={() => onChoose(device)}>
                {device.name}
              </Button>
            </li>
          ))}
        </ul>
      </>
    )
  }
  if (answer.step !== 'answered')
    return <Notice>{t(answer.step === 'failed' ? 'form.failed' : 'fit.not_found', { phone })}</Notice>
  const { name, device, fits } = answer
  const key = fits === null ? 'fit.unsure' : fits ? 'fit.yes' : 'fit.no'
  return (
    <Notice look={fits === null ? 'info' : fits ? 'done' : 'warning'}>
      <p>{t(key, { name, phone })}</p>
      {device && fits !== true && <a href={finders.device(device.slug)}>{t('fit.what_fits', { name })}</a>}
      {device && fits === true && <Save device={device} />}
    </Notice>
  )
}

function Save({ device }: { device: Named }) {
  const t = useStrings()
  const isSaved = useShopState(({ history }) => history.devices.some(({ id }) => id === device.id))
  if (isSaved) return <p>{t('mine.saved')}</p>
  const { id, slug, name } = device
  return (
    <Button size="small" onClick={() => saveDevice({ id, slug, name })}>
      {t('mine.save')}
    </Button>
  )
}
