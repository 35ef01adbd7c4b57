import type { AskedPart } from "#domain/parts/decide-part.ts";
import type { Connector } from "./connector.ts";

/** A part of a check of the library, with the connectors' checks that answer it. */
export interface AnsweredPart {
  readonly name: string;
  readonly part: AskedPart;
  /** By provider, the ids of the checks. */
  readonly by: Readonly<Record<string, readonly string[]>>;
}

/** Every part of the library's checks, in the order of `partsOfChecks`, with who answers it. */
export function answeredParts(
  connectors: readonly Connector[],
  partsOfChecks: Readonly<Record<string, readonly AskedPart[]>>,
): AnsweredPart[] {
  return Object.entries(partsOfChecks).flatMap(([checkId, parts]) =>
    parts.map((part) => {
      const name = `${checkId}/${part.aspect}`;
      const by = connectors.flatMap(({ manifest, checks }) => {
        const ids = checks.filter(({ answers }) => answers.includes(name)).map(({ id }) => id);
        return ids.length > 0 ? [[manifest.id, ids] as const] : [];
      });
      return { name, part, by: Object.fromEntries(by) };
    }),
  );
}

/** How much of the library machines answer: parts, checks with any answered part, and checks with all of them answered. */
export function countAnswered(all: readonly AnsweredPart[]) {
  const answered = (one: AnsweredPart) => Object.keys(one.by).length > 0;
  const checks = [...Map.groupBy(all, ({ name }) => name.split("/")[0]!).values()];
  return {
    checksWithParts: checks.length,
    parts: all.length,
    answered: all.filter(answered).length,
    checksBegun: checks.filter((parts) => parts.some(answered)).length,
    checksWhole: checks.filter((parts) => parts.every(answered)).length,
  };
}
