/** The index of widgets: file name in `ui/` → state → example. A test fails for a file that is missing here. */
import { useState, type ReactNode } from 'react'
import { stockStatuses } from '../domain/catalogue/stock-status.ts'
import { categorySource, pictureKey } from '../domain/pictures/picture-key.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Chips } from '../ui/chips.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FactsTable } from '../ui/facts-table.tsx'
import { FormField } from '../ui/form-field.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import outlines from '../ui/icons.svg?raw'
import { Notice } from '../ui/notice.tsx'
import { Pagination, type PageLink } from '../ui/pagination.tsx'
import { Picture } from '../ui/picture.tsx'
import { PlainText } from '../ui/plain-text.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { Stars } from '../ui/stars.tsx'
import { StockLabel } from '../ui/stock-label.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { UnbrokenName } from '../ui/unbroken-name.tsx'
import styles from './workbench.module.css'

const iconNames = [...outlines.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name as IconName)

const pages: PageLink[] = [
  [1, '?page=1'],
  null,
  [4, '?page=4'],
  [5, '?page=5'],
  [6, '?page=6'],
  null,
  [12, '?page=12'],
]

const buttons = (more: { disabled?: boolean }) => (
  <div className={styles.row}>
    {(['main', 'quiet'] as const).flatMap((look) =>
      (['small', 'normal', 'large'] as const).map((size) => (
        <Button key={`${look} ${size}`} look={look} size={size} {...more}>
          {look} {size}
        </Button>
      )),
    )}
  </div>
)

function Stepper({
  first = 2,
  ...more
}: {
  first?: number
  most?: number
  large?: boolean
  disabled?: boolean
}) {
  const [quantity, setQuantity] = useState(first)
  return <QuantityStepper {...more} quantity={quantity} label="Quantity" onChange={setQuantity} />
}

function Panel({ side, status }: { side: 'left' | 'right'; status?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open at the {side}</Button>
      <SidePanel
        open={open}
        onClose={() => setOpen(false)}
        title="Panel"
        side={side}
        {...(status !== undefined && { status })}
      >
        <p>Content</p>
      </SidePanel>
    </>
  )
}

const choices = (
  <>
    <option value="">Choose</option>
    <option value="a">First</option>
    <option value="b">Second</option>
  </>
)

/** A picture of a category, which a shop on port 3000 draws. */
export function pictureOf(icon: string) {
  const key = pictureKey(categorySource(icon))
  return { key, url: `/pictures/${key}-320.webp`, width: 320, height: 320, alt: 'Batteries' }
}

export const drawnPicture = pictureOf('cell')

export const widgets: Record<string, Record<string, ReactNode>> = {
  badge: {
    plain: <Badge>New</Badge>,
    reduction: <Badge look="reduction">−20 %</Badge>,
    good: <Badge look="good">In stock</Badge>,
  },
  button: {
    enabled: buttons({}),
    disabled: buttons({ disabled: true }),
    wide: (
      <Button look="main" wide>
        Wide
      </Button>
    ),
    'with an icon': (
      <Button>
        <Icon name="filter" size={20} /> Filter
      </Button>
    ),
    link: (
      <div className={styles.row}>
        {(['main', 'quiet'] as const).flatMap((look) =>
          (['small', 'normal', 'large'] as const).map((size) => (
            <ButtonLink key={`${look} ${size}`} href="#button" look={look} size={size}>
              {look} {size}
            </ButtonLink>
          )),
        )}
      </div>
    ),
    'wide link': (
      <ButtonLink href="#button" look="main" wide>
        Wide
      </ButtonLink>
    ),
  },
  chips: {
    facts: <Chips label="Facts" chips={[{ text: '12 V' }, { text: '70 Ah' }]} />,
    links: (
      <Chips
        label="Links"
        chips={[
          { text: 'Car batteries', href: '#chips', count: 23 },
          { text: 'Chargers', href: '#chips-2' },
        ]}
      />
    ),
  },
  'empty-state': {
    'title only': <EmptyState title={<h3>Nothing here</h3>} />,
    'with text and links': (
      <EmptyState title={<h3>Your cart is empty</h3>} text="What you add is shown here.">
        <ButtonLink href="#empty-state" look="main">
          To the shop
        </ButtonLink>
      </EmptyState>
    ),
  },
  'facts-table': {
    facts: (
      <FactsTable
        caption="Facts"
        facts={[
          { name: 'Voltage', value: '12 V' },
          { name: 'Capacity', value: '70 Ah' },
        ]}
      />
    ),
  },
  'form-field': {
    empty: <FormField label="Name" />,
    'with a hint': <FormField label="Order number" hint="At the top of the confirmation." />,
    'with an error': <FormField label="E-mail" defaultValue="anna@" error="Enter a whole address." />,
    'with a hint and an error': <FormField label="Town" hint="As on the letter box." error="Enter a town." />,
    disabled: <FormField label="Name" defaultValue="Anna" disabled />,
    file: <FormField label="Photos" type="file" multiple />,
  },
  icon: {
    '24 px': (
      <div className={styles.row}>
        {iconNames.map((name) => (
          <span key={name} className={styles.icon}>
            <Icon name={name} />
            {name}
          </span>
        ))}
      </div>
    ),
    'with a label': <Icon name="warning" label="Warning" />,
  },
  notice: {
    info: <Notice>For your information.</Notice>,
    warning: <Notice look="warning">Something may go wrong.</Notice>,
    danger: <Notice look="danger">Something went wrong.</Notice>,
    done: <Notice look="done">Saved.</Notice>,
  },
  pagination: {
    first: <Pagination page={1} pages={[[1, '?page=1'], [2, '?page=2'], null, [12, '?page=12']]} />,
    middle: <Pagination page={5} pages={pages} />,
    last: <Pagination page={12} pages={[[1, '?page=1'], null, [11, '?page=11'], [12, '?page=12']]} />,
  },
  picture: {
    loaded: (
      <div className={styles.picture}>
        <Picture picture={drawnPicture} sizes="160px" />
      </div>
    ),
    placeholder: (
      <div className={styles.picture}>
        <Picture picture={null} sizes="160px" />
      </div>
    ),
    'failed to load': (
      <div className={styles.picture}>
        <Picture
          picture={{ key: 'missing', alt: 'Battery', url: '/missing.webp', width: 480, height: 480 }}
          sizes="160px"
        />
      </div>
    ),
  },
  'plain-text': {
    'paragraphs and a list': <PlainText text={'First paragraph.\n\nSecond one:\n- a point\n- another'} />,
  },
  'quantity-stepper': {
    normal: <Stepper />,
    least: <Stepper first={1} />,
    most: <Stepper first={5} most={5} />,
    large: <Stepper large />,
    disabled: <Stepper disabled />,
  },
  'select-field': {
    empty: (
      <SelectField id="wb-select" label="Topic">
        {choices}
      </SelectField>
    ),
    'with a hint': (
      <SelectField id="wb-select-hint" label="Topic" hint="The closest one.">
        {choices}
      </SelectField>
    ),
    'with an error': (
      <SelectField id="wb-select-error" label="Topic" error="Choose a topic.">
        {choices}
      </SelectField>
    ),
    disabled: (
      <SelectField id="wb-select-disabled" label="Topic" defaultValue="a" disabled>
        {choices}
      </SelectField>
    ),
  },
  'side-panel': {
    left: <Panel side="left" />,
    right: <Panel side="right" />,
    'read aloud': <Panel side="right" status="Added to the cart" />,
  },
  stars: {
    none: <Stars score={null} count={0} />,
    half: <Stars score={2.5} count={4} />,
    all: <Stars score={5} count={1204} />,
  },
  'stock-label': Object.fromEntries(
    stockStatuses.flatMap((status) => [
      [status, <StockLabel key={status} product={{ stock_status: status, estimated_at: null }} />],
      [
        `${status}, with a date`,
        <StockLabel key={status} product={{ stock_status: status, estimated_at: '2026-12-03' }} />,
      ],
    ]),
  ),
  'text-area-field': {
    empty: <TextAreaField id="wb-area" label="Message" rows={3} />,
    'with a hint': <TextAreaField id="wb-area-hint" label="Message" rows={3} hint="At most 4000 letters." />,
    'with an error': <TextAreaField id="wb-area-error" label="Message" rows={3} error="Write a message." />,
    disabled: <TextAreaField id="wb-area-disabled" label="Message" rows={3} defaultValue="Text" disabled />,
  },
  'unbroken-name': {
    'in a narrow place': (
      <p className={styles.narrow}>
        <UnbrokenName name="Alkaline battery AA, 4-pack, USB-C 2 m" />
      </p>
    ),
  },
}
