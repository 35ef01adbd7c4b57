import type { Audience, Course } from "./course.ts";
import { requiredTopics } from "./course.ts";

/** Every course, in the order in which people are to take them. */
export const courses: readonly Course[] = [
  {
    key: "security",
    version: 1,
    title: "Security basics",
    summary: "Phishing, malware, passwords, sign-in alerts, handling data, and what to report.",
    minutes: 7,
    audience: "everyone",
    topics: requiredTopics,
  },
  {
    key: "privacy",
    version: 1,
    title: "Privacy basics",
    summary: "What personal data is, what you may do with it, and what to do when somebody asks about theirs.",
    minutes: 7,
    audience: "everyone",
    topics: ["personal data", "purpose", "sharing", "requests", "retention", "breaches"],
  },
  {
    key: "phishing",
    version: 1,
    title: "Phishing",
    summary: "How attackers get people to click, pay or approve, and how to check before you do.",
    minutes: 7,
    audience: "everyone",
    topics: ["email", "links", "calls and texts", "payments", "MFA prompts", "reporting"],
  },
  {
    key: "secure-coding",
    version: 1,
    title: "Secure coding",
    summary: "Input, access, secrets, dependencies and errors: the mistakes that attackers look for first.",
    minutes: 7,
    audience: "developers",
    topics: ["input", "access control", "secrets", "dependencies", "cryptography", "logging", "review"],
  },
  {
    key: "hipaa",
    version: 1,
    title: "HIPAA",
    summary: "What protected health information is, when you may use it, and what to do when it gets out.",
    minutes: 7,
    audience: "hipaa",
    topics: ["PHI", "minimum necessary", "safeguards", "patient rights", "breaches"],
  },
  {
    key: "client-confidentiality",
    version: 1,
    title: "Client confidentiality",
    summary: "The duty to clients in daily work: matters, walls, mistakes with email, and tools that listen.",
    minutes: 7,
    audience: "law firm",
    topics: ["duty", "matter access", "conflicts", "inadvertent disclosure", "tools"],
  },
];

/** The course that each person needs for the check of general training. */
export const GENERAL_COURSE = "security";

const byKey = new Map(courses.map((course) => [course.key, course]));

/** The course of this key, if there is one. */
export function findCourse(key: string): Course | undefined {
  return byKey.get(key);
}

/** What a person and their company are, as far as courses depend on it. */
export interface TrainingFacts {
  readonly frameworks: readonly string[];
  readonly lawFirm: boolean;
  readonly jobTitle: string | undefined;
  /** Whether an account at a code hosting in scope is theirs: `training.developers` judges those, whatever their title. */
  readonly hasCodeAccount: boolean;
}

// Who has no account yet, or writes code where none is read, is asked by their title.
const writesCode = /\b(developers?|engineers?|engineering|programmers?|devops|sre|software|cto)\b/i;

/** The courses that somebody needs. */
export function coursesFor({ frameworks, lawFirm, jobTitle, hasCodeAccount }: TrainingFacts): readonly Course[] {
  const needs: Readonly<Record<Audience, boolean>> = {
    everyone: true,
    developers: hasCodeAccount || (jobTitle !== undefined && writesCode.test(jobTitle)),
    hipaa: frameworks.includes("hipaa"),
    "law firm": lawFirm,
  };
  return courses.filter(({ audience }) => needs[audience]);
}
