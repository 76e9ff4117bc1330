/** The lines of a cart that staff type in: for an order of a customer, and for the simulation of coupons. */
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../shell/form.tsx'
import { useTexts } from '../../texts.tsx'
import layout from '../../shell/form-layout.module.css'

/** As typed. */
export interface CartLine {
  sku: string
  quantity: string
}

export const emptyLine: CartLine = { sku: '', quantity: '1' }

/** The typed cart as the API takes it: without empty lines and codes. `codes`: separated by commas. */
export function typedCart(cart: { store: string; lines: readonly CartLine[]; codes: string }) {
  return {
    store: cart.store,
    lines: cart.lines
      .filter(({ sku }) => sku.trim() !== '')
      .map(({ sku, quantity }) => ({ sku: sku.trim(), quantity: Number(quantity) })),
    codes: cart.codes
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== ''),
  }
}

/** `required`: the first line, and the quantity of each. */
export function CartLines({
  lines,
  required = false,
  onChange,
}: {
  lines: readonly CartLine[]
  required?: boolean
  onChange: (lines: readonly CartLine[]) => void
}) {
  const { t } = useTexts()
  return (
    <>
      {lines.map((line, index) => (
        <div key={index} className={layout.line}>
          <Field
            label={t('simulator.sku_of', { line: index + 1 })}
            value={line.sku}
            required={required && index === 0}
            onChange={({ target }) => onChange(lines.with(index, { ...line, sku: target.value }))}
          />
          <Field
            label={t('simulator.quantity_of', { line: index + 1 })}
            type="number"
            min={1}
            required={required}
            value={line.quantity}
            onChange={({ target }) => onChange(lines.with(index, { ...line, quantity: target.value }))}
          />
          <Button
            size="small"
            aria-label={t('simulator.remove', { line: index + 1 })}
            disabled={lines.length === 1}
            onClick={() => onChange(lines.toSpliced(index, 1))}
          >
            {t('remove')}
          </Button>
        </div>
      ))}
      <div className={layout.buttons}>
        <Button size="small" onClick={() => onChange([...lines, emptyLine])}>
          {t('simulator.add')}
        </Button>
      </div>
    </>
  )
}
