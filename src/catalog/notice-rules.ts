import type { NoticeRule } from "#domain/incidents/notice-clock.ts";

/** Where people live whose data an incident touched, as far as rules tell them apart. */
export const noticePlaces = {
  eu: "European Union or EEA",
  uk: "United Kingdom",
  "us-ca": "California",
  "us-co": "Colorado",
  "us-fl": "Florida",
  "us-ny": "New York",
  "us-tx": "Texas",
  "us-wa": "Washington",
  "us-other": "Another US state",
  other: "Another country",
} as const;

const usStates = Object.keys(noticePlaces).filter((place) => place.startsWith("us-"));
const AS_OF = "2026-11-26";
const state = (place: string, duty: string, days: number, source: string): NoticeRule => ({
  places: [place],
  data: ["personal", "health", "card"],
  duty,
  hours: days * 24,
  source,
  asOf: AS_OF,
});

/**
 * How soon notice of a breach must be given, each with the law that says so and the day on which somebody last read it. A rule that
 * counts from the determination is counted from the discovery, which never comes later. Places that have none here are for counsel.
 */
export const noticeRules: readonly NoticeRule[] = [
  {
    places: ["eu"],
    data: ["personal", "health", "card"],
    duty: "GDPR, supervisory authority",
    hours: 72,
    source: "Regulation (EU) 2016/679, Art. 33(1)",
    asOf: AS_OF,
  },
  {
    places: ["uk"],
    data: ["personal", "health", "card"],
    duty: "UK GDPR, Information Commissioner",
    hours: 72,
    source: "UK GDPR, Art. 33(1)",
    asOf: AS_OF,
  },
  {
    places: usStates,
    data: ["health"],
    duty: "HIPAA, individuals",
    hours: 60 * 24,
    source: "45 CFR 164.404(b)",
    asOf: AS_OF,
    // It binds only those under HIPAA, so the state's own rule is still asked for.
    besides: true,
  },
  state(
    "us-ca",
    "California, residents",
    30,
    "Cal. Civ. Code § 1798.82, as amended by SB 446, in force since Jan 1, 2026",
  ),
  state("us-co", "Colorado, residents", 30, "Colo. Rev. Stat. § 6-1-716(2)"),
  state("us-fl", "Florida, residents", 30, "Fla. Stat. § 501.171(4)"),
  state("us-ny", "New York, residents", 30, "N.Y. Gen. Bus. Law § 899-aa(2)"),
  state("us-tx", "Texas, residents", 60, "Tex. Bus. & Com. Code § 521.053(b)"),
  state("us-tx", "Texas, attorney general, from 250 residents", 30, "Tex. Bus. & Com. Code § 521.053(i)"),
  state("us-wa", "Washington, residents", 30, "Wash. Rev. Code § 19.255.010(8)"),
];
