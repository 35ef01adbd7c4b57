import type { ConnectorCheck } from "./check.ts";

/** The parts that a check answers, as "check/aspect". */
export const answersOf = ({ answers }: Pick<ConnectorCheck, "answers">): readonly string[] => answers ?? [];

/** The checks of the library whose parts a check answers, each once. */
export const servedBy = (check: Pick<ConnectorCheck, "answers">): string[] => [
  ...new Set(answersOf(check).map((part) => part.split("/")[0]!)),
];
