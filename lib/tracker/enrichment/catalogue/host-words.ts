import { processWide } from "@/lib/platform/process-wide";

/**
 * What hosts that no list has are about, by the words that they are made of, as in `sites.ts`: `-word-` matches every
 * host with that word between hyphens, `-*zeitung-` every one with a longer word that ends like that, `-diario*-` one
 * with a longer word that begins so (of at least four letters); a word alone is the last part of a host. The longest
 * one wins, and every site that is listed wins over all of these.
 *
 * Words that developers call their own hosts by (`shop`, `jobs`, `news`, `library`) stay out.
 *
 * Governments and towns are personal: whoever looks at their own week sees an errand there, such as a passport or a car,
 * and an errand is no project's time. Their open data, laws and statistics are listed by what they are, and companies
 * whose work it is write a rule.
 */
export const HOST_WORDS = `
sensitive | -*versicherung- -*versicherungen- -versicherung- -versicherungen- -insurance- -*insurance- -assurances- -*assurances- -mutuelle- -*mutuelle- -seguros- -*seguros- -seguros*- -verzekering- -verzekeringen- -*verzekering- -*verzekeringen- -assicurazioni- -*assicurazioni- -ubezpieczenia- -*ubezpieczenia- -forsikring- -*forsikring- -forsakring- -*forsakring- -vakuutus- -sigorta- -*sigorta- -aok- -*krankenkasse- -fascicolosanitario- -patientendossier- -patientenakte-
sensitive | -*klinik- -kliniken- -*kliniken- -*klinikum- -*krankenhaus- -spital- -*spital- -*hospital- -*hospitals- -clinic- -*clinic- -clinics- -*clinics- -clinica- -*clinica- -clinique- -*clinique- -polyclinique- -hopital- -hopitaux- -ospedale- -ziekenhuis- -*ziekenhuis- -sykehus- -sygehus- -sjukhus- -sairaala- -szpital- -apotheken- -*apotheke- -*apotheken- -apotheek- -*apotheek- -apothek- -apotek- -apteka- -*pharmacy- -pharmacies- -pharmacie- -*pharmacie- -farmacia- -*farmacia- -drogasil- -*zahnarzt- -zahnarztpraxis- -zahnaerzte- -dentist- -dentists- -*dental- -dental*- -orthodont*- -arzt- -aerzte- -*arztpraxis- -frauenarzt- -kinderarzt- -hausarztpraxis- -gemeinschaftspraxis- -psychotherap*- -physiotherap*- -osteopath*- -radiolog*- -dermatolog*- -cardiolog*- -kardiolog*- -onkolog*- -oncolog*- -gynaekolog*- -*healthcare- -medicalcenter- -*medicalcenter- -rehaklinik- -hospice- -hospiz-
sensitive | -ksk- -creditunion- -*creditunion- -federalcreditunion- -*sparkasse- -raiffeisen*- -volksbanken- -bausparkasse- -*bausparkasse-
sensitive | insurance insure hospital clinic dental dentist doctor health healthcare pharmacy hiv surgery loans loan mortgage creditcard creditunion porn sex sexy xxx adult dating
learn | -universi*- -univ- -*university- -*universitaet- -*universiteit- -*universitet- -*universidad- -*universidade- -hochschule*- -fachhochschule*- -*hochschule- -volkshochschule- -*volkshochschule- -vhs- -gymnasium- -*gymnasium- -grundschule- -realschule- -gesamtschule- -oberschule- -musikschule- -fahrschule- -tanzschule- -*schule- -schulen- -highschool- -*highschool- -schools- -*schools- -*school- -college- -*college- -colleges- -lycee- -ecole- -ecole*- -escuela- -colegio- -escola- -scuola- -szkola- -academy- -*academy- -akademie- -*akademie- -academie- -*academie- -akademia- -*akademia- -bibliothek- -*bibliothek- -bibliotheek- -bibliotheque- -mediatheque- -biblioteca- -biblioteka- -stadtbibliothek- -stadtbuecherei- -publiclibrary- -*publiclibrary- -countylibrary- -openlibrary-
learn | -*dictionary- -*dictionaries- -*woerterbuch- -*sanakirja- -dictionnaire- -diccionario- -dicionario- -dizionario- -woordenboek- -ordbok- -slovnik- -*pedia-
learn | university school schule academy college education courses
personal.news | -*zeitung- -zeitung- -*nachrichten- -nachrichten- -anzeiger- -*anzeiger- -tagblatt- -*tagblatt- -tageblatt- -*tageblatt- -wochenblatt- -bote- -*wochenblatt- -kurier- -*kurier- -rundschau- -*rundschau- -herald- -*herald- -tribune- -*tribune- -gazette- -*gazette- -telegraph- -*telegraph- -*chronicle- -*observer- -*dispatch- -*inquirer- -*newspaper- -newspaper- -*news- -*dailynews- -*magazine- -dagblad- -*dagblad- -tidning- -*tidningen- -tidende- -*tidende- -*avisa- -gazeta- -gazeta*- -gazzetta- -gazzetta*- -corriere- -corriere*- -giornale- -*giornale- -gazete- -*gazete- -*gazetesi- -jornal- -jornal*- -diario- -diario*- -eldiario*- -*diario- -periodico- -elperiodico*- -noticias- -noticias*- -*noticias- -noticia- -journaldes*- -lejournal*- -*presse- -*latimes- -*dailytimes-
personal.news | news
personal.music | -*radio- -radio*- -podcasts- -*podcast- -*podcasts- -*lyrics- -songtexte- -karaoke-
personal.music | fm radio
personal.video | tv movie film
personal | gov mil government
personal | -stadt- -stadtverwaltung- -gemeinde- -landkreis- -landratsamt- -rathaus- -buergeramt- -buergerservice- -stadtwerke- -*stadtwerke- -mairie- -prefecture- -ayuntamiento- -ayto- -comune- -municipio- -municipalidad- -prefeitura- -gemeente- -kommune- -cityof*- -countyof*- -townof*- -*county- -policia- -polizei- -police-
personal | -airlines- -*airlines- -*airline- -airways- -*airways- -airport- -*airport- -airports- -flughafen- -aeroport- -aeropuerto- -aeroporto- -*flights- -*hotel- -*hotels- -hostel- -*hostel- -hostels- -*resort- -*resorts- -camping- -*camping- -camping*- -tourism- -tourism*- -*tourism- -tourismus- -*tourismus- -turismo- -*turismo- -tourisme- -*tourisme- -*travel- -travel*- -reisen- -*reisen- -reisebuero- -urlaub- -*urlaub- -ferien- -ferienwohnung- -ferienhaus- -*vacations- -*holidays- -voyage- -voyages- -*voyages- -viajes- -viagens- -*cruises- -kreuzfahrt- -kreuzfahrten- -mietwagen- -rentacar- -*rentacar- -carrental-
personal | -immobilien- -*immobilien- -immobilier- -*immobilier- -inmobiliaria- -imoveis- -*imoveis- -immobiliare- -*immobiliare- -*realestate- -*realty- -*wohnungen- -wetter- -*wetter- -*weather- -meteo- -*meteo- -pogoda- -eltiempo- -rezepte- -*rezepte- -*recipes- -recettes- -recetas- -*recetas- -receitas- -ricette- -*ricette- -*cooking- -*restaurant- -*restaurants- -ristorante- -restaurante- -pizzeria- -pizza- -*pizza- -pizza*- -*fitness- -fitness*- -*yoga- -yoga*- -fussball- -*fussball- -futbol- -*football- -football*- -*tennis- -golfclub- -*golfclub- -bundesliga-
personal | -casino- -*casino- -casino*- -poker- -*poker- -poker*- -lotto- -*lotto- -lotto*- -lottery- -*lottery- -loterie- -loteria- -sportwetten- -*sportwetten- -*gaming- -*spiele- -jeux- -*jeux- -juegos- -*juegos- -jogos- -kino- -*kino- -*cinema- -cinemas- -cineplex- -*theater- -*theatre- -museum- -*museum- -museum*- -museums- -musee- -museo- -museu- -tierpark- -tierheim- -tierarzt- -*tierarzt- -*horoscope- -horoskop- -astrology- -karriere- -*karriere- -jobboerse- -*jobboerse- -stellenmarkt- -*stellenmarkt- -stellenangebote- -*stellenanzeigen- -stellenanzeigen- -*emploi- -empleo- -*empleo- -empleos- -empregos- -lavoro- -campingplatz-
personal | hotel hotels travel flights holiday vacations voyage tours cruises restaurant recipes casino poker bet games gaming jobs careers museum realestate apartments fitness yoga football soccer golf tennis wedding church
personal.shopping | -onlineshop- -*onlineshop- -webshop- -*webshop- -versandhaus- -*versand- -supermarkt- -supermarket- -*supermarket- -supermercado- -supermercados- -supermarche- -*outlet- -baumarkt- -*baumarkt- -biomarkt- -getraenkemarkt- -*boutique- -buchhandlung- -*buchhandlung- -buecher- -bookstore- -*bookstore- -bookshop- -*bookshop- -librairie- -*librairie- -libreria- -*libreria- -livraria- -moebel- -*moebel- -moebel*- -moebelhaus- -meubles- -muebles- -*furniture- -*fashion- -*shoes- -schuhe- -*schuhe- -zapatos- -chaussures- -*jewelry- -jewellery- -juwelier- -schmuck- -*schmuck- -parfum- -parfuemerie- -*parfum- -*cosmetics- -blumen- -*blumen- -*flowers- -florist- -*toys- -spielzeug- -*spielzeug- -juguetes- -jouets- -fahrrad- -*fahrrad- -sneakers- -*sneakers-
personal.shopping | boutique shoes jewelry fashion clothing diamonds florist flowers gifts furniture
dev.local | -staging- -*staging- -preprod- -uat- -preview- -git-
dev.ops | -status- -*status- -*hosting-
dev.ops | hosting
dev.reference | -*docs- -docs-
biz.finance | -steuer- -*steuer- -steuern- -steuerberater- -steuerberatung- -finanzamt- -finanzaemter- -buchhaltung-
biz.hr | -recruitment- -*recruitment- -personalberatung- -zeitarbeit- -headhunter-
`;

/** What longer words of hosts begin or end with, so that no other part is looked for. */
export function partsOfHostWords(): { beginnings: ReadonlySet<string>; endings: ReadonlySet<string> } {
  return processWide("catalogue-host-words", () => {
    const allOf = (pattern: RegExp) =>
      new Set(Array.from(HOST_WORDS.matchAll(pattern), ([, part = ""]) => part));
    return { beginnings: allOf(/ -([a-z]+)\*-/g), endings: allOf(/ -\*([a-z]+)-/g) };
  });
}
