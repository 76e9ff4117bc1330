/** Content pages of the Danish store. The company is invented. */
import type { PageText } from './page-text.ts'

const company = `<p><strong>Anode Danmark ApS</strong><br>Elementvej 3<br>2300 København S</p>
<p>CVR-nummer: 00000000</p>
<p>Telefon: <a href="tel:+4578730460">+45 78 73 04 60</a><br>E-mail: <a href="mailto:kundeservice@anode.example">kundeservice@anode.example</a></p>`

export const pagesDa: Record<string, PageText> = {
  about: [
    'Om Anode',
    `<p>Anode sælger batterier, reservedele og tilbehør til det, du allerede ejer. Vi begyndte med knapceller til ure og har i dag celler til alt fra høreapparater til solcelleanlæg.</p>
<h2>Det, vi går op i</h2><ul><li><strong>At det passer.</strong> Hvert batteri til telefon, computer eller maskine er knyttet til de modeller, det er prøvet i.</li><li><strong>At det er friskt.</strong> Lageret holder 15 °C, og ældste dato sendes først.</li><li><strong>At det bliver genanvendt.</strong> Vi tager imod gamle batterier gratis, uanset hvor de er købt.</li></ul>
<p>Bestillinger før klokken 16 på hverdage forlader lageret samme dag.</p>`,
  ],
  contact: [
    'Kontakt os',
    `<p>Ring eller skriv. Har du nummeret på det gamle batteri, går det hurtigst.</p>
<table><tbody><tr><th>Telefon</th><td><a href="tel:+4578730460">+45 78 73 04 60</a>, hverdage 8–17</td></tr><tr><th>E-mail</th><td><a href="mailto:kundeservice@anode.example">kundeservice@anode.example</a>, svar inden for én hverdag</td></tr><tr><th>Returneringer</th><td>Elementvej 3, 2300 København S</td></tr></tbody></table>
<h2>Erhverv</h2><p>Virksomheder, kommuner og skoler kan købe på faktura og se priser uden moms: <a href="mailto:erhverv@anode.example">erhverv@anode.example</a>.</p>`,
  ],
  privacy: [
    'Privatlivspolitik',
    `<p>Anode Danmark ApS er dataansvarlig for de oplysninger, du giver her.</p>
<h2>Hvad vi behandler og hvorfor</h2><table><thead><tr><th>Oplysning</th><th>Formål</th><th>Grundlag</th><th>Tid</th></tr></thead><tbody><tr><td>Navn, adresse, e-mail, telefon</td><td>Levere din ordre</td><td>Aftale</td><td>3 år efter købet</td></tr><tr><td>Ordrelinjer og betaling</td><td>Bogføring</td><td>Retlig forpligtelse</td><td>5 år</td></tr><tr><td>E-mail til nyhedsbrev</td><td>Udsendelser, du har bedt om</td><td>Samtykke</td><td>Til du afmelder</td></tr><tr><td>Besøgsstatistik</td><td>Gøre butikken bedre</td><td>Samtykke</td><td>13 måneder</td></tr></tbody></table>
<h2>Cookies</h2><p>Nødvendige cookies holder styr på kurv og login. Statistik og markedsføring sættes først, når du har sagt ja, og valget kan ændres nederst på siden.</p>
<h2>Dine rettigheder</h2><p>Du har ret til indsigt, berigtigelse, sletning, begrænsning, dataportabilitet og indsigelse. Skriv til <a href="mailto:privatliv@anode.example">privatliv@anode.example</a>. Du kan klage til Datatilsynet.</p>`,
  ],
  'customer-service': [
    'Kundeservice',
    `<p>Her er svarene på det, vi oftest bliver spurgt om.</p><ul><li><a href="/da/shipping">Levering og fragt</a></li><li><a href="/da/returns-info">Retur og ombytning</a></li><li><a href="/da/withdrawal">Fortrydelsesret</a></li><li><a href="/da/guarantee">Reklamation</a></li><li><a href="/da/recycling">Aflever gamle batterier</a></li></ul>
<h2>Hvordan finder jeg det rigtige batteri?</h2><p>Læs nummeret på det gamle batteri, og skriv det i søgefeltet: LR44, CR2032, 364, EB-BG991ABY. Tal alene virker også. Til bilen sammenligner du Ah, koldstartsstrøm, mål og hvilken side pluspolen sidder på.</p>
<h2>Hvor er min pakke?</h2><p>Linket i forsendelsesmailen viser det. Du kan også <a href="/da/track-order">følge din ordre</a> med ordrenummer og e-mailadresse. Ring til os, hvis der ikke er sket noget i to hverdage.</p>`,
  ],
  terms: [
    'Handelsbetingelser',
    `<h2>Priser</h2><p>Alle priser er i danske kroner inklusive 25 % moms. Fragten vises, før du betaler. Mindste ordreværdi er 79 kr. Ved prisnedsættelser vises den laveste pris i de seneste 30 dage før nedsættelsen.</p>
<h2>Bestilling</h2><p>Aftalen er indgået, når vi bekræfter ordren på e-mail. Du skal være fyldt 18 år eller have en værges samtykke.</p>
<h2>Betaling</h2><p>Beløbet trækkes først, når varen afsendes. Der er ingen gebyrer for kort.</p>
<h2>Levering</h2><p>Varer på lager afsendes inden for én hverdag.</p>
<h2>Fortrydelsesret og reklamation</h2><p>Du har 14 dages <a href="/da/withdrawal">fortrydelsesret</a> efter forbrugeraftaleloven og to års <a href="/da/guarantee">reklamationsret</a> efter købeloven.</p>
<h2>Klage</h2><p>Kan vi ikke blive enige, kan du klage til Mæglingsteamet for Forbrugerklager, Nævnenes Hus, Toldboden 2, 8800 Viborg, naevneneshus.dk.</p>`,
  ],
  withdrawal: [
    'Fortrydelsesret',
    `<p>Du kan fortryde købet inden for <strong>14 dage</strong>, fra du modtog varen, uden at give en grund. Fristen er overholdt, når du sender din meddelelse, før den udløber. Det er ikke nok at nægte at modtage pakken.</p>
<h2>Sådan gør du</h2><ul><li>Udfyld formularen øverst på siden. Du læser den igennem, bekræfter og får en kvittering på e-mail.</li><li>Eller <a href="/da/my-order">åbn ordren</a> med ordrenummer og e-mailadresse, du behøver ingen konto, og vælg ”Returner noget”.</li><li>Eller skriv til <a href="mailto:kundeservice@anode.example">kundeservice@anode.example</a> eller Anode Danmark ApS, Elementvej 3, 2300 København S.</li></ul>
<h2>Pengene tilbage</h2><p>Vi tilbagebetaler hele beløbet med billigste standardlevering inden 14 dage. Vi kan vente, til varen er modtaget, eller du har vist, at den er sendt. Returneringen er gratis med fragtlabelen på din ordreside; sender du på en anden måde, betaler du returfragten. Du hæfter for værdiforringelse, hvis varen er brugt mere end nødvendigt for at prøve den.</p>
<h2>Undtagelser</h2><p>Fortrydelsesretten gælder ikke kabel, der er klippet efter din bestilling, forseglede varer, der af hygiejnehensyn ikke kan returneres, når forseglingen er brudt, eller indløste gavekort.</p>
<h2>Standardfortrydelsesformular</h2><p>Til Anode Danmark ApS: Jeg meddeler herved, at jeg ønsker at gøre fortrydelsesretten gældende for køb af følgende varer: … Bestilt / modtaget den: … Navn: … Adresse: … Dato: … Underskrift (kun på papir): …</p>`,
  ],
  imprint: [
    'Virksomhedsoplysninger',
    `${company}<p>Registreret hos Dansk Producentansvar for batterier og elektronik. Tilsyn: Forbrugerombudsmanden.</p>`,
  ],
  shipping: [
    'Levering og fragt',
    `<p>Det, du bestiller før klokken 16 på en hverdag, afsender vi samme dag.</p>
<h2>Lithium og syre</h2><p>Lithiumbatterier og batterier med syre er farligt gods. Derfor vises kun de leveringsmåder, der må tage dem, og beskadigede batterier må ikke sendes retur uden aftale.</p>`,
  ],
  recycling: [
    'Aflever gamle batterier',
    `<p>Batterier må ikke komme i restaffaldet. Symbolet med den overkrydsede skraldespand minder om det; Pb betyder bly, Cd cadmium.</p>
<h2>Hvor?</h2><ul><li>Små batterier: i batteriposen på låget af affaldsbeholderen, på genbrugspladsen eller i en kuvert til os.</li><li>Bil- og MC-batterier: på genbrugspladsen eller ved vores lagerdisk, gratis og uden køb.</li><li>Indbyggede batterier: aflever hele apparatet som elektronikaffald.</li></ul>
<h2>Hvorfor?</h2><p>Lithium, kobolt, nikkel, zink og bly kan blive til nye batterier. I naturen skader de vand og dyr. Vælg gerne genopladeligt, og opbevar køligt: så holder batterierne længere.</p><p>Sæt tape over polerne på lithium- og 9V-batterier, før du afleverer dem.</p>`,
  ],
  'returns-info': [
    'Retur og ombytning',
    `<p>Du kan returnere ubrugte varer inden for <strong>30 dage</strong>, altså længere end lovens <a href="/da/withdrawal">fortrydelsesret på 14 dage</a>, som du har derudover.</p><ul><li>Registrér returneringen på din ordreside, og vælg antal og årsag.</li><li>Udskriv følgesedlen, og læg den i pakken.</li><li>Pengene kommer inden for fem hverdage, efter at pakken er hos os.</li></ul><p>Beskadigede eller opsvulmede lithiumbatterier må ikke sendes: aflever dem på genbrugspladsen, og send os et billede.</p>`,
  ],
  guarantee: [
    'Reklamation og garanti',
    `<p>Efter købeloven har du <strong>to års</strong> reklamationsret over for fejl, der var der fra begyndelsen. Viser fejlen sig inden for det første år, formodes den at have været der ved leveringen.</p><h2>Hvad gælder for batterier?</h2><p>At et batteri mister kapacitet med årene, er ikke en fejl. At det er dødt efter én vinter, lækker, svulmer op eller for tidligt giver mindre end 80 procent af den oplyste kapacitet, er det.</p><h2>Sådan reklamerer du</h2><p>Skriv til os inden rimelig tid; inden for to måneder er altid rettidigt. Vi ombytter, reparerer eller betaler tilbage og dækker fragten.</p>`,
  ],
  'winter-campaign': [
    'Vinterkampagne',
    `<p>Når temperaturen falder, stiger værdien af et sundt batteri. I vinter sætter vi prisen ned på startbatterier, boostere og lithium, der tåler kulde.</p><ul><li><a href="/da/artiklar/batterier/bil/index.html">Bilbatterier</a></li><li><a href="/da/artiklar/koretoj/starthjaelp/index.html">Starthjælp</a></li></ul>`,
  ],
}
