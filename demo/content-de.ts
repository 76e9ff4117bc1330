/** Content pages of the German store. The company is invented. */
import type { PageText } from './page-text.ts'

const company = `<p><strong>Anode Deutschland GmbH</strong><br>Zellenstraße 12<br>10587 Berlin</p>
<p>Vertreten durch die Geschäftsführerin Karla Winter</p>
<p>Telefon: <a href="tel:+493025558740">+49 30 2555 8740</a><br>E-Mail: <a href="mailto:kundenservice@anode.example">kundenservice@anode.example</a></p>
<p>Registergericht: Amtsgericht Charlottenburg, HRB 000000 B<br>Umsatzsteuer-Identifikationsnummer: DE000000000<br>WEEE-Reg.-Nr. DE 00000000, LUCID DE0000000000000</p>`

export const pagesDe: Record<string, PageText> = {
  about: [
    'Über Anode',
    `<p>Anode verkauft Batterien, Ersatzteile und Zubehör für das, was Sie schon besitzen. Angefangen haben wir mit Knopfzellen für Uhren, heute liegt die Zelle für fast alles bereit, vom Hörgerät bis zur Solaranlage.</p>
<h2>Worauf es uns ankommt</h2><ul><li><strong>Dass es passt.</strong> Jeder Akku für Handy, Notebook oder Werkzeug ist mit den Modellen verknüpft, in denen er geprüft wurde.</li><li><strong>Dass es frisch ist.</strong> Wir lagern bei 15 °C, das älteste Datum wird zuerst versandt.</li><li><strong>Dass es zurückkommt.</strong> Altbatterien nehmen wir kostenlos an, egal wo sie gekauft wurden.</li></ul>
<p>Bestellungen von Mo–Fr bis 16 Uhr verlassen das Lager am selben Tag.</p>`,
  ],
  contact: [
    'Kontakt',
    `<p>Rufen Sie an oder schreiben Sie uns. Am schnellsten geht es mit der Nummer auf der alten Batterie.</p>
<table><tbody><tr><th>Telefon</th><td><a href="tel:+493025558740">+49 30 2555 8740</a>, Mo–Fr 8–17 Uhr</td></tr><tr><th>E-Mail</th><td><a href="mailto:kundenservice@anode.example">kundenservice@anode.example</a>, Antwort innerhalb eines Arbeitstages (Mo–Fr)</td></tr><tr><th>Rücksendungen</th><td>Zellenstraße 12, 10587 Berlin</td></tr></tbody></table>
<h2>Geschäftskunden</h2><p>Unternehmen, Schulen und Behörden kaufen bei uns auf Rechnung: <a href="mailto:geschaeftskunden@anode.example">geschaeftskunden@anode.example</a>.</p>`,
  ],
  privacy: [
    'Datenschutzerklärung',
    `<p>Verantwortlich im Sinne der DSGVO ist die Anode Deutschland GmbH, Zellenstraße 12, 10587 Berlin.</p>
<h2>Was wir verarbeiten und warum</h2><table><thead><tr><th>Daten</th><th>Zweck</th><th>Rechtsgrundlage</th><th>Dauer</th></tr></thead><tbody><tr><td>Name, Anschrift, E-Mail, Telefon</td><td>Lieferung Ihrer Bestellung</td><td>Art. 6 Abs. 1 lit. b DSGVO</td><td>3 Jahre zum Jahresende</td></tr><tr><td>Rechnungs- und Zahlungsdaten</td><td>Buchführung</td><td>Art. 6 Abs. 1 lit. c DSGVO</td><td>8 Jahre</td></tr><tr><td>Nutzungsstatistik</td><td>Verbesserung des Angebots</td><td>Art. 6 Abs. 1 lit. a DSGVO, § 25 TDDDG</td><td>13 Monate</td></tr></tbody></table>
<h2>Cookies</h2><p>Notwendige Cookies führen Warenkorb und Anmeldung. Statistik und Werbung starten erst nach Ihrer Einwilligung, die Sie unten auf jeder Seite widerrufen können.</p>
<h2>Ihre Rechte</h2><p>Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung, Datenübertragbarkeit und Widerspruch: <a href="mailto:datenschutz@anode.example">datenschutz@anode.example</a>. Beschwerden nimmt die Berliner Beauftragte für Datenschutz und Informationsfreiheit entgegen.</p>`,
  ],
  'customer-service': [
    'Kundenservice',
    `<p>Antworten auf die häufigsten Fragen.</p><ul><li><a href="/de/shipping">Versand und Lieferung</a></li><li><a href="/de/returns-info">Rückgabe und Umtausch</a></li><li><a href="/de/withdrawal">Widerrufsrecht</a></li><li><a href="/de/guarantee">Gewährleistung</a></li><li><a href="/de/recycling">Altbatterien zurückgeben</a></li></ul>
<h2>Wie finde ich die richtige Batterie?</h2><p>Geben Sie die Nummer der alten Batterie in die Suche ein: LR44, CR2032, 364, EB-BG991ABY. Ziffern allein genügen. Beim Auto vergleichen Sie Ah, Kälteprüfstrom, Maße und die Seite des Pluspols.</p>
<h2>Wo ist mein Paket?</h2><p>Der Link in der Versandmail zeigt es. Oder Sie <a href="/de/track-order">verfolgen Ihre Bestellung</a> mit Bestellnummer und E-Mail-Adresse. Tut sich zwei Arbeitstage (Mo–Fr) lang nichts, rufen Sie uns an.</p>`,
  ],
  terms: [
    'Allgemeine Geschäftsbedingungen',
    `<h2>1. Preise</h2><p>Alle Preise sind Gesamtpreise in Euro einschließlich 19 % Umsatzsteuer, zuzüglich Versand, der vor der Bestellung angezeigt wird. Der Mindestbestellwert beträgt 10 €. Bei Preisermäßigungen nennen wir den niedrigsten Preis der letzten 30 Tage vor der Ermäßigung (§ 11 PAngV).</p>
<h2>2. Vertragsschluss</h2><p>Mit „Zahlungspflichtig bestellen“ geben Sie ein verbindliches Angebot ab. Der Vertrag kommt mit unserer Auftragsbestätigung per E-Mail zustande. Der Vertragstext wird gespeichert und Ihnen zugesandt.</p>
<h2>3. Lieferung</h2><p>Lagerware versenden wir binnen eines Arbeitstags (Mo–Fr) innerhalb Deutschlands.</p>
<h2>4. Pfand auf Starterbatterien</h2><p>Nach § 19 BattDG erheben wir je Starterbatterie ein Pfand von <strong>7,50 €</strong> einschließlich Umsatzsteuer, wenn Sie keine alte zurückgeben. Wir erstatten es gegen Rückgabe oder gegen einen Rückgabenachweis, der höchstens zwei Wochen alt ist.</p>
<h2>5. Eigentumsvorbehalt</h2><p>Die Ware bleibt bis zur vollständigen Zahlung unser Eigentum.</p>
<h2>6. Rechte</h2><p>Es gelten das gesetzliche <a href="/de/withdrawal">Widerrufsrecht</a> und die gesetzliche <a href="/de/guarantee">Gewährleistung</a> von zwei Jahren.</p>
<h2>7. Streitbeilegung</h2><p>Wir sind nicht bereit und nicht verpflichtet, an Verfahren vor einer Verbraucherschlichtungsstelle teilzunehmen (§ 36 VSBG).</p>`,
  ],
  withdrawal: [
    'Widerrufsbelehrung',
    `<p>Sie haben das Recht, binnen <strong>vierzehn Tagen</strong> ohne Angabe von Gründen diesen Vertrag zu widerrufen. Die Frist beträgt vierzehn Tage ab dem Tag, an dem Sie oder ein von Ihnen benannter Dritter die letzte Ware erhalten haben.</p>
<h2>So widerrufen Sie</h2><ul><li>Füllen Sie das Formular oben auf dieser Seite aus. Sie prüfen Ihre Angaben, bestätigen und erhalten eine Eingangsbestätigung per E-Mail.</li><li>Oder <a href="/de/my-order">öffnen Sie Ihre Bestellung</a> mit Bestellnummer und E-Mail-Adresse, auch ohne Konto, und wählen Sie „Etwas zurücksenden“.</li><li>Oder schreiben Sie an Anode Deutschland GmbH, Zellenstraße 12, 10587 Berlin, <a href="mailto:kundenservice@anode.example">kundenservice@anode.example</a>.</li></ul><p>Zur Wahrung der Frist genügt das rechtzeitige Absenden.</p>
<h2>Folgen des Widerrufs</h2><p>Wir erstatten alle Zahlungen einschließlich der günstigsten Standardlieferung binnen vierzehn Tagen mit demselben Zahlungsmittel. Wir können die Rückzahlung verweigern, bis wir die Ware zurückhaben oder Sie deren Absendung nachweisen. Mit dem Versandetikett auf Ihrer Bestellseite ist die Rücksendung kostenlos; wählen Sie einen anderen Weg, tragen Sie die unmittelbaren Kosten der Rücksendung. Für einen Wertverlust haften Sie nur, wenn er auf einen Umgang zurückgeht, der zur Prüfung der Ware nicht nötig war.</p>
<h2>Ausschluss</h2><p>Das Recht besteht nicht bei nach Ihrer Angabe zugeschnittenem Kabel und bei versiegelten Waren, die aus Hygienegründen nach Öffnung nicht zur Rückgabe geeignet sind.</p>
<h2>Muster-Widerrufsformular</h2><p>An Anode Deutschland GmbH: Hiermit widerrufe ich den von mir abgeschlossenen Vertrag über den Kauf der folgenden Waren: … Bestellt am / erhalten am: … Name: … Anschrift: … Datum: … Unterschrift (nur auf Papier): …</p>`,
  ],
  imprint: [
    'Impressum',
    `<h2>Angaben gemäß § 5 DDG</h2>${company}<h2>Verbraucherstreitbeilegung</h2><p>Wir sind nicht bereit und nicht verpflichtet, an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilzunehmen.</p>`,
  ],
  shipping: [
    'Versand und Lieferung',
    `<p>Was Sie Mo–Fr bis 16 Uhr bestellen, verlässt am selben Tag unser Lager.</p>
<h2>Lithium und Säure</h2><p>Lithiumbatterien und Batterien mit Säure sind Gefahrgut. Darum erscheinen nur die zulässigen Versandarten, und beschädigte Akkus dürfen nur nach Absprache zurückgesandt werden.</p>`,
  ],
  recycling: [
    'Altbatterien und Pfand',
    `<p>Batterien gehören nicht in den Hausmüll. Daran erinnert die durchgestrichene Mülltonne; Pb steht für Blei, Cd für Cadmium. Als Endnutzer sind Sie zur Rückgabe gesetzlich verpflichtet.</p>
<h2>Unentgeltliche Rückgabe</h2><ul><li>Gerätebatterien: in jeder Verkaufsstelle, am Wertstoffhof oder frankiert an unser Lager, Zellenstraße 12, 10587 Berlin.</li><li>Starterbatterien: an unserem Lager und bei den Annahmestellen unserer Partner in Ihrer Nähe.</li><li>Elektroaltgeräte: am Wertstoffhof oder bei uns.</li></ul>
<h2>Pfand von 7,50 €</h2><p>Beim Kauf einer Starterbatterie berechnen wir 7,50 € Pfand je Stück, sofern Sie keine alte zurückgeben. Senden Sie uns den gestempelten Nachweis der Annahmestelle binnen zwei Wochen nach der Rückgabe, und wir erstatten das Pfand mit Ihrem Zahlungsmittel. Auf das Pfand gibt es keinen Rabatt.</p>
<h2>Warum?</h2><p>Lithium, Kobalt, Nickel, Zink und Blei werden zu neuen Batterien. In der Umwelt schaden sie Wasser und Lebewesen. Kleben Sie die Pole von Lithium- und 9V-Batterien vor der Rückgabe ab.</p>`,
  ],
  'returns-info': [
    'Rückgabe und Umtausch',
    `<p>Unbenutzte Ware nehmen wir freiwillig <strong>30 Tage</strong> lang zurück, länger als das gesetzliche <a href="/de/withdrawal">Widerrufsrecht von 14 Tagen</a>, das davon unberührt bleibt.</p><ul><li>Melden Sie die Rückgabe bei Ihrer Bestellung an und wählen Sie Menge und Grund.</li><li>Drucken Sie den Rücksendeschein aus und legen Sie ihn ins Paket.</li><li>Das Geld folgt binnen fünf Arbeitstagen (Mo–Fr) nach Eingang.</li></ul><p>Beschädigte oder aufgeblähte Lithium-Akkus dürfen nicht versandt werden: bitte zum Wertstoffhof bringen und uns ein Bild schicken.</p>`,
  ],
  guarantee: [
    'Gewährleistung',
    `<p>Es gilt die gesetzliche Gewährleistung von <strong>zwei Jahren</strong> ab Lieferung. Zeigt sich ein Mangel im ersten Jahr, wird vermutet, dass er von Anfang an bestand.</p><h2>Was gilt für Batterien?</h2><p>Dass eine Batterie mit den Jahren an Kapazität verliert, ist kein Mangel. Wohl aber, wenn sie nach einem Winter tot ist, ausläuft, sich aufbläht oder zu früh weniger als 80 Prozent der angegebenen Kapazität liefert.</p><h2>So gehen Sie vor</h2><p>Schreiben Sie uns mit Bestellnummer und Foto. Wir liefern Ersatz, reparieren oder erstatten und tragen den Versand.</p>`,
  ],
  'winter-campaign': [
    'Winteraktion',
    `<p>Wenn das Thermometer fällt, steigt der Wert einer gesunden Batterie. Diesen Winter senken wir die Preise für Starterbatterien, Starthilfegeräte und kältefestes Lithium.</p><ul><li><a href="/de/artiklar/batterien/auto/index.html">Autobatterien</a></li><li><a href="/de/artiklar/fahrzeug/starthilfe/index.html">Starthilfe</a></li></ul>`,
  ],
}
