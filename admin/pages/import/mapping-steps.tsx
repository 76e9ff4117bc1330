/** What is made of the value of a column, step by step. */
import type { MappingStep } from '../../../contract/admin/imports.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Select } from '../../shell/form.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './import.module.css'

const kinds = ['multiply', 'prefix', 'suffix', 'replace', 'part'] as const

const empty: Record<MappingStep['kind'], MappingStep> = {
  multiply: { kind: 'multiply', by: '1.25' },
  prefix: { kind: 'prefix', text: '' },
  suffix: { kind: 'suffix', text: '' },
  replace: { kind: 'replace', text: '', by: '' },
  part: { kind: 'part', separator: ' ', number: 1 },
}

export function MappingSteps({
  steps,
  isAmount,
  onChange,
}: {
  steps: readonly MappingStep[]
  /** Only amounts can be multiplied. */
  isAmount: boolean
  onChange: (steps: readonly MappingStep[]) => void
}) {
  const { t } = useTexts()
  const put = (at: number, step: MappingStep) =>
    onChange(steps.map((each, index) => (index === at ? step : each)))
  return (
    <>
      {steps.map((step, at) => (
        <div key={at} className={styles.step}>
          <Select
            label={t('import.step')}
            value={step.kind}
            options={kinds
              .filter((kind) => isAmount || kind !== 'multiply')
              .map((kind) => ({ value: kind, label: t(`import.step_${kind}`) }))}
            onChange={(kind) => put(at, empty[kind as MappingStep['kind']])}
          />
          <StepFields step={step} onChange={(changed) => put(at, changed)} />
          <Button
            size="small"
            look="quiet"
            onClick={() => onChange(steps.filter((_, index) => index !== at))}
          >
            {t('remove')}
          </Button>
        </div>
      ))}
      <Button
        size="small"
        look="quiet"
        onClick={() => onChange([...steps, isAmount ? empty.multiply : empty.prefix])}
      >
        {t('import.step_add')}
      </Button>
    </>
  )
}

function StepFields({ step, onChange }: { step: MappingStep; onChange: (step: MappingStep) => void }) {
  const { t } = useTexts()
  switch (step.kind) {
    case 'multiply':
      return (
        <Field
          label={t('import.step_factor')}
          value={step.by}
          required
          inputMode="decimal"
          pattern="[0-9]{1,3}([.,][0-9]{1,4})?"
          onChange={({ target }) => onChange({ ...step, by: target.value.replace(',', '.') })}
        />
      )
    case 'prefix':
    case 'suffix':
      return <StepText step={step} onChange={onChange} />
    case 'replace':
      return (
        <>
          <StepText step={step} onChange={onChange} />
          <Field
            label={t('import.step_by')}
            value={step.by}
            onChange={({ target }) => onChange({ ...step, by: target.value })}
          />
        </>
      )
    case 'part':
      return (
        <>
          <Field
            label={t('import.step_separator')}
            value={step.separator}
            required
            onChange={({ target }) => onChange({ ...step, separator: target.value })}
          />
          <Field
            label={t('import.step_number')}
            hint={t('import.step_number_hint')}
            type="number"
            min={-20}
            max={20}
            value={step.number}
            required
            onChange={({ target }) => onChange({ ...step, number: Number(target.value) })}
          />
        </>
      )
  }
}

/** The text that is put before or after the value, or replaced in it. */
function StepText<Step extends MappingStep & { text: string }>({
  step,
  onChange,
}: {
  step: Step
  onChange: (step: Step) => void
}) {
  const { t } = useTexts()
  return (
    <Field
      label={t('import.step_text')}
      value={step.text}
      required
      onChange={({ target }) => onChange({ ...step, text: target.value })}
    />
  )
}
