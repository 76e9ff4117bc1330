/** The field for a registration number, drawn as a plate of the country, with example numbers beside it. */
import { useFinderLinks } from '../../state/use-finder-links.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { useFieldProblem } from '../../../ui/use-field-problem.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './plate-form.module.css'

interface PlateFormProps {
  /** The country letters at the left of a plate. */
  band: string
  example: string
  /** Example numbers while the demo register is in use. */
  tries: readonly string[]
  typed: string
  error: string | null
}

const steps = [
  ['car', 'vehicle.step_car'],
  ['battery', 'vehicle.step_kind'],
  ['check', 'vehicle.step_size'],
] as const

export function PlateForm({ band, example, tries, typed, error }: PlateFormProps) {
  const t = useStrings()
  const { problem, ...checks } = useFieldProblem()
  const shown = problem ?? error
  const finders = useFinderLinks()
  const address = finders.finder('vehicle')
  return (
    <div className={styles.columns}>
      <div className={styles.ask}>
        <form action={address} method="post" className={styles.form}>
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
            <p id="plate-error" className={styles.error} role="alert">
              {shown}
            </p>
          )}
          <p id="plate-hint" className={styles.hint}>
            {t('vehicle.hint', { example })}. {t('vehicle.privacy')}
          </p>
        </form>
        {tries.length > 0 && (
          <form action={address} method="post" className={styles.tries}>
            <p>{t('vehicle.demo')}</p>
            <div className={styles.tryRow}>
              {tries.map((plate) => (
                <Button key={plate} type="submit" name="plate" value={plate} size="small">
                  {plate}
                </Button>
              ))}
            </div>
          </form>
        )}
      </div>
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
    </div>
  )
}
