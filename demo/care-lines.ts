/** The last paragraph of a description: safety and disposal. */
import { words, type Words } from './words.ts'

export type CareKind =
  | 'primary'
  | 'button'
  | 'lithium'
  | 'nimh'
  | 'liion'
  | 'device'
  | 'lead'
  | 'electronics'
  | 'mains'
  | 'light'
  | 'bulb'
  | 'alarm'
  | 'chemical'
  | 'cable'
  | 'part'
  | 'card'

export const careLines: Record<CareKind, Words> = {
  primary: words(
    'Blanda inte nya och gamla batterier och försök aldrig ladda dem. Lämna förbrukade batterier i batteriholken eller tillbaka till oss; de får inte slängas i hushållssoporna.',
    'Bland ikke nye og gamle batterier, og forsøk aldri å lade dem. Lever brukte batterier i en batteriboks eller tilbake til oss; de skal ikke i restavfallet.',
    'Neue und alte Batterien nicht mischen und nie aufladen. Verbrauchte Batterien gehören nicht in den Hausmüll: kostenlose Rückgabe im Handel, beim Wertstoffhof oder bei uns.',
    'Bland ikke nye og gamle batterier, og forsøg aldrig at oplade dem. Brugte batterier afleveres i batteriposen, på genbrugspladsen eller hos os, aldrig i restaffaldet.',
  ),
  button: words(
    'Förvaras oåtkomligt för barn. En svald knappcell kan ge livshotande skador på två timmar: ring 112 direkt. Lämna förbrukade celler i batteriinsamlingen.',
    'Oppbevares utilgjengelig for barn. En svelget knappcelle kan gi livstruende skader på to timer: ring 113 med en gang. Lever brukte celler til batteriinnsamling.',
    'Von Kindern fernhalten. Eine verschluckte Knopfzelle kann binnen zwei Stunden lebensgefährlich verletzen: sofort 112 rufen. Verbrauchte Zellen in die Batteriesammlung geben.',
    'Opbevares utilgængeligt for børn. En slugt knapcelle kan give livstruende skader på to timer: ring 112 med det samme. Aflever brugte celler til batteriindsamling.',
  ),
  lithium: words(
    'Får inte laddas, öppnas eller kortslutas. Tejpa polerna innan batteriet lämnas till insamling.',
    'Må ikke lades, åpnes eller kortsluttes. Teip polene før batteriet leveres til innsamling.',
    'Nicht aufladen, öffnen oder kurzschließen. Vor der Rückgabe die Pole mit Klebeband sichern.',
    'Må ikke oplades, åbnes eller kortsluttes. Sæt tape over polerne, før batteriet afleveres til indsamling.',
  ),
  nimh: words(
    'Ladda batterierna före första användning och använd en laddare för NiMH. Uttjänta celler lämnas till batteriinsamling och blir nya råvaror.',
    'Lad batteriene før første bruk, og bruk en lader for NiMH. Utbrukte celler leveres til batteriinnsamling og blir nye råvarer.',
    'Vor dem ersten Gebrauch laden, nur mit einem Ladegerät für NiMH. Ausgediente Zellen zurückgeben: Daraus werden neue Rohstoffe.',
    'Oplad batterierne før første brug, og brug en oplader til NiMH. Udtjente celler afleveres til batteriindsamling og bliver til nye råvarer.',
  ),
  liion: words(
    'Får inte öppnas, krossas eller värmas över 60 °C. Skickas som farligt gods klass 9. Tejpa kontakterna på ett uttjänt batteri och lämna det till insamling, aldrig i soporna.',
    'Må ikke åpnes, knuses eller varmes over 60 °C. Sendes som farlig gods klasse 9. Teip kontaktene på et utbrukt batteri og lever det til innsamling, aldri i restavfallet.',
    'Nicht öffnen, quetschen oder über 60 °C erwärmen. Versand als Gefahrgut Klasse 9. Kontakte ausgedienter Akkus abkleben und zurückgeben, nie in den Hausmüll werfen.',
    'Må ikke åbnes, knuses eller opvarmes over 60 °C. Sendes som farligt gods klasse 9. Sæt tape over kontakterne på et udtjent batteri, og aflever det til indsamling, aldrig i skraldet.',
  ),
  device: words(
    'Jämför kontakt, mått och artikelnummer med ditt gamla batteri före bytet. Uttjänta litiumbatterier tejpas över kontakterna och lämnas till insamling.',
    'Sammenlign kontakt, mål og delenummer med det gamle batteriet før byttet. Teip over kontaktene på utbrukte litiumbatterier og lever dem til innsamling.',
    'Vor dem Tausch Stecker, Maße und Teilenummer mit dem alten Akku vergleichen. Ausgediente Lithium-Akkus an den Kontakten abkleben und zurückgeben.',
    'Sammenlign stik, mål og varenummer med det gamle batteri før skiftet. Sæt tape over kontakterne på udtjente lithiumbatterier, og aflever dem til indsamling.',
  ),
  lead: words(
    'Innehåller bly och svavelsyra: bär handskar och skyddsglasögon och håll batteriet upprätt. Ditt gamla blybatteri tas emot gratis hos oss och på återvinningscentralen.',
    'Inneholder bly og svovelsyre: bruk hansker og vernebriller, og hold batteriet oppreist. Ditt gamle blybatteri tas imot gratis hos oss og på gjenvinningsstasjonen.',
    'Enthält Blei und Schwefelsäure: Handschuhe und Schutzbrille tragen, Batterie aufrecht halten. Altbatterien nehmen wir und der Wertstoffhof kostenlos zurück; Pb bedeutet Blei.',
    'Indeholder bly og svovlsyre: brug handsker og beskyttelsesbriller, og hold batteriet oprejst. Dit gamle blybatteri modtages gratis hos os og på genbrugspladsen.',
  ),
  electronics: words(
    'Uttjänt elektronik lämnas på återvinningscentralen eller till oss. Ta ut batterierna först.',
    'Utbrukt elektronikk leveres på gjenvinningsstasjonen eller til oss. Ta ut batteriene først.',
    'Altgeräte nehmen Wertstoffhof und wir kostenlos zurück. Batterien vorher entnehmen.',
    'Udtjent elektronik afleveres på genbrugspladsen eller hos os. Tag batterierne ud først.',
  ),
  mains: words(
    'CE-märkt för 100–240 V. Endast för inomhusbruk, täck inte över under laddning. Uttjänt laddare lämnas som elavfall.',
    'CE-merket for 100–240 V. Kun til innendørs bruk, må ikke tildekkes under lading. Utbrukt lader leveres som EE-avfall.',
    'CE-gekennzeichnet für 100–240 V. Nur für Innenräume, beim Laden nicht abdecken. Ausgediente Geräte gehören in die Elektroaltgeräte-Sammlung.',
    'CE-mærket til 100–240 V. Kun til indendørs brug, må ikke tildækkes under opladning. En udtjent oplader afleveres som elektronikaffald.',
  ),
  light: words(
    'Lys inte i ögonen på människor eller djur. Lampan lämnas som elavfall, batterierna för sig.',
    'Lys ikke i øynene på mennesker eller dyr. Lampen leveres som EE-avfall, batteriene for seg.',
    'Nicht in die Augen von Menschen oder Tieren leuchten. Leuchte als Elektroaltgerät, Batterien getrennt entsorgen.',
    'Lys ikke i øjnene på mennesker eller dyr. Lampen afleveres som elektronikaffald, batterierne for sig.',
  ),
  bulb: words(
    'Bryt strömmen innan du byter lampa. En trasig lampa lämnas som elavfall.',
    'Slå av strømmen før du bytter pære. En ødelagt pære leveres som EE-avfall.',
    'Vor dem Wechsel den Strom abschalten. Defekte Lampen gehören in die Elektroaltgeräte-Sammlung.',
    'Afbryd strømmen, før du skifter pære. En defekt pære afleveres som elektronikaffald.',
  ),
  alarm: words(
    'Testa varje månad med knappen och byt hela varnaren efter tio år. Lämnas som elavfall.',
    'Test hver måned med knappen, og bytt hele varsleren etter ti år. Leveres som EE-avfall.',
    'Monatlich mit der Taste prüfen und den Melder nach zehn Jahren tauschen. Entsorgung als Elektroaltgerät.',
    'Test hver måned med knappen, og udskift hele alarmen efter ti år. Afleveres som elektronikaffald.',
  ),
  chemical: words(
    'Brandfarligt. Använd i ventilerat utrymme, bryt strömmen först och läs varningstexten på burken. Tomma burkar lämnas som farligt avfall om något är kvar.',
    'Brannfarlig. Bruk på godt ventilert sted, slå av strømmen først og les advarselen på boksen. Bokser med rester leveres som farlig avfall.',
    'Entzündlich. Nur in gut belüfteten Räumen, zuvor Strom abschalten und Warnhinweise auf der Dose lesen. Dosen mit Resten zur Schadstoffsammlung geben.',
    'Brandfarlig. Brug i et ventileret rum, afbryd strømmen først, og læs advarslen på dåsen. Dåser med rester afleveres som farligt affald.',
  ),
  cable: words(
    'Dra inte kabeln över vassa kanter och byt den om höljet är skadat. Gammal kabel lämnas som elavfall, kopparn återvinns.',
    'Ikke trekk kabelen over skarpe kanter, og bytt den hvis kappen er skadet. Gammel kabel leveres som EE-avfall, kobberet gjenvinnes.',
    'Nicht über scharfe Kanten führen und bei beschädigtem Mantel ersetzen. Alte Kabel als Elektroschrott abgeben, das Kupfer wird verwertet.',
    'Træk ikke kablet over skarpe kanter, og udskift det, hvis kappen er beskadiget. Gamle kabler afleveres som elektronikaffald, kobberet genanvendes.',
  ),
  part: words(
    'Ta ut batterierna innan du byter delen. Små delar förvaras oåtkomligt för barn under tre år.',
    'Ta ut batteriene før du bytter delen. Små deler oppbevares utilgjengelig for barn under tre år.',
    'Vor dem Einbau die Batterien entnehmen. Kleinteile von Kindern unter drei Jahren fernhalten.',
    'Tag batterierne ud, før du skifter delen. Små dele opbevares utilgængeligt for børn under tre år.',
  ),
  card: words(
    'Giltigt i tre år från köpdagen. Beloppet dras av i kassan.',
    'Gyldig i tre år fra kjøpsdatoen. Beløpet trekkes fra i kassen.',
    'Drei Jahre ab Jahresende des Kaufs gültig. Der Betrag wird an der Kasse abgezogen.',
    'Gyldigt i tre år fra købsdagen. Beløbet trækkes fra, når du betaler.',
  ),
}
