/** The order mail as HTML. It loads no external resources (pictures are attached) and is readable without its styles. */
import { fillMessage as fill } from '../../domain/content/message.ts'
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components'
import { render } from '@react-email/render'
import type { CSSProperties } from 'react'
import { darkMailStyles, mailClasses, mailColours, mailColourSchemes, mailHeadingHtml } from './mail-look.ts'
import { mailPictureSide } from './mail-pictures.ts'
import type { MailLine, MailRow, OrderMailRows } from './order-mail-rows.ts'

const font = {
  fontFamily: 'Verdana, Arial, sans-serif',
  fontSize: '14px',
  lineHeight: '1.5',
  color: mailColours.ink,
}
const styles = {
  body: { backgroundColor: mailColours.page, margin: 0, ...font },
  sheet: {
    backgroundColor: mailColours.sheet,
    maxWidth: '600px',
    padding: '24px',
    borderTop: `6px solid ${mailColours.amber}`,
  },
  quiet: { ...font, fontSize: '12px', color: mailColours.quiet, margin: '4px 0' },
  table: { width: '100%', borderCollapse: 'collapse' },
  cell: { ...font, padding: '6px 0', verticalAlign: 'top' },
  picture: { padding: '6px 12px 6px 0', width: `${mailPictureSide}px`, verticalAlign: 'top' },
  amount: {
    ...font,
    padding: '6px 0 6px 12px',
    verticalAlign: 'top',
    textAlign: 'right',
    whiteSpace: 'nowrap',
  },
  heading: { ...font, fontSize: '16px', fontWeight: 700, margin: '20px 0 4px' },
  button: {
    ...font,
    backgroundColor: mailColours.amber,
    padding: '12px 20px',
    borderRadius: '4px',
    fontWeight: 700,
  },
} satisfies Record<string, CSSProperties>

/** The finished HTML document. */
export function renderOrderMail(rows: OrderMailRows): Promise<string> {
  return render(<OrderMail {...rows} />)
}

function OrderMail(rows: OrderMailRows) {
  const { words, company } = rows
  return (
    <Html lang={rows.iso}>
      <Head>
        <title>{fill(words.subject, { number: rows.facts[0]?.value ?? '' })}</title>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content={mailColourSchemes} />
        <meta name="supported-color-schemes" content={mailColourSchemes} />
        <style>{darkMailStyles}</style>
      </Head>
      <Preview>{words.thanks}</Preview>
      <Body className={mailClasses.page} style={styles.body}>
        <Container className={mailClasses.sheet} style={styles.sheet}>
          <Heading as="h1" style={{ ...font, fontSize: '22px' }}>
            <span dangerouslySetInnerHTML={{ __html: mailHeadingHtml(rows.store) }} />
          </Heading>
          <Text style={font}>{rows.greeting}</Text>
          <Text style={font}>{words.thanks}</Text>
          <Sums rows={rows.facts} />
          <Heading as="h2" style={styles.heading}>
            {words.lines}
          </Heading>
          <Lines lines={rows.lines} />
          {rows.ofModules.map((line) => (
            <Text key={line} style={font}>
              {line}
            </Text>
          ))}
          <Hr />
          <Sums rows={rows.sums} />
          <Sums rows={[rows.total]} strong />
          <Sums rows={rows.vat} />
          <Block title={words.delivery} lines={rows.delivery} />
          <Block title={rows.addressLabel} lines={rows.address} />
          <Block title={words.invoiceAddress} lines={rows.invoiceAddress} />
          <Block title={words.references} lines={rows.references} />
          <Block title={words.note} lines={rows.note} />
          <Block title={words.payment} lines={[rows.payment]} />
          <Section style={{ padding: '16px 0' }}>
            <Button className={mailClasses.button} href={rows.orderUrl} style={styles.button}>
              {words.seeOrder}
            </Button>
          </Section>
          {rows.rights && (
            <>
              <Block title={words.withdrawalTitle} lines={[rows.rights.withdrawal]} />
              <Link href={rows.rights.withdrawalUrl} style={{ color: mailColours.link }}>
                {words.withdrawalLink}
              </Link>
              <Text style={font}>{words.guarantee}</Text>
            </>
          )}
          <Hr />
          <Text className={mailClasses.quiet} style={styles.quiet}>
            {words.questions} {rows.phone}
          </Text>
          <Text className={mailClasses.quiet} style={styles.quiet}>
            {company.name}, {company.street}, {company.postalCode} {company.city}, {company.country}
          </Text>
          <Text className={mailClasses.quiet} style={styles.quiet}>
            {rows.register}, {company.vatNumber}, {company.email}
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

function Lines({ lines }: { lines: MailLine[] }) {
  const hasPictures = lines.some(({ picture }) => picture !== null)
  return (
    <table style={styles.table}>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index}>
            {hasPictures && (
              <td width={mailPictureSide} style={styles.picture as CSSProperties}>
                {line.picture && (
                  <img
                    src={line.picture.url}
                    alt={line.picture.alt}
                    width={mailPictureSide}
                    height={mailPictureSide}
                    style={{ display: 'block', borderRadius: '4px' }}
                  />
                )}
              </td>
            )}
            <td style={styles.cell as CSSProperties}>
              <strong>{line.name}</strong>
              <Text className={mailClasses.quiet} style={styles.quiet}>
                {line.sku !== null && `${line.sku} · `}
                {line.quantity}
              </Text>
              {[...line.deductions, ...line.notes].map((note) => (
                <Text key={note} className={mailClasses.quiet} style={styles.quiet}>
                  {note}
                </Text>
              ))}
            </td>
            <td style={styles.amount as CSSProperties}>{line.amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Sums({ rows, strong = false }: { rows: MailRow[]; strong?: boolean }) {
  const weight = strong ? { fontWeight: 700, fontSize: '16px' } : {}
  return (
    <table style={styles.table}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <td style={{ ...(styles.cell as CSSProperties), ...weight }}>{row.label}</td>
            <td style={{ ...(styles.amount as CSSProperties), ...weight }}>{row.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A heading with its lines; nothing where there are no lines. */
function Block({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <Heading as="h2" style={styles.heading}>
        {title}
      </Heading>
      {lines.map((line, index) => (
        <Text key={index} style={{ ...font, margin: 0 }}>
          {line}
        </Text>
      ))}
    </>
  )
}
