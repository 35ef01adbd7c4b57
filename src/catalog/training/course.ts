/** What the check of training content asks a general course to cover. */
export const requiredTopics = [
  "phishing",
  "malware",
  "sign-in alerts",
  "passwords",
  "data handling",
  "incidents",
] as const;
export type RequiredTopic = (typeof requiredTopics)[number];

/** Who needs a course: everybody, or those for whom a fact of the person or of the company holds. */
export type Audience = "everyone" | "developers" | "hipaa" | "law firm";

/** A course as everybody may read it. Its text and questions are in `content`, which no browser is given. */
export interface Course {
  readonly key: string;
  /** Raised whenever text or questions change: a completion names the version that was taken. */
  readonly version: number;
  readonly title: string;
  readonly summary: string;
  /** To read it and answer the quiz. */
  readonly minutes: number;
  readonly audience: Audience;
  readonly topics: readonly string[];
}

/** A question with its answers, the right one first. */
export interface Question {
  readonly id: string;
  readonly text: string;
  /** What happened, where the question is about a case. */
  readonly story?: string;
  readonly answers: readonly [right: string, ...wrong: string[]];
  /** What is said once it was answered. */
  readonly why: string;
}

/** A paragraph, or the lines of a list. */
export type Block = string | readonly string[];

export interface CourseContent {
  readonly key: string;
  readonly version: number;
  readonly sections: readonly {
    readonly title: string;
    readonly topic?: RequiredTopic;
    readonly blocks: readonly Block[];
  }[];
  /** More than a quiz asks: each draws its own. */
  readonly questions: readonly Question[];
}

/** So many questions a quiz asks. */
export const QUESTIONS_ASKED = 8;
