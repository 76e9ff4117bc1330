/** Shipping methods with their prices, limits on open invoices and limits on refunds. */
import { useTexts } from '../../texts.tsx'
import { AmountCell, AmountField } from './amount-field.tsx'
import { SectionForm, type FormProps } from './section-form.tsx'
import { creditBuyers, creditLimits } from './setting-words.ts'
import styles from './settings.module.css'

export function ShippingForm(form: FormProps) {
  const { t } = useTexts()
  const { methods: known, currency } = form.settings
  const heavier = [...new Set(known.flatMap((method) => method.aboveGrams))].toSorted((a, b) => a - b)
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
                {known.map(({ id, name, aboveGrams: steps }) => {
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
                          value={method.freeFrom}
                          isOptional
                          onChange={(free) => replace(method.id, { freeFrom: free })}
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
                {creditLimits.map(([limit, label]) => (
                  <th key={limit} scope="col">
                    {t(label)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {creditBuyers.map((buyer) => (
                <tr key={buyer}>
                  <th scope="row">{t(`settings.buyer_${buyer}`)}</th>
                  {creditLimits.map(([limit, column]) => (
                    <td key={limit}>
                      <AmountCell
                        label={`${t(`settings.buyer_${buyer}`)}: ${t(column)}`}
                        value={credit[buyer][limit]}
                        isCount={limit.endsWith('Orders')}
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
            name="stepUpAbove"
            value={limits.stepUpAbove}
            isOptional
            onChange={(amount) => change({ stepUpAbove: amount })}
          />
          <AmountField
            label={label(t('settings.refund_approval'))}
            name="approvalAbove"
            value={limits.approvalAbove}
            isOptional
            onChange={(amount) => change({ approvalAbove: amount })}
          />
        </div>
      )}
    </SectionForm>
  )
}
