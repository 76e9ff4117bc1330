/** Content pages of the Norwegian store. The company is invented. */
import type { PageText } from './page-text.ts'

const company = `<p><strong>Anode Norge AS</strong><br>Akkumulatorveien 8<br>0581 Oslo</p>
<p>Organisasjonsnummer: 900 000 000 MVA, Foretaksregisteret</p>
<p>Telefon: <a href="tel:+4721936840">+47 21 93 68 40</a><br>E-post: <a href="mailto:kundeservice@anode.example">kundeservice@anode.example</a></p>`

export const pagesNo: Record<string, PageText> = {
  about: [
    'Om Anode',
    `<p>Anode selger batterier, reservedeler og tilbehør til det du allerede eier. Vi begynte med knappceller til klokker og har i dag celler til alt fra høreapparater til hyttas solcelleanlegg.</p>
<h2>Det vi bryr oss om</h2><ul><li><strong>At det passer.</strong> Hvert batteri til telefon, PC eller maskin er knyttet til modellene det er prøvd i.</li><li><strong>At det er ferskt.</strong> Lageret holder 15 °C, og eldste dato går ut først.</li><li><strong>At det blir tatt vare på.</strong> Vi tar imot gamle batterier gratis, uansett hvor de er kjøpt.</li></ul>
<p>Bestillinger før klokken 16 på hverdager går fra lageret samme dag.</p>`,
  ],
  contact: [
    'Kontakt oss',
    `<p>Ring eller skriv. Har du nummeret på det gamle batteriet, går det raskest.</p>
<table><tbody><tr><th>Telefon</th><td><a href="tel:+4721936840">+47 21 93 68 40</a>, hverdager 8–17</td></tr><tr><th>E-post</th><td><a href="mailto:kundeservice@anode.example">kundeservice@anode.example</a>, svar innen én arbeidsdag</td></tr><tr><th>Besøk og returer</th><td>Akkumulatorveien 8, 0581 Oslo</td></tr></tbody></table>
<h2>Bedrift</h2><p>Bedrifter, kommuner og skoler kan handle på faktura og se priser uten mva. Skriv til <a href="mailto:bedrift@anode.example">bedrift@anode.example</a>.</p>`,
  ],
  privacy: [
    'Personvernerklæring',
    `<p>Anode Norge AS er behandlingsansvarlig for opplysningene du gir her.</p>
<h2>Hva vi behandler og hvorfor</h2><table><thead><tr><th>Opplysning</th><th>Formål</th><th>Grunnlag</th><th>Tid</th></tr></thead><tbody><tr><td>Navn, adresse, e-post, telefon</td><td>Levere bestillingen</td><td>Avtale</td><td>5 år etter kjøpet (reklamasjon)</td></tr><tr><td>Ordrelinjer og betaling</td><td>Bokføring</td><td>Rettslig forpliktelse</td><td>5 år</td></tr><tr><td>E-post til nyhetsbrev</td><td>Utsendelser du har bedt om</td><td>Samtykke</td><td>Til du melder deg av</td></tr><tr><td>Besøksstatistikk</td><td>Gjøre butikken bedre</td><td>Samtykke</td><td>13 måneder</td></tr></tbody></table>
<h2>Informasjonskapsler</h2><p>Nødvendige informasjonskapsler holder orden på handlekurv og innlogging. Statistikk og markedsføring settes først når du har sagt ja. Det er like lett å si nei, og valget kan endres nederst på siden.</p>
<h2>Rettighetene dine</h2><p>Du har rett til innsyn, retting, sletting, begrensning, dataportabilitet og til å protestere. Skriv til <a href="mailto:personvern@anode.example">personvern@anode.example</a>. Du kan klage til Datatilsynet.</p>`,
  ],
  'customer-service': [
    'Kundeservice',
    `<p>Her er svarene på det vi oftest blir spurt om.</p><ul><li><a href="/no/shipping">Levering og frakt</a></li><li><a href="/no/returns-info">Retur og bytte</a></li><li><a href="/no/withdrawal">Angrerett</a></li><li><a href="/no/guarantee">Reklamasjon</a></li><li><a href="/no/recycling">Lever gamle batterier</a></li></ul>
<h2>Hvordan finner jeg riktig batteri?</h2><p>Les nummeret på det gamle batteriet og skriv det i søkefeltet: LR44, CR2032, 364, EB-BG991ABY. Bare sifre virker også. Til bilen sammenligner du Ah, kaldstartstrøm, mål og hvilken side plusspolen sitter på.</p>
<h2>Hvor er pakken min?</h2><p>Lenken i e-posten viser hvor den er. Du kan også <a href="/no/track-order">spore ordren din</a> med ordrenummer og e-postadresse. Ring oss hvis ingenting har skjedd på to hverdager.</p>`,
  ],
  terms: [
    'Kjøpsvilkår',
    `<h2>Priser</h2><p>Alle priser er i norske kroner inkludert 25 % merverdiavgift. Frakt vises i kassen før du betaler. Minste ordreverdi er 99 kr. Ved prisnedsettelser vises laveste pris de siste 30 dagene før nedsettelsen.</p>
<h2>Bestilling</h2><p>Avtalen er bindende når vi bekrefter ordren på e-post. Er du under 18 år, trenger du samtykke fra en foresatt.</p>
<h2>Betaling</h2><p>Kortet belastes når varen sendes. Det påløper ingen gebyrer for kort, og beløp rundes ikke av.</p>
<h2>Levering</h2><p>Varer på lager sendes innen én arbeidsdag. Er vi forsinket, kan du holde betalingen tilbake, kreve oppfyllelse eller heve kjøpet etter forbrukerkjøpsloven.</p>
<h2>Angrerett og reklamasjon</h2><p>Du har 14 dagers <a href="/no/withdrawal">angrerett</a> etter angrerettloven og inntil fem års <a href="/no/guarantee">reklamasjonsrett</a> etter forbrukerkjøpsloven.</p>
<h2>Tvist</h2><p>Blir vi ikke enige, kan du ta kontakt med Forbrukertilsynet, Postboks 2862 Kjørbekk, 3702 Skien, som mekler.</p>`,
  ],
  withdrawal: [
    'Angrerett',
    `<p>Du kan gå fra avtalen innen <strong>14 dager</strong> fra du fikk varen, uten å oppgi noen grunn. Fristen er overholdt når meldingen er sendt før den løper ut.</p>
<h2>Slik gjør du</h2><ul><li>Fyll ut skjemaet øverst på siden. Du leser gjennom, bekrefter og får en kvittering på e-post.</li><li>Eller <a href="/no/my-order">åpne ordren</a> med ordrenummer og e-postadresse, du trenger ingen konto, og velg «Returner noe».</li><li>Eller skriv til <a href="mailto:kundeservice@anode.example">kundeservice@anode.example</a> eller Anode Norge AS, Akkumulatorveien 8, 0581 Oslo.</li></ul>
<h2>Pengene tilbake</h2><p>Vi betaler tilbake hele beløpet med rimeligste standardfrakt innen 14 dager. Vi kan vente til varen er mottatt eller du har vist at den er sendt. Returen er gratis med fraktetiketten på ordresiden din; sender du på en annen måte, betaler du returfrakten. Du svarer for verdireduksjon hvis varen er brukt mer enn nødvendig for å prøve den.</p>
<h2>Unntak</h2><p>Angreretten gjelder ikke kabel kappet i lengde etter din bestilling, forseglede varer som av hygieniske grunner ikke kan returneres når forseglingen er brutt, eller innløste gavekort.</p>
<h2>Angreskjema</h2><p>Til Anode Norge AS: Jeg underretter herved om at jeg ønsker å gå fra avtalen om kjøp av følgende varer: … Bestilt / mottatt den: … Navn: … Adresse: … Dato: … Underskrift (bare på papir): …</p>`,
  ],
  imprint: [
    'Firmaopplysninger',
    `${company}<p>Medlem av godkjente returselskap for batterier og EE-avfall. Tilsyn: Forbrukertilsynet.</p>`,
  ],
  shipping: [
    'Levering og frakt',
    `<p>Det du bestiller før klokken 16 på en hverdag, sender vi samme dag.</p>
<h2>Litium og syre</h2><p>Litiumbatterier og batterier med syre er farlig gods. Derfor vises bare leveringsmåtene som har lov til å ta dem, og skadde batterier kan ikke sendes i retur uten avtale. Til Svalbard sender vi bare batterier som kan gå med båt.</p>`,
  ],
  recycling: [
    'Lever gamle batterier',
    `<p>Batterier skal ikke i restavfallet. Symbolet med den overkryssede søppeldunken minner om det; Pb betyr bly, Cd kadmium.</p>
<h2>Hvor?</h2><ul><li>Småbatterier: alle butikker som selger batterier, gjenvinningsstasjonen eller i en konvolutt til oss.</li><li>Bil- og MC-batterier: gjenvinningsstasjonen eller lagerdisken vår, gratis og uten kjøp.</li><li>Innebygde batterier: lever hele apparatet som EE-avfall.</li></ul>
<h2>Hvorfor?</h2><p>Litium, kobolt, nikkel, sink og bly kan bli nye batterier. I naturen skader de vann og dyr. Velg gjerne oppladbart og lagre kjølig: da varer batteriene lenger.</p><p>Teip polene på litium- og 9V-batterier før du leverer dem.</p>`,
  ],
  'returns-info': [
    'Retur og bytte',
    `<p>Du kan returnere ubrukte varer innen <strong>30 dager</strong>, altså lenger enn lovens <a href="/no/withdrawal">angrerett på 14 dager</a>, som du har i tillegg.</p><ul><li>Registrer returen på ordresiden din og velg antall og årsak.</li><li>Skriv ut følgeseddelen og legg den i pakken.</li><li>Pengene kommer innen fem arbeidsdager etter at pakken er hos oss.</li></ul><p>Skadde eller oppsvulmede litiumbatterier kan ikke sendes: lever dem på gjenvinningsstasjonen og send oss et bilde.</p>`,
  ],
  guarantee: [
    'Reklamasjon og garanti',
    `<p>Etter forbrukerkjøpsloven kan du reklamere i <strong>fem år</strong> på varer som er ment å vare vesentlig lenger enn to år, og i to år på andre varer, som engangsbatterier. Fristen løper fra du fikk varen.</p><h2>Hva gjelder for batterier?</h2><p>At et batteri mister kapasitet med årene, er ingen mangel. At det er dødt etter én vinter, lekker, svulmer eller gir mindre enn 80 prosent av oppgitt kapasitet i garantitiden, er det.</p><h2>Slik reklamerer du</h2><p>Skriv til oss innen rimelig tid; innen to måneder er alltid tidsnok. Vi bytter, reparerer eller betaler tilbake og dekker frakten.</p>`,
  ],
  'winter-campaign': [
    'Vinterkampanje',
    `<p>Når gradestokken synker, stiger verdien av et friskt batteri. I vinter setter vi ned prisen på startbatterier, boostere og litium som tåler kulde.</p><ul><li><a href="/no/artiklar/batterier/bil/index.html">Bilbatterier</a></li><li><a href="/no/artiklar/kjoretoy/starthjelp/index.html">Starthjelp</a></li></ul>`,
  ],
}
