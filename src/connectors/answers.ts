import type { ConnectorCheck } from "./check.ts";

/** The checks of the library of which a check answers a part, each once. */
export const checksAnswered = ({ answers }: Pick<ConnectorCheck, "answers">): string[] => [
  ...new Set(answers.map((part) => part.split("/")[0]!)),
];
