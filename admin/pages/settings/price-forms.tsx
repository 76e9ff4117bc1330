/** Shipping methods with their prices, limits on open invoices and limits on refunds. */
import { useTexts } from '../../texts.tsx'
import { AmountCell, AmountField } from './amount-field.tsx'
import { SectionForm, type FormProps } from './section-form.tsx'
import { creditBuyers, creditLimits } from './setting-words.ts'
import styles from './settings.module.css'

export function ShippingForm(form: FormProps) {
  const { t } = useTexts()
  const { methods: known, currency } = form.settings
  const heavier = [...new Set(known.flatMap((method) => method.above_grams))].toSorted((a, b) => a - b)
  const above = (grams: number) => t('settings.above', { weight: grams / 1000 })
  return (
    <SectionForm {...form} section="shipping" explain={t('settings.shipping_explain', { currency })}>
      {({ methods }, change) => {
        const replace = (id: string, part: Partial<(typeof methods)[number]>) =>
          change({ methods: methods.map((each) => (each.id === id ? { ...each, ...part } : each)) })
        return (
          <div className={styles.scroll}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t('order.method')}</th>
                  <th scope="col">{t('settings.offered')}</th>
                  <th scope="col">{t('settings.price')}</th>
                  <th scope="col">{t('settings.free_from')}</th>
                  {heavier.map((grams) => (
                    <th key={grams} scope="col">
                      {above(grams)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {known.map(({ id, name, above_grams: steps }) => {
                  const method = methods.find((each) => each.id === id)
                  if (method === undefined) return null
                  return (
                    <tr key={method.id}>
                      <th scope="row">{name}</th>
                      <td>
                        <input
                          type="checkbox"
                          aria-label={`${name}: ${t('settings.offered')}`}
                          checked={method.offered}
                          onChange={({ target }) => replace(method.id, { offered: target.checked })}
                        />
                      </td>
                      <td>
                        <AmountCell
                          label={`${name}: ${t('settings.price')}`}
                          value={method.price}
                          onChange={(price) => replace(method.id, { price: price ?? 0 })}
                        />
                      </td>
                      <td>
                        <AmountCell
                          label={`${name}: ${t('settings.free_from')}`}
                          value={method.free_from}
                          isOptional
                          onChange={(free) => replace(method.id, { free_from: free })}
                        />
                      </td>
                      {heavier.map((grams) => {
                        const step = steps.indexOf(grams)
                        return (
                          <td key={grams}>
                            {step >= 0 && (
                              <AmountCell
                                label={`${name}: ${above(grams)}`}
                                value={method.heavier[step] ?? null}
                                onChange={(price) =>
                                  replace(method.id, { heavier: method.heavier.with(step, price ?? 0) })
                                }
                              />
                            )}
                          </td>
                        )
                      })}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
        )
      }}
    </SectionForm>
  )
}

export function CreditForm(form: FormProps) {
  const { t } = useTexts()
  const { currency } = form.settings
  return (
    <SectionForm {...form} section="credit" explain={t('settings.credit_explain', { currency })}>
      {(credit, change) => (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('settings.buyer')}</th>
                {creditLimits.map((limit) => (
                  <th key={limit} scope="col">
                    {t(`settings.credit_${limit}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {creditBuyers.map((buyer) => (
                <tr key={buyer}>
                  <th scope="row">{t(`settings.buyer_${buyer}`)}</th>
                  {creditLimits.map((limit) => (
                    <td key={limit}>
                      <AmountCell
                        label={`${t(`settings.buyer_${buyer}`)}: ${t(`settings.credit_${limit}`)}`}
                        value={credit[buyer][limit]}
                        isCount={limit.endsWith('orders')}
                        onChange={(value) => change({ [buyer]: { ...credit[buyer], [limit]: value ?? 0 } })}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </SectionForm>
  )
}

export function RefundsForm(form: FormProps) {
  const { t } = useTexts()
  const { currency } = form.settings
  const label = (name: string) => t('settings.amount_in', { name, currency })
  return (
    <SectionForm {...form} section="refunds" explain={t('settings.refunds_explain')}>
      {(limits, change) => (
        <div className={styles.grid}>
          <AmountField
            label={label(t('settings.refund_step_up'))}
            name="step_up_above"
            value={limits.step_up_above}
            isOptional
            onChange={(amount) => change({ step_up_above: amount })}
          />
          <AmountField
            label={label(t('settings.refund_approval'))}
            name="approval_above"
            value={limits.approval_above}
            isOptional
            onChange={(amount) => change({ approval_above: amount })}
          />
        </div>
      )}
    </SectionForm>
  )
}
