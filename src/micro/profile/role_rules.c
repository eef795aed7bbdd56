/*
 * role_rules.c - words in names of columns and the roles they speak for.
 *
 * English, German, French, Spanish, Italian and Dutch words, without accents.  The first
 * rule that fits decides, so what is narrow stands before what is wide: "household size"
 * before "household", "region" before "name".  A word that often means something else
 * must have the right values too, or is left out.
 */
#include "micro/profile/role.h"

/* Too many values to be a property of an address or name, such as "has e-mail". */
static bool is_varied(const tacit_profile *p)
{
    return tacit_profile_present(p) < 20 || p->distinct > 5;
}

static bool is_number(const tacit_profile *p)
{
    return (p->type & TACIT_TYPE_NUMBER) != 0;
}

/* Weights are numbers above 0, and everybody has one. */
static bool is_weight(const tacit_profile *p)
{
    return is_number(p) && p->least > 0.0 && p->missing == 0;
}

static bool is_real_weight(const tacit_profile *p)
{
    return is_weight(p) && p->type == TACIT_TYPE_REAL;
}

/* Groups of a few records each. */
static bool is_small_groups(const tacit_profile *p)
{
    const double uniqueness = tacit_profile_uniqueness(p);
    return uniqueness < 1.0 && uniqueness >= 0.05;
}

/* Groups of records, of whatever size. */
static bool is_groups(const tacit_profile *p)
{
    return p->distinct > 1 && p->distinct < tacit_profile_present(p);
}

/* Measurements differ without naming anybody. */
static bool is_all_different(const tacit_profile *p)
{
    return p->type != TACIT_TYPE_REAL && p->distinct > 1 && p->distinct == tacit_profile_present(p);
}

static bool is_date(const tacit_profile *p)
{
    return p->type == TACIT_TYPE_DATE || p->pattern == TACIT_PATTERN_DATE;
}

/* A date, or a number such as a year. */
static bool is_time(const tacit_profile *p)
{
    return is_number(p) || is_date(p);
}

/* Few values: categories, whether written as texts or as numbers. */
static bool is_few(const tacit_profile *p)
{
    return p->type != TACIT_TYPE_DATE && p->pattern != TACIT_PATTERN_DATE && p->distinct <= 30;
}

/* A part of a date of birth, as a number: the names of such columns are short. */
static bool is_part_of_date(const tacit_profile *p)
{
    return p->type == TACIT_TYPE_INTEGER && p->least >= 1.0 && p->most <= 2100.0;
}

#define IDENTIFIER TACIT_ROLE_IDENTIFIER
#define KEY TACIT_ROLE_KEY
#define SENSITIVE TACIT_ROLE_SENSITIVE
#define HIGH TACIT_CONFIDENCE_HIGH
#define MEDIUM TACIT_CONFIDENCE_MEDIUM
#define LOW TACIT_CONFIDENCE_LOW

const tacit_role_rule TACIT_ROLE_RULES[] = {
    /* counts of persons, and bodies that can be seen */
    { "household size|hh size|hhsize|family size|size of household|household members|"
      "haushaltsgroesse|haushaltsgrosse|taille menage|tamano hogar|children|kids|enfants|hijos|"
      "figli|kinderen|anzahl kinder|siblings",
      KEY, MEDIUM, TACIT_KIND_COUNT, NULL },
    { "body weight|birth weight|birthweight|weight kg|weight lb|weight lbs|gewicht "
      "kg|height|koerpergroesse|korpergrosse|"
      "eye color|eye colour|hair color|hair colour",
      KEY, MEDIUM, TACIT_KIND_SIZE, NULL },

    /* how the sample was drawn */
    { "sampling weight|sampling weights|sample weight|survey weight|design weight|sampweight|"
      "person weight|person weights|final weight",
      TACIT_ROLE_WEIGHT, HIGH, TACIT_KIND_OTHER, is_weight },
    { "household weight|household weights|hh weight|hhweight", TACIT_ROLE_WEIGHT, MEDIUM,
      TACIT_KIND_OTHER, is_weight },
    { "weight|weights|wgt|wgts|wt|wts|pweight|pweights|fweight|fnlwgt|finalwgt|sampweight|"
      "gewicht|gewichtung|hochrechnungsfaktor|poids|ponderation|ponderacion|peso|pesi|weging|"
      "=w|=pw|=wi",
      TACIT_ROLE_WEIGHT, HIGH, TACIT_KIND_OTHER, is_real_weight },
    { "weight|weights|wgt|wgts|pweight|pweights|fweight|fnlwgt|finalwgt|sampweight|gewichtung|"
      "hochrechnungsfaktor|ponderation|ponderacion|weging",
      TACIT_ROLE_WEIGHT, MEDIUM, TACIT_KIND_OTHER, is_weight },
    { "stratum|strata|strat|schicht|schichtung|strate|estrato|strato", TACIT_ROLE_STRATA, HIGH,
      TACIT_KIND_OTHER, NULL },

    { "psu|ssu|cluster*|klumpen|grappe|conglomerado|sampling unit|sampling point|sample point|"
      "primary unit|enumeration area|segment id|school id|schoolid|school nr|school no|schulnummer|"
      "class id|classid|classroom id|teacher id|hospital id|clinic id|practice id|ward id|"
      "employer id|employer nr|firm id|firmid|company id|establishment id|plant id|interviewer*|"
      "building id|dwelling id|address id|site id|centre id|center id",
      TACIT_ROLE_CLUSTER, HIGH, TACIT_KIND_OTHER, is_groups },

    /* what names a person, an account, a device or a dwelling */
    { "ssn|social security*|nin|national insurance*|national id|nationalid|passport*|reisepass*|"
      "passeport|pasaporte|passaporto|paspoort|ausweis*|personalausweis*|identity card|id card|"
      "dni|nif|bsn|burgerservicenummer|codice fiscale|codicefiscale|cpf|pesel|cpr|ahv*|"
      "tax id|tax number|taxpayer*|steuernummer|steuerid|steuer id|sozialversicherungs*|"
      "versichertennummer|insurance number|mrn|medical record|patientennummer|kundennummer|"
      "personid|person id|patient id|customer id|client id|user id|userid|account id|"
      "driver licence|driver license|drivers licence|drivers license|fuehrerschein*",
      IDENTIFIER, HIGH, TACIT_KIND_OTHER, is_varied },
    { "email*|e mail|mail|courriel|correo|phone*|telephone*|telefon*|telefoon*|tel|mobile|mobil|"
      "handy*|cell|cellphone|cellulare|movil|gsm|fax|ip|ipaddress|ip address|mac address|imei|"
      "url|website|homepage|username|user name|nickname|twitter|facebook|instagram|latitude|"
      "longitude|lat|lon|lng|gps|coordinates|coordinate",
      IDENTIFIER, HIGH, TACIT_KIND_OTHER, is_varied },
    { "iban|account number|account no|account nr|accountnumber|kontonummer|konto nr|rekeningnummer|"
      "numero compte|numero cuenta|credit card|card number|cardnumber|kreditkarte*|=account|"
      "=konto|=compte|=cuenta|=conto|plate|licence plate|license plate|licenceplate|licenseplate|"
      "kennzeichen|immatriculation|matricula|targa|kenteken|vin",
      IDENTIFIER, HIGH, TACIT_KIND_OTHER, is_varied },
    { "surname*|lastname|last name|fname|lname|firstname|first name|given name|givenname|family "
      "name|forename*|"
      "full name|fullname|maiden name|birth name|middle name|initials|nachname|vorname|"
      "familienname|geburtsname|prenom|nom|apellido*|nombre|cognome|achternaam|voornaam",
      IDENTIFIER, HIGH, TACIT_KIND_OTHER, is_varied },
    { "address*|addr|adresse|adres|anschrift|indirizzo|direccion|street*|strasse|rue|calle|straat|"
      "house number|housenumber|hausnummer|huisnummer|domicile",
      IDENTIFIER, HIGH, TACIT_KIND_OTHER, is_varied },

    /* time */
    { "cause of death|todesursache|cause deces", SENSITIVE, HIGH, TACIT_KIND_OTHER, NULL },
    { "age|ages|agegroup|alter|altersgruppe|edad|eta|leeftijd", KEY, HIGH, TACIT_KIND_AGE, NULL },
    { "birth*|born|dob|yob|geburt*|geboren|naissance|nacimiento|nascita|geboorte*", KEY, HIGH,
      TACIT_KIND_BIRTH, is_time },
    { "=by|=bm|=bd|=byear|=bmonth|=bday", KEY, HIGH, TACIT_KIND_BIRTH, is_part_of_date },
    { "zip*|postcode*|postal*|plz|postleitzahl|code postal|codepostal|codigo postal|=cp|=cap", KEY,
      HIGH, TACIT_KIND_POSTCODE, NULL },

    /* what must not be learnt */
    { "death|deaths|died|dead|deceased|verstorben*|gestorben|deces|fallecid*|muerte|morto|"
      "mortality|"
      "fatal*|surviv*|vital status|vitalstatus",
      SENSITIVE, HIGH, TACIT_KIND_OTHER, is_few },
    { "diagnos*|icd|disease*|illness*|health*|krank*|gesundheit*|maladie*|sante|enfermedad*|salud|"
      "malattia|salute|ziekte*|gezondheid|symptom*|treatment*|therap*|medication*|medicine*|drug*|"
      "prescription*|hiv|aids|cancer|krebs|tumor|tumour|mental*|psych*|depress*|pregnan*|"
      "schwanger*|abortion*|blood*|genetic*|genotype|dna|allerg*|vaccin*|impf*|disab*|behinder*|"
      "handicap*|injur*|verletz*|smok*|alcohol*|addict*|suicide*|surgery|bmi",
      SENSITIVE, HIGH, TACIT_KIND_OTHER, NULL },
    { "crime*|criminal*|offence*|offense*|convict*|arrest*|straftat*|delit*|delito*|reato|misdaad|"
      "vote*|voting|votes|partei*|wahl*|politic*|politique|gewerkschaft*|trade union|sexual*|"
      "bankrupt*|insolven*|fraud*|violence|abuse|=party",
      SENSITIVE, HIGH, TACIT_KIND_OTHER, NULL },
    { "income*|salary|salaries|wage|wages|earning*|payroll|*einkommen*|*gehalt|gehalt*|*lohn|lohn*|"
      "revenu*|"
      "salaire*|ingreso*|salario|reddito|stipendio|inkomen|wealth|vermoegen*|vermogen|net worth|"
      "networth|debt|debts|schulden|dette|dettes|deuda*|debito|debiti|saving*|erspar*|epargne|"
      "ahorro*|risparmi*|loan*|kredit|mortgage*|hypothek*|turnover|umsatz*",
      SENSITIVE, HIGH, TACIT_KIND_MONEY, NULL },
    { "spending|expend*|expens*|ausgaben|depenses|gasto*|spese|uitgaven|consumption|assets|credit|"
      "rent|miete|loyer|alquiler|affitto|huur|balance|saldo|tax|taxes|steuern|impot*|pension*|"
      "benefit*|capital gain*|capital loss*|profit*|gewinn|amount|betrag|montant|importe|cost|"
      "costs|*kosten|claim|claims|pay|charge|charges|fee|fees|premium|money|*revenue|*sales|*tax|"
      "funds|capital|treasury|=inc",
      SENSITIVE, MEDIUM, TACIT_KIND_MONEY, NULL },

    /* what others may know */
    { "sex|gender|=male|=female|geschlecht|sexe|genre|sexo|genero|sesso|genere|geslacht", KEY, HIGH,
      TACIT_KIND_OTHER, NULL },
    { "region*|municipalit*|gemeinde*|kommune|commune|municipio|comune|gemeente|county|district*|"
      "bezirk*|kreis|landkreis|departement|canton|kanton|province*|provinc*|provinz|state|"
      "bundesland|land|city|town|village|ort|wohnort|stadt|ville|ciudad|citta|stad|plaats|country*|"
      "pays|pais|paese|nuts*|area|urban*|rural*|urbrur|urb|=reg|degurba|tract|borough|parish|ward|"
      "locality|"
      "residence|birthplace|geburtsort|birth*|geburt*",
      KEY, HIGH, TACIT_KIND_CODE, NULL },
    { "nationalit*|nacionalidad|nazionalita|nationaliteit|staatsang*|citizen*|cittadinanza|"
      "ethnic*|etnic*|etni|hispanic|race|migration*|herkunft|origin|native|language*|sprache*|"
      "muttersprache|langue|"
      "lengua|idioma|lingua|religion*|religi*|konfession|confession|faith|godsdienst",
      KEY, HIGH, TACIT_KIND_OTHER, NULL },
    { "occupation*|occupcode|occucode|occup|isco*|nace|isic|beruf*|profession*|ocupacion|beroep|"
      "metier",
      KEY, HIGH, TACIT_KIND_CODE, NULL },
    { "marital*|married|marstat|marst|civil "
      "status|civil|hhcivil|civstat|zivilstand|familienstand|etat civil|estado civil|stato civile|"
      "burgerlijke staat|education*|edu|educ|isced|school*|schul*|bildung*|diploma|degree|"
      "qualification*|etudes|educacion|estudios|istruzione|opleiding|job|employer|"
      "arbeitgeber|workclass|work class",
      KEY, HIGH, TACIT_KIND_OTHER, NULL },
    { "admission*|admitted|discharge*|aufnahme*|entlass*|death|died|deceased|sterbe*|tod|deces|"
      "hire*|hired|enrol*|arrival|date|datum|fecha|visit*",
      KEY, MEDIUM, TACIT_KIND_OTHER, is_date },
    { "relation|relationship|relat|relate|relhead|related|verwandtschaft*|institution|inst|"
      "hospital|"
      "clinic",
      KEY, MEDIUM, TACIT_KIND_OTHER, is_few },
    { "dwelling*|housing|tenure|roof*|wall|walls|floor|water|toilet|electric*|electcon|sanitation|"
      "rooms|cooking|heating|ownership|car|cars|vehicle*|industry|sector|branche*|farm",
      KEY, MEDIUM, TACIT_KIND_OTHER, is_few },
    { "relation|relationship|employment*|erwerb*|labour*|labor|dwelling*|housing|tenure|vehicle*|"
      "industry|sector|branche*",
      KEY, LOW, TACIT_KIND_OTHER, NULL },

    /* what came of a person; after the statuses that others see */
    { "status|event|outcome|censor*|relapse*|remission|recurrence|condition*|verdict|sentence",
      SENSITIVE, MEDIUM, TACIT_KIND_OTHER, is_few },
    { "trt|=arm|treated|=stage|grade|reason|reasons|*grund|kundigung*|kuendigung*|dismissal*",
      SENSITIVE, LOW, TACIT_KIND_OTHER, is_few },

    /* numbers of things: households, records, and others that several records share */
    { "hid|hhid|hhnr|hh|household*|haushalt*|menage|hogar|huishouden|family id|familia|famiglia",
      TACIT_ROLE_HOUSEHOLD, HIGH, TACIT_KIND_OTHER, is_small_groups },
    { "id|ids|uid|uuid|guid|pid|nr|no|num|number|nummer|numero|code|key|ref|reference|record|"
      "serial|=index|=idx|=row|hid|hhid|hhnr|household*|haushalt*|*nr|*nummer|*number|*kennung",
      IDENTIFIER, HIGH, TACIT_KIND_OTHER, is_all_different },
    { "id|ids|uid|uuid|guid|pid|nr|ref|serial|nummer|numero", TACIT_ROLE_CLUSTER, MEDIUM,
      TACIT_KIND_OTHER, is_small_groups },
    { "*id|*nr|*nummer", TACIT_ROLE_CLUSTER, LOW, TACIT_KIND_OTHER, is_small_groups },
    { "ident|identity", IDENTIFIER, MEDIUM, TACIT_KIND_OTHER, is_varied },
    { "name|names|naam|nome|*name", IDENTIFIER, MEDIUM, TACIT_KIND_OTHER, is_varied },
};

const size_t TACIT_ROLE_RULE_COUNT = sizeof TACIT_ROLE_RULES / sizeof TACIT_ROLE_RULES[0];
