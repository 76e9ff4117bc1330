/**
 * The field for a registration number, drawn as a plate of the country. What explains it, and example numbers, are
 * beside it before it is used; below the answer afterwards.
 */
import type { ReactNode } from 'react'
import { vehicleAnswerId } from '../finder-names.ts'
import { useFinderLinks } from './use-finder-links.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { useFieldProblem } from '../../../ui/use-field-problem.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './vehicle-finder-page.module.css'

interface PlateFormProps {
  /** The country letters at the left of a plate. */
  band: string
  example: string
  /** Example numbers while the demo register is in use. */
  tries: readonly string[]
  typed: string
  error: string | null
  /** The answer for the number that was sent. */
  children?: ReactNode
}

const steps = [
  ['car', 'vehicle.step_car'],
  ['battery', 'vehicle.step_kind'],
  ['check', 'vehicle.step_size'],
] as const

export function PlateForm({ band, example, tries, typed, error, children }: PlateFormProps) {
  const plate = <PlateField band={band} example={example} typed={typed} error={error} />
  if (children === undefined)
    return (
      <div className={styles.columns}>
        <div className={styles.ask}>
          {plate}
          <Tries tries={tries} />
        </div>
        <Steps />
      </div>
    )
  return (
    <>
      <div className={styles.columns}>{plate}</div>
      {children}
      <Tries tries={tries} />
    </>
  )
}

function PlateField({ band, example, typed, error }: Omit<PlateFormProps, 'tries' | 'children'>) {
  const t = useStrings()
  const { problem, ...checks } = useFieldProblem()
  const shown = problem ?? error
  const finders = useFinderLinks()
  return (
    <form action={finders.vehicleAnswer()} method="post" className={styles.form}>
      <label htmlFor="plate">{t('vehicle.plate')}</label>
      <div className={styles.line}>
        <div className={styles.plate}>
          <span className={styles.band} aria-hidden>
            {band}
          </span>
          <input
            {...checks}
            id="plate"
            name="plate"
            defaultValue={typed}
            required
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={shown === null ? undefined : true}
            aria-describedby={shown === null ? 'plate-hint' : 'plate-error plate-hint'}
          />
        </div>
        <Button type="submit" look="main" size="large">
          {t('vehicle.submit')}
        </Button>
      </div>
      {shown !== null && (
        <div id={vehicleAnswerId} tabIndex={-1} className={styles.answer}>
          <p id="plate-error" className={styles.error} role="alert">
            {shown}
          </p>
        </div>
      )}
      <p id="plate-hint" className={styles.hint}>
        {t('vehicle.hint', { example })}. {t('vehicle.privacy')}
      </p>
    </form>
  )
}

/** Example numbers of the demo's register, as buttons. */
function Tries({ tries }: Pick<PlateFormProps, 'tries'>) {
  const t = useStrings()
  const finders = useFinderLinks()
  if (tries.length === 0) return null
  return (
    <form action={finders.vehicleAnswer()} method="post" className={styles.tries}>
      <p>{t('vehicle.demo')}</p>
      <div className={styles.tryRow}>
        {tries.map((plate) => (
          <Button key={plate} type="submit" name="plate" value={plate} size="small">
            {plate}
          </Button>
        ))}
      </div>
    </form>
  )
}

/** What a registration number tells. */
function Steps() {
  const t = useStrings()
  return (
    <section className={styles.gives} aria-labelledby="gives">
      <h2 id="gives">{t('vehicle.steps')}</h2>
      <ul>
        {steps.map(([icon, key]) => (
          <li key={key}>
            <Icon name={icon} />
            {t(key)}
          </li>
        ))}
      </ul>
    </section>
  )
}
