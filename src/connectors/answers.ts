import type { ConnectorCheck } from "./check.ts";

type Answering = Pick<ConnectorCheck, "answers" | "serves">;

/**
 * The parts that a check answers, as "check/aspect". One that does not name its parts yet speaks of whole checks, by their ids: it can
 * fail them or leave them undecided, and never passes one.
 */
export const answersOf = ({ answers, serves }: Answering): readonly string[] => answers ?? serves;

/** The checks of the library that a check says something about, each once. */
export const servedBy = (check: Answering): string[] => [
  ...new Set(answersOf(check).map((part) => part.split("/")[0]!)),
];
