/** Content pages of the Swedish store. The company is invented. */
import type { PageText } from './page-text.ts'

const company = `<p><strong>Anode Sverige AB</strong><br>Batterigatan 4<br>112 51 Stockholm</p>
<p>Organisationsnummer: 559000-0000<br>Momsregistreringsnummer: SE559000000001<br>Säte: Stockholm</p>
<p>Telefon: <a href="tel:+46844681030">+46 8 446 810 30</a><br>E-post: <a href="mailto:kundservice@anode.example">kundservice@anode.example</a></p>`

export const pagesSv: Record<string, PageText> = {
  about: [
    'Om Anode',
    `<p>Anode säljer batterier, reservdelar och tillbehör till det du redan äger. Vi började 2009 med knappceller till klockor och har i dag ett lager i Stockholm med cellerna för allt från hörapparater till solcellsanläggningar.</p>
<h2>Det vi bryr oss om</h2><ul><li><strong>Att det passar.</strong> Varje batteri till en telefon, dator eller maskin är kopplat till de modeller det är provat i.</li><li><strong>Att det är färskt.</strong> Lagret håller 15 °C och äldsta datum går ut först.</li><li><strong>Att det tas om hand.</strong> Vi tar emot gamla batterier utan kostnad, oavsett var de är köpta.</li></ul>
<p>Beställningar före klockan 16 på vardagar lämnar lagret samma dag. Vi som svarar i telefon har själva bytt batteri i det du undrar över.</p>`,
  ],
  contact: [
    'Kontakta oss',
    `<p>Ring, skriv eller kom förbi. Har du numret på det gamla batteriet går det fortast.</p>
<table><tbody><tr><th>Telefon</th><td><a href="tel:+46844681030">+46 8 446 810 30</a>, vardagar 8–17</td></tr><tr><th>E-post</th><td><a href="mailto:kundservice@anode.example">kundservice@anode.example</a>, svar inom en arbetsdag</td></tr><tr><th>Besök och returer</th><td>Batterigatan 4, 112 51 Stockholm</td></tr></tbody></table>
<h2>Företag</h2><p>Företag, kommuner och skolor kan handla mot faktura och se priser utan moms. Skriv till <a href="mailto:foretag@anode.example">foretag@anode.example</a>.</p>`,
  ],
  privacy: [
    'Integritetspolicy',
    `<p>Anode Sverige AB är personuppgiftsansvarig för uppgifter som du lämnar här.</p>
<h2>Vad vi behandlar och varför</h2><table><thead><tr><th>Uppgift</th><th>Ändamål</th><th>Rättslig grund</th><th>Tid</th></tr></thead><tbody><tr><td>Namn, adress, e-post, telefon</td><td>Leverera din order</td><td>Avtal</td><td>3 år efter köpet (reklamation)</td></tr><tr><td>Orderrader och betalning</td><td>Bokföring</td><td>Rättslig förpliktelse</td><td>7 år</td></tr><tr><td>E-post för nyhetsbrev</td><td>Utskick du bett om</td><td>Samtycke</td><td>Tills du avslutar</td></tr><tr><td>Besöksstatistik</td><td>Göra butiken bättre</td><td>Samtycke</td><td>13 månader</td></tr></tbody></table>
<h2>Kakor</h2><p>Nödvändiga kakor håller ordning på varukorg och inloggning. Statistik och marknadsföring sätts först när du sagt ja, och ditt val kan ändras när som helst längst ned på sidan.</p>
<h2>Dina rättigheter</h2><p>Du har rätt till registerutdrag, rättelse, radering, begränsning, dataportabilitet och invändning. Skriv till <a href="mailto:integritet@anode.example">integritet@anode.example</a>. Klagomål lämnas till Integritetsskyddsmyndigheten.</p>`,
  ],
  'customer-service': [
    'Kundservice',
    `<p>Här finns svaren på det vi oftast får frågor om.</p><ul><li><a href="/sv/shipping">Leverans och frakt</a></li><li><a href="/sv/returns-info">Retur och byte</a></li><li><a href="/sv/withdrawal">Ångerrätt</a></li><li><a href="/sv/guarantee">Reklamation</a></li><li><a href="/sv/recycling">Lämna gamla batterier</a></li></ul>
<h2>Hur hittar jag rätt batteri?</h2><p>Läs numret på det gamla batteriet och skriv in det i sökfältet: LR44, CR2032, 364, EB-BG991ABY. Bara siffror fungerar också. Till bilen jämför du Ah, kallstartström, mått och vilken sida pluspolen sitter på.</p>
<h2>Var är mitt paket?</h2><p>Länken i leveransmejlet visar var det är. Du kan också <a href="/sv/track-order">spåra din order</a> med ordernummer och e-postadress. Ring oss om inget har hänt på två vardagar.</p>`,
  ],
  terms: [
    'Köpvillkor',
    `<h2>Priser</h2><p>Alla priser är i svenska kronor inklusive 25 % moms. Frakt visas i kassan innan du betalar. Minsta ordervärde är 99 kr. Vid prissänkningar visas det lägsta priset de senaste 30 dagarna före sänkningen.</p>
<h2>Beställning</h2><p>Avtalet sluts när vi bekräftar ordern med e-post. Du måste ha fyllt 18 år för att handla mot faktura eller delbetalning.</p>
<h2>Betalning</h2><p>Betalsätt utan kredit visas först i kassan. Inga avgifter tillkommer för kort.</p>
<h2>Leverans</h2><p>Varor i lager skickas inom en arbetsdag. Är vi mer än 30 dagar sena får du häva köpet.</p>
<h2>Ångerrätt och reklamation</h2><p>Du har 14 dagars <a href="/sv/withdrawal">ångerrätt</a> enligt lag (2005:59) och tre års <a href="/sv/guarantee">reklamationsrätt</a> enligt konsumentköplagen (2022:260).</p>
<h2>Tvist</h2><p>Kan vi inte komma överens följer vi Allmänna reklamationsnämndens rekommendation: ARN, Box 174, 101 23 Stockholm, arn.se.</p>`,
  ],
  withdrawal: [
    'Ångerrätt',
    `<p>Du har rätt att frånträda avtalet inom <strong>14 dagar</strong> från den dag du fick varan, utan att ange något skäl. Fristen är iakttagen om du skickar ditt meddelande innan den löpt ut.</p>
<h2>Så gör du</h2><ul><li>Fyll i formuläret överst på sidan. Du läser igenom, bekräftar och får ett kvitto med e-post.</li><li>Eller <a href="/sv/my-order">öppna ordern</a> med ordernummer och e-postadress, inget konto behövs, och välj ”Returnera något”.</li><li>Eller skriv till <a href="mailto:kundservice@anode.example">kundservice@anode.example</a> eller Anode Sverige AB, Batterigatan 4, 112 51 Stockholm.</li></ul>
<h2>Pengarna tillbaka</h2><p>Vi betalar tillbaka hela beloppet inklusive billigaste standardfrakt inom 14 dagar. Vi får vänta tills varan är här eller du visat att den är skickad. Returen är gratis med fraktetiketten på din ordersida; skickar du på annat sätt betalar du returfrakten. Du ansvarar för värdeminskning om varan använts mer än vad som behövs för att prova den.</p>
<h2>Undantag</h2><p>Ångerrätten gäller inte kabel som kapats efter din längd på beställning, förseglade varor som av hygienskäl inte kan lämnas tillbaka om förseglingen brutits, eller inlösta presentkort.</p>
<h2>Standardformulär</h2><p>Till Anode Sverige AB: Jag meddelar härmed att jag frånträder mitt köp av följande varor: … Beställt den / mottaget den: … Namn: … Adress: … Datum: … Underskrift (endast på papper): …</p>`,
  ],
  imprint: [
    'Företagsuppgifter',
    `${company}<p>Ansvarig för producentansvar: registrerad hos Naturvårdsverket för batterier och elutrustning. Tillsyn över marknadsföringen utövas av Konsumentverket.</p>`,
  ],
  shipping: [
    'Leverans och frakt',
    `<p>Det du beställer före klockan 16 på en vardag skickar vi samma dag.</p>
<h2>Litium och syra</h2><p>Litiumbatterier och batterier med syra är farligt gods. Därför visas bara de leveranssätt som får ta dem, och trasiga batterier får inte skickas i retur utan att vi talats vid först.</p>`,
  ],
  recycling: [
    'Lämna gamla batterier',
    `<p>Batterier får inte slängas i soporna. Symbolen med den överkryssade soptunnan påminner om det; Pb betyder bly, Cd kadmium.</p>
<h2>Var?</h2><ul><li>Småbatterier: batteriholken, återvinningscentralen eller i ett kuvert till oss.</li><li>Bil- och MC-batterier: återvinningscentralen eller vår lagerdisk, utan kostnad och utan köp.</li><li>Inbyggda batterier: lämna hela apparaten som elavfall.</li></ul>
<h2>Varför?</h2><p>Litium, kobolt, nickel, zink och bly kan bli nya batterier. Hamnar de i naturen skadar de vatten och djur. Köp gärna laddningsbart, ladda klart och lagra svalt: då räcker batterierna längre.</p><p>Tejpa polerna på litium- och 9V-batterier innan du lämnar dem.</p>`,
  ],
  'returns-info': [
    'Retur och byte',
    `<p>Du kan returnera oanvända varor inom <strong>30 dagar</strong>, alltså längre än lagens <a href="/sv/withdrawal">ångerrätt på 14 dagar</a>, som du har dessutom.</p><ul><li>Registrera returen på din ordersida och välj antal och orsak.</li><li>Skriv ut följesedeln och lägg den i paketet.</li><li>Pengarna kommer inom fem arbetsdagar efter att paketet nått oss.</li></ul><p>Skadade eller svällda litiumbatterier får inte skickas: lämna dem på återvinningscentralen och hör av dig med en bild.</p>`,
  ],
  guarantee: [
    'Reklamation och garanti',
    `<p>Enligt konsumentköplagen har du <strong>tre års</strong> reklamationsrätt för fel som fanns från början. Visar sig felet inom två år antas det ha funnits vid leveransen.</p><h2>Vad gäller för batterier?</h2><p>Att ett batteri tappar kapacitet med åren är inget fel. Att det är dött efter en vinter, läcker, sväller eller ger mindre än 80 procent av angiven kapacitet inom garantitiden är det.</p><h2>Så reklamerar du</h2><p>Skriv till oss inom skälig tid; inom två månader är alltid i tid. Vi byter, lagar eller betalar tillbaka och står för frakten.</p>`,
  ],
  'winter-campaign': [
    'Vinterkampanj',
    `<p>När kvicksilvret faller stiger värdet av ett friskt batteri. I vinter sänker vi priset på startbatterier, boosters och litium som tål kyla.</p><ul><li><a href="/sv/artiklar/batterier/bil/index.html">Bilbatterier</a></li><li><a href="/sv/artiklar/fordon/starthjalp/index.html">Starthjälp</a></li></ul>`,
  ],
}
