// texts.js - all words of the page, by language, and numbers as people write them.
// What the server says (titles, definitions, verdicts) comes as it is, in English.

const TEXTS = {
  en: {
    name: "English", data: "Data", risk: "Risk", hierarchies: "Hierarchies", protect: "Protect", compare: "Compare", release: "Release",
    skip: "To the content", undo: "Undo", redo: "Redo", theme: "Colours", auto: "auto", light: "light", dark: "dark", language: "Language",
    plan: "The plan", plan_hint: "Every control edits this text. Edit it here, and the controls follow.", saved: "saved in {0}", unsaved: "not saved yet", save: "Save plan",
    history: "History", version_first: "opened", problems: "{0} to correct", line: "line {0}",
    steps_nav: "Steps of the work", records: "{0} records", columns: "{0} columns",
    working: "Working", waiting: "waiting", cancel: "Cancel", cancelled: "Cancelled.", stale: "of an earlier plan", compute: "Compute",
    numbers: "Numbers", numbers_below: "The numbers stand in a table below.",
    d_title: "What is in the file, and who could be found by it?", d_first: "Looking at every column and drafting a first plan. You can change everything later.",
    d_reason: "Why", d_column: "Column", d_type: "Type", d_missing: "Missing", d_distinct: "Different values", d_role: "Role", d_next: "These are the roles",
    role_none: "no role", role_identifier: "identifier: never released", role_key: "key: others may know it", role_sensitive: "sensitive: must not be learnt",
    role_weight: "weight", role_household: "household", role_strata: "stratum", role_cluster: "cluster", role_of: "Role of {0}", redraft: "Draft the plan anew",
    suggested: "suggested: {0}",
    r_title: "Who could be found in the data as it is?", r_alone: "{0} of {1} records are alone with their {2} keys.", r_none: "No record is alone with its keys.",
    r_nokeys: "No column is a key yet, so nobody could be found by one. Choose keys on the screen Data.", r_next: "Protect it",
    h_title: "How values become coarser", h_hint: "A key with a hierarchy can be made coarser level by level; one without is kept or removed as a whole.",
    h_none: "none: keep or remove", h_of: "Hierarchy of {0}", h_next: "Use these", h_nokeys: "Choose keys on the screen Data first.",
    p_title: "How much is protected, and what it costs", p_require: "What must hold", p_steps: "What is done, in this order", p_add: "Add", p_add_model: "Add a guarantee", p_add_step: "Add a step",
    p_remove: "Remove {0}", p_up: "Move {0} up", p_down: "Move {0} down", p_more: "More settings", p_now: "Before, and with this plan", p_before: "before", p_after: "now",
    p_pin: "Keep for comparison", p_next: "Release…", p_holds: "What is required holds", p_fails: "What is required does not hold", p_open: "Nothing is required yet",
    p_lookup: "One level for all records: with k = {0} and at most {1} of records suppressed, the least loss is {2}, with {3} suppressed. Exact, for all choices of levels.",
    p_lookup_none: "One level for all records: no choice of levels keeps k = {0} with at most {1} suppressed.", p_map: "Risk-utility map",
    p_nomap: "The map needs a step 'generalize'.", p_all: "All measures", p_lost: "What is lost",
    c_title: "Which plan is better?", c_empty: "Nothing to compare yet. Keep a plan on the screen Protect, change it, and keep another.", c_plan: "Plan {0}", c_open: "Open", c_forget: "Forget", c_measure: "Measure",
    c_map: "Kept plans: risk against loss", c_risk: "average risk (prosecutor)", c_loss: "loss of the keys' detail",
    x_title: "Write the release", x_nothing: "Nothing has been written yet.", x_files: "What will be written", x_output: "Protected data", x_report: "Report to hand on", x_certificate: "Certificate",
    x_write: "Write the release", x_writing: "Writing and verifying", x_written: "Written and verified", x_notwritten: "Not written", x_command: "The same from the command line",
    x_verify: "Anybody can check it", x_checks: "Checks", x_holds: "holds", x_broken: "does not hold", x_required: "Required", x_none: "The plan requires no guarantee: nothing would be checked.",
    x_plan_saved: "The plan is saved first, so that the command does the same.", x_seed: "The plan has no seed: random steps draw a fresh one each time.",
    lost_server: "The workbench does not answer. Start 'tacit serve' again and open the address that it prints.", no_token: "Open the address that 'tacit serve' printed: it holds the token of this run.",
    l_role: "{0}: {1}", l_text: "text edited", l_set: "{0} {1} → {2}", l_first: "first plan", l_added: "{0} added", l_removed: "{0} removed", l_moved: "{0} moved", unset: "not set",
  },
  de: {
    name: "Deutsch", data: "Daten", risk: "Risiko", hierarchies: "Hierarchien", protect: "Schützen", compare: "Vergleichen", release: "Freigeben",
    skip: "Zum Inhalt", undo: "Zurück", redo: "Vor", theme: "Farben", auto: "auto", light: "hell", dark: "dunkel", language: "Sprache",
    plan: "Der Plan", plan_hint: "Jedes Bedienelement ändert diesen Text. Ändern Sie ihn hier, so folgen die Bedienelemente.", saved: "gespeichert in {0}", unsaved: "noch nicht gespeichert", save: "Plan speichern",
    history: "Verlauf", version_first: "geöffnet", problems: "{0} zu berichtigen", line: "Zeile {0}",
    steps_nav: "Schritte der Arbeit", records: "{0} Sätze", columns: "{0} Spalten",
    working: "Arbeitet", waiting: "wartet", cancel: "Abbrechen", cancelled: "Abgebrochen.", stale: "von einem früheren Plan", compute: "Berechnen",
    numbers: "Zahlen", numbers_below: "Die Zahlen stehen darunter in einer Tabelle.",
    d_title: "Was enthält die Datei, und wer wäre darin zu finden?", d_first: "Jede Spalte wird angesehen und ein erster Plan entworfen. Alles lässt sich später ändern.",
    d_reason: "Warum", d_column: "Spalte", d_type: "Typ", d_missing: "Fehlend", d_distinct: "Verschiedene Werte", d_role: "Rolle", d_next: "Das sind die Rollen",
    role_none: "keine Rolle", role_identifier: "Kennung: nie freigegeben", role_key: "Schlüssel: anderen bekannt", role_sensitive: "schutzwürdig: nicht zu erfahren",
    role_weight: "Gewicht", role_household: "Haushalt", role_strata: "Schicht", role_cluster: "Klumpen", role_of: "Rolle von {0}", redraft: "Plan neu entwerfen",
    suggested: "vorgeschlagen: {0}",
    r_title: "Wer wäre in den Daten zu finden, wie sie sind?", r_alone: "{0} von {1} Sätzen stehen mit ihren {2} Schlüsseln allein.", r_none: "Kein Satz steht mit seinen Schlüsseln allein.",
    r_nokeys: "Noch ist keine Spalte ein Schlüssel. Wählen Sie Schlüssel im Bild Daten.", r_next: "Schützen",
    h_title: "Wie Werte gröber werden", h_hint: "Ein Schlüssel mit Hierarchie wird Stufe um Stufe gröber; einer ohne bleibt oder entfällt ganz.",
    h_none: "keine: behalten oder entfernen", h_of: "Hierarchie von {0}", h_next: "Diese verwenden", h_nokeys: "Wählen Sie zuerst Schlüssel im Bild Daten.",
    p_title: "Wie viel geschützt ist, und was es kostet", p_require: "Was gelten muss", p_steps: "Was geschieht, in dieser Reihenfolge", p_add: "Hinzufügen", p_add_model: "Garantie hinzufügen", p_add_step: "Schritt hinzufügen",
    p_remove: "{0} entfernen", p_up: "{0} nach oben", p_down: "{0} nach unten", p_more: "Weitere Einstellungen", p_now: "Vorher, und mit diesem Plan", p_before: "vorher", p_after: "jetzt",
    p_pin: "Zum Vergleich behalten", p_next: "Freigeben…", p_holds: "Was verlangt ist, gilt", p_fails: "Was verlangt ist, gilt nicht", p_open: "Noch ist nichts verlangt",
    p_lookup: "Eine Stufe für alle Sätze: mit k = {0} und höchstens {1} unterdrückten Sätzen ist der kleinste Verlust {2}, bei {3} unterdrückten. Genau, über alle Stufen.",
    p_lookup_none: "Eine Stufe für alle Sätze: keine Wahl der Stufen hält k = {0} bei höchstens {1} unterdrückten.", p_map: "Risiko und Nutzen",
    p_nomap: "Die Karte braucht einen Schritt 'generalize'.", p_all: "Alle Maße", p_lost: "Was verloren geht",
    c_title: "Welcher Plan ist besser?", c_empty: "Noch nichts zu vergleichen. Behalten Sie im Bild Schützen einen Plan, ändern Sie ihn, und behalten Sie den nächsten.", c_plan: "Plan {0}", c_open: "Öffnen", c_forget: "Vergessen", c_measure: "Maß",
    c_map: "Behaltene Pläne: Risiko gegen Verlust", c_risk: "mittleres Risiko (prosecutor)", c_loss: "Verlust an Einzelheiten der Schlüssel",
    x_title: "Die Freigabe schreiben", x_nothing: "Noch ist nichts geschrieben.", x_files: "Was geschrieben wird", x_output: "Geschützte Daten", x_report: "Bericht zum Weitergeben", x_certificate: "Zertifikat",
    x_write: "Freigabe schreiben", x_writing: "Schreibt und prüft", x_written: "Geschrieben und geprüft", x_notwritten: "Nicht geschrieben", x_command: "Dasselbe auf der Befehlszeile",
    x_verify: "Jeder kann es prüfen", x_checks: "Prüfungen", x_holds: "gilt", x_broken: "gilt nicht", x_required: "Verlangt", x_none: "Der Plan verlangt keine Garantie: nichts würde geprüft.",
    x_plan_saved: "Der Plan wird zuerst gespeichert, damit der Befehl dasselbe tut.", x_seed: "Der Plan hat keinen Startwert: Zufallsschritte ziehen jedes Mal neu.",
    lost_server: "Die Werkbank antwortet nicht. Starten Sie 'tacit serve' neu und öffnen Sie die Adresse, die es nennt.", no_token: "Öffnen Sie die Adresse, die 'tacit serve' genannt hat: sie enthält den Ausweis dieses Laufs.",
    l_role: "{0}: {1}", l_text: "Text geändert", l_set: "{0} {1} → {2}", l_first: "erster Plan", l_added: "{0} hinzugefügt", l_removed: "{0} entfernt", l_moved: "{0} verschoben", unset: "nicht gesetzt",
  },
};

let now = localStorage.getItem("language") || (navigator.language.startsWith("de") ? "de" : "en");
if (!TEXTS[now]) now = "en";
export const languages = Object.keys(TEXTS).map((code) => [code, TEXTS[code].name]);
export const language = () => now;
export function setLanguage(code) { now = code; localStorage.setItem("language", code); }

// The text of a key, with {0}, {1} ... filled in.
export function t(key, ...given) {
  return (TEXTS[now][key] ?? key).replace(/\{(\d)\}/g, (_, i) => given[i]);
}

export function number(x) {
  if (typeof x !== "number" || !Number.isFinite(x)) return "–";
  const size = Math.abs(x);
  return new Intl.NumberFormat(now, { maximumSignificantDigits: size >= 1000 ? 15 : 3, maximumFractionDigits: 3 })
    .format(size >= 1000 ? Math.round(x) : x);
}
export const percent = (x) => Number.isFinite(x)
  ? new Intl.NumberFormat(now, { style: "percent", maximumSignificantDigits: 3 }).format(x) : "–";
export const figure = (f) => f === undefined ? "–" : f.unit === "share" ? percent(f.value) : number(f.value);
