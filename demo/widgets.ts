/** The content blocks of header and footer in each store (API-24). */
import type { WidgetRecord } from '../domain/catalogue/catalogue-record.ts'
import { words, type Words } from './words.ts'
import { type DemoStore, demoStores } from './demo-stores.ts'

type Link = [path: string, label: Words]

const help: Link[] = [
  [
    'customer-service',
    words('Vanliga frågor', 'Vanlige spørsmål', 'Häufige Fragen', 'Ofte stillede spørgsmål'),
  ],
  [
    'shipping',
    words('Leverans och frakt', 'Levering og frakt', 'Versand und Lieferung', 'Levering og fragt'),
  ],
  ['returns-info', words('Retur och byte', 'Retur og bytte', 'Rückgabe und Umtausch', 'Retur og ombytning')],
  ['guarantee', words('Reklamation', 'Reklamasjon', 'Gewährleistung', 'Reklamation')],
]
const about: Link[] = [
  ['about', words('Om Anode', 'Om Anode', 'Über Anode', 'Om Anode')],
  [
    'recycling',
    words(
      'Lämna gamla batterier',
      'Lever gamle batterier',
      'Altbatterien und Pfand',
      'Aflever gamle batterier',
    ),
  ],
  ['imprint', words('Företagsuppgifter', 'Firmaopplysninger', 'Impressum', 'Virksomhedsoplysninger')],
]
const service: Link[] = [
  ['contact', words('Kontakta oss', 'Kontakt oss', 'Kontakt', 'Kontakt os')],
  ['terms', words('Köpvillkor', 'Kjøpsvilkår', 'AGB', 'Handelsbetingelser')],
  [
    'privacy',
    words('Integritet och kakor', 'Personvern og informasjonskapsler', 'Datenschutz', 'Privatliv og cookies'),
  ],
]

const message = words(
  'Glöm inte batterierna till adventsstjärnan.',
  'Husk batterier til adventsstjernen.',
  'Denken Sie an die Batterien für die Lichterkette.',
  'Husk batterier til adventsstjernen.',
)
const footerMessage = words(
  '<p>Vi tar emot dina gamla batterier utan kostnad, oavsett var du köpte dem.</p>',
  '<p>Vi tar imot de gamle batteriene dine gratis, uansett hvor du kjøpte dem.</p>',
  '<p>Wir nehmen Ihre Altbatterien kostenlos zurück, egal wo Sie sie gekauft haben.</p>',
  '<p>Vi tager imod dine gamle batterier gratis, uanset hvor du har købt dem.</p>',
)
const cookies = words(
  '<p>Vi använder nödvändiga kakor för varukorg och inloggning. Får vi även mäta besök och anpassa annonser? Läs mer i <a href="/sv/privacy">integritetspolicyn</a>.</p>',
  '<p>Vi bruker nødvendige informasjonskapsler til handlekurv og innlogging. Får vi også måle besøk og tilpasse annonser? Les mer i <a href="/no/privacy">personvernerklæringen</a>.</p>',
  '<p>Wir verwenden notwendige Cookies für Warenkorb und Anmeldung. Dürfen wir zusätzlich Besuche messen und Werbung anpassen? Mehr in der <a href="/de/privacy">Datenschutzerklärung</a>.</p>',
  '<p>Vi bruger nødvendige cookies til kurv og login. Må vi også måle besøg og tilpasse annoncer? Læs mere i <a href="/da/privacy">privatlivspolitikken</a>.</p>',
)

/** Stores that show the message bar above the header. */
const withMessage: readonly DemoStore[] = ['sv', 'de']

function linkList(store: DemoStore, links: Link[]): string {
  return `<ul>${links.map(([path, label]) => `<li><a href="/${store}/${path}">${label[store]}</a></li>`).join('')}</ul>`
}

export const demoWidgets: WidgetRecord[] = demoStores.flatMap((store) => {
  const widget = (slug: string, content: string, hidden = false): WidgetRecord => ({
    record: 'widget',
    store,
    slug,
    content,
    hidden,
  })
  return [
    widget('footer-help', linkList(store, help)),
    widget('footer-be', linkList(store, about)),
    widget('footer-customer-service', linkList(store, service)),
    widget('store-message', message[store], !withMessage.includes(store)),
    widget('store-message-footer', footerMessage[store]),
    widget('cookie-alert', cookies[store]),
  ]
})
