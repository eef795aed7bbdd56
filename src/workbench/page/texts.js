// texts.js - all words of the page, by language, and numbers as people write them.
// What the server says (titles, definitions, verdicts) comes as it is, in English.

const TEXTS = {
  en: {
    name: "English", data: "Data", risk: "Risk", hierarchies: "Hierarchies", protect: "Protect", compare: "Compare", release: "Release",
    skip: "To the content", undo: "Undo", redo: "Redo", theme: "Colours", auto: "auto", light: "light", dark: "dark", language: "Language",
    plan: "The plan", plan_hint: "Every control edits this text. Edit it here, and the controls follow.", saved: "saved in {0}", unsaved: "not saved yet", save: "Save plan",
    history: "History", version_first: "opened", problems: "{0} to correct", line: "line {0}", mistakes: "Nothing is computed while the plan has mistakes ({0}):",
    steps_nav: "Steps of the work", records: "{0} records", columns: "{0} columns",
    working: "Working", waiting: "waiting", cancel: "Cancel", cancelled: "Cancelled.", stale: "of an earlier plan", compute: "Compute",
    numbers: "Numbers", numbers_below: "The numbers stand in a table below.",
    d_title: "What is in the file, and who could be found by it?", d_first: "Looking at every column and drafting a first plan. You can change everything later.",
    d_reason: "Why", d_column: "Column", d_type: "Type", d_missing: "Missing", d_distinct: "Different", d_role: "Role", d_next: "These are the roles",
    role_none: "no role", role_identifier: "identifier: left out", role_key: "key: others know it", role_sensitive: "sensitive: a secret",
    role_weight: "weight", role_household: "household", role_strata: "stratum", role_cluster: "cluster", role_of: "Role of {0}",
    suggested: "suggested: {0}",
    r_title: "Who could be found in the data as it is?", r_alone: "{0} of {1} records are alone with their {2} keys.", r_none: "No record is alone with its keys.",
    r_nokeys: "No column is a key yet, so nobody could be found by one. Choose keys on the screen Data.", r_next: "Protect it",
    who_prosecutor: "Somebody who knows the keys of a person, and that the person is in the data.", who_journalist: "Somebody who knows the keys, but not who of the population is in the data.",
    who_uniques: "Records that nobody else in the data shares the keys of.", who_population_uniques: "Somebody who takes a record that is alone for a person who is alone in the population.",
    who_individual: "Somebody who seeks all persons of the data in a register of the population.", who_household: "Somebody who finds a household by any of its members.",
    h_title: "How values become coarser", h_hint: "A key with a hierarchy can be made coarser level by level; one without is kept or removed as a whole.",
    h_none: "none: keep or remove", h_next: "Use these", h_nokeys: "Choose keys on the screen Data first.",
    p_title: "How much is protected, and what it costs", p_require: "What must hold", p_steps: "What is done, in this order", p_add: "Add", p_add_model: "Add a guarantee", p_add_step: "Add a step",
    p_remove: "Remove {0}", p_up: "Move {0} up", p_down: "Move {0} down", p_more: "More settings", p_now: "Before, and with this plan", p_before: "before", p_after: "now",
    p_pin: "Keep for comparison", p_next: "Release…", p_holds: "What is required holds", p_fails: "What is required does not hold", p_open: "Nothing is required yet",
    p_lookup: "One level for all records: with k = {0} and at most {1} of records suppressed, the least loss is {2}, with {3} suppressed. Exact, for all choices of levels.",
    p_lookup_none: "One level for all records: no choice of levels keeps k = {0} with at most {1} suppressed.", p_map: "Risk-utility map",
    p_nomap: "The map needs a step 'generalize'.", p_all: "All measures", p_lost: "What is lost",
    c_title: "Which plan is better?", c_empty: "Nothing to compare yet. Keep a plan on the screen Protect, change it, and keep another.", c_plan: "Plan {0}", c_open: "Open", c_forget: "Forget", c_measure: "Measure",
    c_map: "Kept plans: risk against loss", c_risk: "average risk (prosecutor)", c_loss: "loss of the keys' detail", c_same: "The same in all: {0} figures",
    x_title: "Write the release", x_nothing: "Nothing has been written yet.", x_files: "What will be written", x_output: "Protected data", x_report: "Report to hand on", x_certificate: "Certificate", x_custodian: "Report for you alone",
    x_write: "Write the release", x_writing: "Writing and verifying", x_written: "Written and verified", x_only: "Written", x_notwritten: "Not written", x_command: "The same from the command line",
    x_verify: "Anybody can check it", x_checks: "Checks", x_holds: "holds", x_broken: "does not hold", x_required: "Required", x_none: "The plan requires no guarantee: nothing would be checked.",
    x_plan_saved: "The plan is saved first, so that the command does the same.", x_seed: "The plan has no seed: random steps draw a fresh one each time.",
    lost_server: "The workbench does not answer. Start 'tacit serve' again and open the address that it prints.", no_token: "Open the address that 'tacit serve' printed: it holds the token of this run.",
    l_role: "{0}: {1}", l_text: "text edited", l_set: "{0} {1} → {2}", l_first: "first plan", l_added: "{0} added", l_removed: "{0} removed", l_moved: "{0} moved", unset: "not set",
    tables: "Tables", synthesis: "Synthesis", queries: "Queries", lost: "The server is gone.", again: "Try again", copy_plan: "Copy the plan",
    lost_server_plan: "The workbench does not answer; it may have been stopped. Nothing that was written is half there, and your plan is still on this page: copy it, start 'tacit serve' again, open the address that it prints, and paste it there.",
    old_token: "The workbench was started anew, and this page is of an earlier run. Open the address that 'tacit serve' printed last; your plan is still on this page and can be copied.",
    too_late: "The plan had changed before this was done, so it was not done: look again, and do it anew if you still want it.",
    first_of: "The first {0} of {1} are shown.", v_title: "Columns before and after", v_distance: "Distance", d_kind: "What is to be released", k_records: "Records", k_tables: "Tables",
    k_synth: "Synthetic records", l_kind: "release: {0}", o_title: "Records that few others share the keys of", o_below: "Records whose keys are shared by fewer than", o_show: "Show them",
    o_off: "Single records are not shown: the workbench was started with --no-records.", o_band: "Original data, for the custodian alone: do not copy or photograph it.",
    o_found: "{0} records share their keys with fewer than {1}.", o_page: "page {0} of {1}", o_back: "back", o_on: "on", o_number: "Record", o_shared: "Share its keys",
    t_title: "Tables, and what of them must be hidden", t_add: "Another table", t_rules: "What is sensitive", t_add_rule: "Add a rule", t_protection: "How it is protected",
    t_choose: "Protection", t_compare: "Compare all protections", t_shown: "published", t_others: "protects others", t_sensitive: "sensitive", t_why: "Why", t_value: "Value",
    t_open: "Every reader can compute", t_needs: "Must seem possible",
    t_beyond: "Only the first 200 of these cells are explained here; the report for the custodian has all.", s_title: "Synthetic records, and what they give away",
    s_how: "How columns are made", s_generator: "Generator", s_some: "Other generators", s_some_hint: "For some columns, instead of the one above.", s_add: "Add a generator",
    s_all: "For all columns", s_ways: "Other ways", s_ways_hint: "Each is carried out, and again without half of the records, to see what it gives away.", s_compare: "Compare ways",
    s_risk: "Tried on records that were left out, and on keys", q_title: "What may be asked, and what was", q_lead: "Analysts ask in SQL; every answer is protected as this policy says.",
    q_policy: "The policy", q_mode: "How answers are protected", q_declared: "What may be asked about",
    q_declared_hint: "Declared, not looked up: this is public. Change it in the text of the plan.", q_log: "What was asked, and what is left",
    q_noledger: "Without a ledger nothing is counted or kept. Name its file under the policy.", q_budget: "What the budget buys", q_buys: "A limit of {0} buys {1} answers of {2} each.",
    q_open: "Open it to analysts", q_open_hint: "The server gives analysts and custodians pages of their own, with a token for each.", h_kind: "How", h_keys: "Keys", h_edge: "Edge {0}",
    h_edges: "Edges of the intervals of {0}", h_edges_hint: "Drag an edge, or choose it and press the arrow keys; Delete removes it.",
    h_widths_hint: "The lines are the edges of level 1, which follow from the width.", h_by_hand: "Set edges by hand", h_add_edge: "Another edge at", l_edges: "edges of {0}",
    h_values: "Values", h_group_as: "Join those that are chosen as", h_merge: "Join {0}", l_grouped: "{0} joined as {1}",
    h_deep: "This tree has several levels; edit it in the text of the plan.", h_split: "Take {0} apart", h_out: "Take out {0}",
    h_nogroups: "No groups yet. Choose values, name their group, and join them; or drag a value onto a group.", h_lengths: "Characters that stay", h_keep: "{0}: {1} different",
    h_periods: "Periods", h_week: "week", h_month: "month", h_quarter: "quarter", h_half_year: "half-year", h_year: "year", h_decade: "decade", h_century: "century",
    h_leaves: "What each level leaves", h_level: "Level", h_labels: "Labels", h_alone: "Records alone", h_noleaves: "Choose how values become coarser to see what each level leaves.",
    h_uncovered: "{0} values are not covered: {1}. Give them a place.",
    f_some: "an estimate from {0} records",
    w_old: "This map is of an earlier plan.", w_taken: "The map will be drawn here. Where keys and numbers are empty, these are taken: {0}.",
    w_title: "Better ways", w_find: "Find ways", w_enough: "Enough: show what was found", w_way: "Way", w_risk: "Risk", w_loss: "Loss", w_best: "best", w_knee: "knee", w_plan: "the plan as it was",
    w_hint: "Methods with values of their parameters, each carried out on all records as a plan of its own. The frontier are those that no other beats on both risk and loss. Open one, and it is your plan.", l_way: "way: {0}",
  },
  de: {
    name: "Deutsch", data: "Daten", risk: "Risiko", hierarchies: "Hierarchien", protect: "Schützen", compare: "Vergleichen", release: "Freigeben",
    skip: "Zum Inhalt", undo: "Zurück", redo: "Vor", theme: "Farben", auto: "auto", light: "hell", dark: "dunkel", language: "Sprache",
    plan: "Der Plan", plan_hint: "Jedes Bedienelement ändert diesen Text. Ändern Sie ihn hier, so folgen die Bedienelemente.", saved: "gespeichert in {0}", unsaved: "noch nicht gespeichert", save: "Plan speichern",
    history: "Verlauf", version_first: "geöffnet", problems: "{0} zu berichtigen", line: "Zeile {0}", mistakes: "Nichts wird berechnet, solange der Plan Fehler hat ({0}):",
    steps_nav: "Schritte der Arbeit", records: "{0} Sätze", columns: "{0} Spalten",
    working: "Arbeitet", waiting: "wartet", cancel: "Abbrechen", cancelled: "Abgebrochen.", stale: "von einem früheren Plan", compute: "Berechnen",
    numbers: "Zahlen", numbers_below: "Die Zahlen stehen darunter in einer Tabelle.",
    d_title: "Was enthält die Datei, und wer wäre darin zu finden?", d_first: "Jede Spalte wird angesehen und ein erster Plan entworfen. Alles lässt sich später ändern.",
    d_reason: "Warum", d_column: "Spalte", d_type: "Typ", d_missing: "Fehlend", d_distinct: "Verschieden", d_role: "Rolle", d_next: "Das sind die Rollen",
    role_none: "keine Rolle", role_identifier: "Kennung: entfällt", role_key: "Schlüssel: bekannt", role_sensitive: "schutzwürdig: geheim",
    role_weight: "Gewicht", role_household: "Haushalt", role_strata: "Schicht", role_cluster: "Klumpen", role_of: "Rolle von {0}",
    suggested: "vorgeschlagen: {0}",
    r_title: "Wer wäre in den Daten zu finden, wie sie sind?", r_alone: "{0} von {1} Sätzen stehen mit ihren {2} Schlüsseln allein.", r_none: "Kein Satz steht mit seinen Schlüsseln allein.",
    r_nokeys: "Noch ist keine Spalte ein Schlüssel. Wählen Sie Schlüssel im Bild Daten.", r_next: "Schützen",
    who_prosecutor: "Jemand, der die Schlüssel einer Person kennt und weiß, dass sie in den Daten ist.", who_journalist: "Jemand, der die Schlüssel kennt, aber nicht, wer der Bevölkerung in den Daten ist.",
    who_uniques: "Sätze, deren Schlüssel sonst niemand in den Daten teilt.", who_population_uniques: "Jemand, der einen Satz, der allein steht, für eine Person hält, die in der Bevölkerung allein steht.",
    who_individual: "Jemand, der alle Personen der Daten in einem Register der Bevölkerung sucht.", who_household: "Jemand, der einen Haushalt an einem seiner Mitglieder erkennt.",
    h_title: "Wie Werte gröber werden", h_hint: "Ein Schlüssel mit Hierarchie wird Stufe um Stufe gröber; einer ohne bleibt oder entfällt ganz.",
    h_none: "keine: behalten oder entfernen", h_next: "Diese verwenden", h_nokeys: "Wählen Sie zuerst Schlüssel im Bild Daten.",
    p_title: "Wie viel geschützt ist, und was es kostet", p_require: "Was gelten muss", p_steps: "Was geschieht, in dieser Reihenfolge", p_add: "Hinzufügen", p_add_model: "Garantie hinzufügen", p_add_step: "Schritt hinzufügen",
    p_remove: "{0} entfernen", p_up: "{0} nach oben", p_down: "{0} nach unten", p_more: "Weitere Einstellungen", p_now: "Vorher, und mit diesem Plan", p_before: "vorher", p_after: "jetzt",
    p_pin: "Zum Vergleich behalten", p_next: "Freigeben…", p_holds: "Was verlangt ist, gilt", p_fails: "Was verlangt ist, gilt nicht", p_open: "Noch ist nichts verlangt",
    p_lookup: "Eine Stufe für alle Sätze: mit k = {0} und höchstens {1} unterdrückten Sätzen ist der kleinste Verlust {2}, bei {3} unterdrückten. Genau, über alle Stufen.",
    p_lookup_none: "Eine Stufe für alle Sätze: keine Wahl der Stufen hält k = {0} bei höchstens {1} unterdrückten.", p_map: "Risiko und Nutzen",
    p_nomap: "Die Karte braucht einen Schritt 'generalize'.", p_all: "Alle Maße", p_lost: "Was verloren geht",
    c_title: "Welcher Plan ist besser?", c_empty: "Noch nichts zu vergleichen. Behalten Sie im Bild Schützen einen Plan, ändern Sie ihn, und behalten Sie den nächsten.", c_plan: "Plan {0}", c_open: "Öffnen", c_forget: "Vergessen", c_measure: "Maß",
    c_map: "Behaltene Pläne: Risiko gegen Verlust", c_risk: "mittleres Risiko (prosecutor)", c_loss: "Verlust an Einzelheiten der Schlüssel", c_same: "In allen gleich: {0} Werte",
    x_title: "Die Freigabe schreiben", x_nothing: "Noch ist nichts geschrieben.", x_files: "Was geschrieben wird", x_output: "Geschützte Daten", x_report: "Bericht zum Weitergeben", x_certificate: "Zertifikat", x_custodian: "Bericht nur für Sie",
    x_write: "Freigabe schreiben", x_writing: "Schreibt und prüft", x_written: "Geschrieben und geprüft", x_only: "Geschrieben", x_notwritten: "Nicht geschrieben", x_command: "Dasselbe auf der Befehlszeile",
    x_verify: "Jeder kann es prüfen", x_checks: "Prüfungen", x_holds: "gilt", x_broken: "gilt nicht", x_required: "Verlangt", x_none: "Der Plan verlangt keine Garantie: nichts würde geprüft.",
    x_plan_saved: "Der Plan wird zuerst gespeichert, damit der Befehl dasselbe tut.", x_seed: "Der Plan hat keinen Startwert: Zufallsschritte ziehen jedes Mal neu.",
    lost_server: "Die Werkbank antwortet nicht. Starten Sie 'tacit serve' neu und öffnen Sie die Adresse, die es nennt.", no_token: "Öffnen Sie die Adresse, die 'tacit serve' genannt hat: sie enthält den Ausweis dieses Laufs.",
    l_role: "{0}: {1}", l_text: "Text geändert", l_set: "{0} {1} → {2}", l_first: "erster Plan", l_added: "{0} hinzugefügt", l_removed: "{0} entfernt", l_moved: "{0} verschoben", unset: "nicht gesetzt",
    tables: "Tabellen", synthesis: "Synthese", queries: "Anfragen", lost: "Der Server ist fort.", again: "Noch einmal versuchen", copy_plan: "Plan kopieren",
    lost_server_plan: "Die Werkbank antwortet nicht; vielleicht wurde sie beendet. Nichts Geschriebenes ist halb da, und Ihr Plan steht noch auf dieser Seite: kopieren Sie ihn, starten Sie 'tacit serve' neu, öffnen Sie die Adresse, die es nennt, und fügen Sie ihn dort ein.",
    old_token: "Die Werkbank wurde neu gestartet, und diese Seite gehört zu einem früheren Lauf. Öffnen Sie die Adresse, die 'tacit serve' zuletzt genannt hat; Ihr Plan steht noch auf dieser Seite und lässt sich kopieren.",
    too_late: "Der Plan hatte sich inzwischen geändert, darum ist das nicht geschehen: Sehen Sie noch einmal nach, und tun Sie es erneut, wenn Sie es noch wollen.",
    first_of: "Gezeigt sind die ersten {0} von {1}.", v_title: "Spalten vorher und nachher", v_distance: "Abstand", d_kind: "Was freigegeben werden soll", k_records: "Sätze",
    k_tables: "Tabellen", k_synth: "Synthetische Sätze", l_kind: "Freigabe: {0}", o_title: "Sätze, deren Schlüssel wenige andere teilen",
    o_below: "Sätze, deren Schlüssel weniger Sätze teilen als", o_show: "Zeigen", o_off: "Einzelne Sätze werden nicht gezeigt: die Werkbank wurde mit --no-records gestartet.",
    o_band: "Originaldaten, nur für die verwahrende Stelle: nicht kopieren oder fotografieren.", o_found: "Die Schlüssel von {0} Sätzen teilen weniger als {1}.", o_page: "Seite {0} von {1}",
    o_back: "zurück", o_on: "weiter", o_number: "Satz", o_shared: "Teilen den Schlüssel", t_title: "Tabellen, und was darin verborgen sein muss", t_add: "Weitere Tabelle",
    t_rules: "Was schutzwürdig ist", t_add_rule: "Regel hinzufügen", t_protection: "Wie geschützt wird", t_choose: "Verfahren", t_compare: "Alle Verfahren vergleichen",
    t_shown: "veröffentlicht", t_others: "schützt andere", t_sensitive: "schutzwürdig", t_why: "Warum", t_value: "Wert", t_open: "Jeder kann errechnen", t_needs: "Muss möglich scheinen",
    t_beyond: "Nur die ersten 200 dieser Zellen sind hier erklärt; der Bericht für die verwahrende Stelle hat alle.",
    s_title: "Synthetische Sätze, und was sie verraten", s_how: "Wie Spalten entstehen", s_generator: "Generator", s_some: "Andere Generatoren",
    s_some_hint: "Für einige Spalten, statt des obigen.", s_add: "Generator hinzufügen", s_all: "Für alle Spalten", s_ways: "Andere Wege",
    s_ways_hint: "Jeder wird ausgeführt, und noch einmal ohne die Hälfte der Sätze, um zu sehen, was er verrät.", s_compare: "Wege vergleichen",
    s_risk: "Erprobt an zurückgehaltenen Sätzen und an Schlüsseln", q_title: "Was gefragt werden darf, und was gefragt wurde",
    q_lead: "Analysten fragen in SQL; jede Antwort ist so geschützt, wie diese Richtlinie sagt.", q_policy: "Die Richtlinie", q_mode: "Wie Antworten geschützt sind",
    q_declared: "Wonach gefragt werden darf", q_declared_hint: "Erklärt, nicht nachgesehen: das ist öffentlich. Ändern Sie es im Text des Plans.",
    q_log: "Was gefragt wurde, und was übrig ist", q_noledger: "Ohne Ledger wird nichts gezählt und behalten. Nennen Sie seine Datei in der Richtlinie.", q_budget: "Was das Budget kauft",
    q_buys: "Eine Grenze von {0} kauft {1} Antworten zu je {2}.", q_open: "Für Analysten öffnen",
    q_open_hint: "Der Server gibt Analysten und der verwahrenden Stelle eigene Seiten, mit je einem Ausweis.", h_kind: "Wie", h_keys: "Schlüssel", h_edge: "Grenze {0}",
    h_edges: "Grenzen der Klassen von {0}", h_edges_hint: "Ziehen Sie eine Grenze, oder wählen Sie sie und drücken die Pfeiltasten; Entf entfernt sie.",
    h_widths_hint: "Die Linien sind die Grenzen der Stufe 1, die aus der Breite folgen.", h_by_hand: "Grenzen von Hand setzen", h_add_edge: "Weitere Grenze bei", l_edges: "Grenzen von {0}",
    h_values: "Werte", h_group_as: "Gewählte zusammenfassen als", h_merge: "{0} zusammenfassen", l_grouped: "{0} zusammengefasst als {1}",
    h_deep: "Dieser Baum hat mehrere Stufen; ändern Sie ihn im Text des Plans.", h_split: "{0} auflösen", h_out: "{0} herausnehmen",
    h_nogroups: "Noch keine Gruppen. Wählen Sie Werte, benennen Sie ihre Gruppe und fassen Sie sie zusammen; oder ziehen Sie einen Wert auf eine Gruppe.", h_lengths: "Zeichen, die bleiben",
    h_keep: "{0}: {1} verschiedene", h_periods: "Zeiträume", h_week: "Woche", h_month: "Monat", h_quarter: "Quartal", h_half_year: "Halbjahr", h_year: "Jahr", h_decade: "Jahrzehnt",
    h_century: "Jahrhundert", h_leaves: "Was jede Stufe übrig lässt", h_level: "Stufe", h_labels: "Werte", h_alone: "Sätze allein",
    h_noleaves: "Wählen Sie, wie Werte gröber werden, um zu sehen, was jede Stufe übrig lässt.", h_uncovered: "{0} Werte haben keinen Platz: {1}. Geben Sie ihnen einen.",
    f_some: "geschätzt aus {0} Sätzen",
    w_old: "Diese Karte gehört zu einem früheren Plan.", w_taken: "Hier wird die Karte stehen. Wo keys und numbers leer sind, werden diese genommen: {0}.",
    w_title: "Bessere Wege", w_find: "Wege suchen", w_enough: "Genug: Gefundenes zeigen", w_way: "Weg", w_risk: "Risiko", w_loss: "Verlust", w_best: "am besten", w_knee: "Knie", w_plan: "der Plan, wie er war",
    w_hint: "Verfahren mit Werten ihrer Parameter, jedes als eigener Plan an allen Sätzen ausgeführt. Auf der Grenze liegen jene, die kein anderer in Risiko und Verlust zugleich übertrifft. Öffnen Sie einen, so ist er Ihr Plan.", l_way: "Weg: {0}",
  },
};

let now = localStorage.getItem("language") || (navigator.language.startsWith("de") ? "de" : "en");
if (!TEXTS[now]) now = "en";
export const languages = Object.keys(TEXTS).map((code) => [code, TEXTS[code].name]);
export const language = () => now;
export function setLanguage(code) { now = code; localStorage.setItem("language", code); }

// Whether there is a text of a key; the text, with {0}, {1} ... filled in.
export const hasText = (key) => key in TEXTS[now];
export function t(key, ...given) {
  return (TEXTS[now][key] ?? key).replace(/\{(\d)\}/g, (_, i) => given[i]);
}

// Making one of these takes longer than all else on a screen.
const formats = new Map();
function format(options) {
  const key = now + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(now, options));
  return formats.get(key);
}

export function number(x) {
  if (typeof x !== "number" || !Number.isFinite(x)) return "–";
  const large = Math.abs(x) >= 1000;
  return format({ maximumSignificantDigits: large ? 15 : 3, maximumFractionDigits: 3 }).format(large ? Math.round(x) : x || 0);
}
export const percent = (x) => Number.isFinite(x) ? format({ style: "percent", maximumSignificantDigits: 3 }).format(x) : "–";
export const figure = (f) => f === undefined ? "–" : ["share", "probability"].includes(f.unit) ? percent(f.value) : number(f.value);
