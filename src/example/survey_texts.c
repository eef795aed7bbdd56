/*
 * survey_texts.c - the texts of the made-up population's categories.
 *
 * Country, regions and persons are fictitious; countries of birth are real ones.  In
 * lists whose frequencies fall off with the rank the most frequent comes first.
 */
#include "example/population.h"

/* clang-format off: lists are filled line by line */

const char *const tacit_text_region[REGIONS] = {
    "Ardenmoor",    "Bellhaven",  "Corvale",   "Dunmarch",      "Estermark",     "Fallowdale",
    "Greywater",    "Highmere",   "Isenfold",  "Juniper Coast", "Kestrel Hills", "Lowenfeld",
    "Marrow Isles", "Northreach", "Osterglen", "Pinewick",
};

const char *const tacit_text_urban[PLACE_TYPES] = { "urban", "rural" };

const char *const tacit_text_relation[RELATIONS] = {
    "head", "spouse", "child", "parent", "other relative", "not related",
};

const char *const tacit_text_sex[SEXES] = { "female", "male" };

const char *const tacit_text_marital[MARITALS] = {
    "never married", "married", "registered partnership", "separated", "divorced", "widowed",
};

const char *const tacit_text_country[COUNTRIES] = {
    "Valdoria", "Poland",   "Turkey",   "Romania",  "Italy",    "Syria",       "Ukraine",
    "Croatia",  "India",    "Greece",   "Bulgaria", "Hungary",  "Afghanistan", "Serbia",
    "China",    "Spain",    "Iraq",     "France",   "Portugal", "Iran",        "Vietnam",
    "Brazil",   "Morocco",  "Nigeria",  "Pakistan", "Ghana",    "Thailand",    "Philippines",
    "Egypt",    "Eritrea",  "Colombia", "Tunisia",  "Ethiopia", "Lebanon",     "Nepal",
    "Mexico",   "Mongolia", "Iceland",  "Bhutan",   "Tuvalu",
};

const char *const tacit_text_education[EDUCATIONS] = {
    "none",           "primary",  "lower secondary",     "upper secondary",
    "post-secondary", "bachelor", "master or doctorate",
};

const char *const tacit_text_employment[EMPLOYMENTS] = {
    "employed", "self-employed", "unemployed",     "student",
    "retired",  "homemaker",     "unable to work", "infant",
};

const char *const tacit_text_occupation[OCCUPATIONS] = {
    /* managers */
    "shop manager",
    "sales manager",
    "production manager",
    "finance manager",
    "hotel manager",
    "restaurant manager",
    "construction manager",
    "school head",
    "personnel manager",
    "IT manager",
    "logistics manager",
    "hospital director",
    "managing director",
    "senior official",
    /* professionals */
    "secondary school teacher",
    "software developer",
    "physician",
    "nursing professional",
    "accountant",
    "civil engineer",
    "primary school teacher",
    "lawyer",
    "mechanical engineer",
    "university lecturer",
    "social scientist",
    "pharmacist",
    "psychologist",
    "architect",
    "journalist",
    "dentist",
    "electrical engineer",
    "librarian",
    "veterinarian",
    "biologist",
    "judge",
    "statistician",
    "musician",
    "geologist",
    /* technicians */
    "nurse",
    "office supervisor",
    "insurance agent",
    "laboratory technician",
    "electronics technician",
    "physiotherapist",
    "estate agent",
    "social worker",
    "draughtsperson",
    "network technician",
    "bookkeeper",
    "police inspector",
    "medical assistant",
    "tax official",
    "photographer",
    "sports coach",
    "chef",
    "optician",
    "ship's officer",
    "air traffic controller",
    /* clerks */
    "office clerk",
    "secretary",
    "bank teller",
    "receptionist",
    "stock clerk",
    "payroll clerk",
    "call centre agent",
    "postal worker",
    "transport clerk",
    "data entry clerk",
    "travel clerk",
    "debt collector",
    "library clerk",
    "proofreader",
    /* service and sales */
    "shop assistant",
    "care assistant",
    "waiter",
    "cook",
    "childcare worker",
    "hairdresser",
    "cashier",
    "security guard",
    "caretaker",
    "police officer",
    "beautician",
    "bartender",
    "home carer",
    "firefighter",
    "prison guard",
    "driving instructor",
    "tour guide",
    "undertaker",
    /* farming */
    "crop farmer",
    "dairy farmer",
    "gardener",
    "forestry worker",
    "poultry farmer",
    "fruit grower",
    "wine grower",
    "fisher",
    "beekeeper",
    "fish farmer",
    "gamekeeper",
    "reindeer herder",
    /* crafts */
    "motor mechanic",
    "electrician",
    "bricklayer",
    "carpenter",
    "plumber",
    "painter",
    "welder",
    "machinist",
    "baker",
    "butcher",
    "roofer",
    "joiner",
    "tailor",
    "toolmaker",
    "printer",
    "goldsmith",
    "glass maker",
    "organ builder",
    /* machines */
    "lorry driver",
    "assembler",
    "bus driver",
    "machine operator",
    "taxi driver",
    "fork-lift driver",
    "food machine operator",
    "train driver",
    "crane operator",
    "paper machine operator",
    "textile machine operator",
    "miner",
    "chemical plant operator",
    "tram driver",
    "ship's deckhand",
    /* elementary */
    "office cleaner",
    "warehouse worker",
    "kitchen helper",
    "building labourer",
    "farm labourer",
    "parcel deliverer",
    "factory labourer",
    "refuse collector",
    "domestic cleaner",
    "window cleaner",
    "street sweeper",
    "shelf filler",
    "porter",
    "street vendor",
    "cloakroom attendant",
};

const char *const tacit_text_health[DIAGNOSES] = {
    "no condition",
    "hypertension",
    "back pain",
    "diabetes",
    "asthma",
    "depression",
    "anxiety",
    "arthritis",
    "heart disease",
    "migraine",
    "allergy",
    "lung disease",
    "cancer",
    "stroke",
    "dementia",
    "epilepsy",
    "hepatitis C",
    "HIV infection",
    "multiple sclerosis",
    "Huntington disease",
};

const char *const tacit_text_first[SEXES][FIRST_NAMES] = {
    [FEMALE] = {
        "Anna", "Maria", "Emma", "Sofia", "Laura", "Eva", "Julia", "Hanna", "Clara", "Lena",
        "Sara", "Marta", "Elena", "Nora", "Ida", "Alice", "Ingrid", "Helena", "Petra", "Katrin",
        "Monika", "Teresa", "Paula", "Irene", "Vera", "Silvia", "Birgit", "Astrid", "Zoë", "Renée",
        "Amélie", "Chloé", "Inés", "Agnes", "Greta", "Johanna", "Lucia", "Miriam", "Olga", "Rita",
        "Tamara", "Ursula", "Viola", "Wanda", "Yvonne", "Dana", "Fatima", "Leila", "Aisha", "Mei",
        "Priya", "Yara", "Zeynep", "Sigrid", "Solveig", "Ottilie", "Philippa", "Rosalind",
        "Thea", "Xenia",
    },
    [MALE] = {
        "Peter", "Thomas", "Michael", "Jan", "Martin", "Paul", "Daniel", "David", "Lukas", "Max",
        "Jonas", "Felix", "Simon", "Anton", "Erik", "Johan", "Karl", "Marco", "Nils", "Oscar",
        "Patrik", "Robert", "Stefan", "Tomas", "Viktor", "Walter", "Adam", "Ben", "Björn", "José",
        "André", "Jürgen", "Łukasz", "Emil", "Frank", "Georg", "Henrik", "Ivan", "Jakob", "Kurt",
        "Leon", "Mateo", "Noah", "Otto", "Pavel", "Rolf", "Sven", "Theo", "Uwe", "Ahmed",
        "Mehmet", "Omar", "Arjun", "Wei", "Yusuf", "Caspar", "Lorenz", "Quentin", "Severin",
        "Zoltan",
    },
};

const char *const tacit_text_last[LAST_NAMES] = {
    "Berger",   "Lindgren", "Moser",    "Novak",     "Weber",   "Fischer",   "Larsen",  "Keller",
    "Horvath",  "Marino",   "Dahl",     "Bauer",     "Kovacs",  "Petersen",  "Schmid",  "Rossi",
    "Hansen",   "Wagner",   "Olsen",    "Huber",     "Jensen",  "Vogel",     "Costa",   "Meyer",
    "Nilsson",  "Brandt",   "Silva",    "Wolf",      "Eriksen", "Fuchs",     "Garcia",  "Holm",
    "Janssen",  "Klein",    "Lang",     "Maier",     "Nowak",   "Pohl",      "Roth",    "Sommer",
    "Thaler",   "Urban",    "Visser",   "Winter",    "Zimmer",  "Adler",     "Becker",  "Conti",
    "De Vries", "Egger",    "Ferrari",  "Gruber",    "Haas",    "Ivanov",    "Jung",    "Koch",
    "Lehner",   "Martens",  "Neumann",  "Ortega",    "Pichler", "Quist",     "Richter", "Steiner",
    "Toth",     "Ulrich",   "Varga",    "Walker",    "Yilmaz",  "Zeller",    "Aydin",   "Björk",
    "Çelik",    "Dvořák",   "Engström", "Fernández", "Gößler",  "Håkansson", "Ibrahim", "Jovanović",
    "Kaya",     "Łukasik",  "Müller",   "Núñez",     "O'Brien", "Papadakis", "Rahman",  "Sørensen",
    "Tanaka",   "Usman",    "Vidal",    "Wójcik",    "Xu",      "Yang",      "Zhou",    "Abbas",
    "Bianchi",  "Chen",     "Demir",    "Esposito",  "Fontana", "Greco",     "Haddad",  "Islam",
    "Joshi",    "Khan",     "Lopes",    "Mansour",   "Nguyen",  "Okafor",    "Patel",   "Qureshi",
    "Ramos",    "Sharma",   "Tran",     "Umarov",    "Vasquez", "Wang",      "Yousef",  "Zanetti",
};
