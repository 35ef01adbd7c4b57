/** What a version of a course draws its quizzes from. */
export interface Pool {
  /** Ids of its questions; each has four answers, the first of which is right. */
  readonly questions: readonly string[];
  /** So many of them a quiz asks. */
  readonly asked: number;
  /** So many right answers pass it. */
  readonly right: number;
}

/**
 * The pools of every version that anybody could take, by course and version: what was passed under an older version is graded again from
 * its own. A version that was published is never changed or removed here. Questions and answers themselves are the server's.
 */
export const pools: Readonly<Record<string, Readonly<Record<number, Pool>>>> = {
  security: {
    1: {
      questions: ["s01", "s02", "s03", "s04", "s05", "s06", "s07", "s08", "s09", "s10", "s11", "s12", "s13"],
      asked: 8,
      right: 7,
    },
  },
  privacy: {
    1: {
      questions: ["p01", "p02", "p03", "p04", "p05", "p06", "p07", "p08", "p09", "p10", "p11", "p12"],
      asked: 8,
      right: 7,
    },
  },
  phishing: {
    1: {
      questions: ["h01", "h02", "h03", "h04", "h05", "h06", "h07", "h08", "h09", "h10", "h11", "h12"],
      asked: 8,
      right: 7,
    },
  },
  "secure-coding": {
    1: {
      questions: ["c01", "c02", "c03", "c04", "c05", "c06", "c07", "c08", "c09", "c10", "c11", "c12"],
      asked: 8,
      right: 7,
    },
  },
  hipaa: {
    1: {
      questions: ["a01", "a02", "a03", "a04", "a05", "a06", "a07", "a08", "a09", "a10", "a11", "a12"],
      asked: 8,
      right: 7,
    },
  },
  "client-confidentiality": {
    1: {
      questions: ["l01", "l02", "l03", "l04", "l05", "l06", "l07", "l08", "l09", "l10", "l11", "l12"],
      asked: 8,
      right: 7,
    },
  },
};

/** The pool of a course's version, if there is one. */
export function findPool(course: string, version: number): Pool | undefined {
  return Object.hasOwn(pools, course) ? pools[course]![version] : undefined;
}
