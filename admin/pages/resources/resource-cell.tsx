/** A value of a row, shown as what it is. */
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ResourceDescription, ResourceRow, Units } from '../../../contract/admin/resources.ts'
import { classNames } from '../../../ui/class-names.ts'
import { paths } from '../../paths.ts'
import { Status } from '../../shell/status.tsx'
import { storeCurrency, storeName } from '../../store-name.ts'
import type { AdminKey, Translate, Words } from '../../texts.tsx'
import { resourceWords } from '../../shell/resource-words.ts'
import styles from './resource.module.css'

export type ResourceField = ResourceDescription['fields'][number]

/** Long texts are given room; short ones take what they need. */
const longText = 40

const lookOf = (text: string) => classNames(styles.words, text.length > longText && styles.long)

/** Null where the row has no value. */
export function cellOf(
  resource: ResourceDescription,
  field: ResourceField,
  row: ResourceRow,
  words: Pick<Words, 't' | 'number' | 'money' | 'day' | 'date' | 'dateTime'>,
): ReactNode {
  const value = row[field.name]
  if (value === null || value === undefined || value === '') return null
  const { t, number, money, day, date, dateTime } = words
  switch (field.kind) {
    case 'id':
      return String(value)
    case 'text':
      if (field.isOnOneLine) return String(value)
      return field.linksTo === null ? (
        <span className={field.isCut ? styles.cut : lookOf(String(value))}>{String(value)}</span>
      ) : (
        <a className={styles.words} href={String(row[field.linksTo])} target="_blank" rel="noreferrer">
          {String(value)}
        </a>
      )
    case 'texts':
      return (
        <span className={styles.words}>
          {/* A page has room for a line of each, as a row of the list has not. */}
          {(value as string[]).join(field.shown === 'page' ? '\n' : ', ')}
        </span>
      )
    case 'integer':
      return field.isBlankAtZero && value === 0 ? null : number(Number(value))
    case 'amount': {
      const store = row[resource.store ?? '']
      // A row from before its list had stores.
      return typeof store === 'string' ? money(Number(value), storeCurrency(store)) : number(Number(value))
    }
    case 'moment':
      return field.isDateOnly ? date(String(value)) : dateTime(String(value))
    case 'day':
      return day(String(value))
    case 'flag':
      return t(value === true ? 'table.yes' : 'table.no')
    case 'choices':
      return (value as string[]).map((code) => resourceWords(t, resource).code(field.name, code)).join(', ')
    case 'choice': {
      const tone = field.options[String(value)] ?? 'neutral'
      const text = resourceWords(t, resource).code(field.name, String(value))
      return tone === 'neutral' && !field.isState ? text : <Status tone={tone} text={text} />
    }
    case 'store':
      return storeName(String(value))
    case 'stores':
      return (value as string[]).length === 0 ? t('store.all') : (value as string[]).map(storeName).join(', ')
    case 'product':
      return <Link to={paths.product(String(value))}>{String(value)}</Link>
    case 'order':
      return <Link to={paths.order(String(value))}>{String(value)}</Link>
    case 'products':
      return (value as string[]).map((sku, at) => (
        <Fragment key={sku}>
          {at > 0 && ', '}
          <Link to={paths.product(sku)}>{sku}</Link>
        </Fragment>
      ))
    case 'units':
      return (value as unknown as Units[])
        .map(({ quantity, name }) => `${number(quantity)} × ${name}`)
        .join(', ')
    case 'customer':
      return <Link to={paths.customer(Number(value))}>{t('resource.open_customer')}</Link>
    case 'record':
      return <span className={styles.words}>{JSON.stringify(value)}</span>
    case 'shopPage':
      return (
        <a href={String(value)} target="_blank" rel="noreferrer">
          {t('resource.open_in_shop')}
        </a>
      )
  }
}

/** What staff call a row in one line: its title, or what it is with its number. */
export function titleOf(t: Translate, resource: ResourceDescription, row: ResourceRow): string {
  const { title, key, auditObject: object, fields } = resource
  const value = row[title] ?? row[key]
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  if (fields.find(({ name }) => name === title)?.kind === 'choice')
    return resourceWords(t, resource).code(title, text)
  return title === key ? `${t(`object.${object}` as AdminKey)} ${text}` : text
}

/** Its title, and the order or product that it is about: several jobs are mails about orders. */
export function fullTitleOf(t: Translate, resource: ResourceDescription, row: ResourceRow): string {
  const about = resource.fields.flatMap(({ name, kind }) =>
    (kind === 'order' || kind === 'product') && name !== resource.title && row[name] !== null
      ? [String(row[name])]
      : [],
  )
  return [titleOf(t, resource, row), ...about].join(', ')
}
