import type { AskedPart } from "#domain/parts/decide-part.ts";
import type { Connector } from "./connector.ts";

/** A part of a check of the library, with what answers it. */
export interface AnsweredPart {
  readonly name: string;
  readonly part: AskedPart;
  /** By provider, the ids of its connector's checks. */
  readonly by: Readonly<Record<string, readonly string[]>>;
  /** The formats of reports that can pass it, by name. */
  readonly reports: readonly string[];
}

/** Every part of the library's checks, in the order of `partsOfChecks`, with who answers it. */
export function answeredParts(
  connectors: readonly Connector[],
  partsOfChecks: Readonly<Record<string, readonly AskedPart[]>>,
  partsOfReports: Readonly<Record<string, readonly string[]>>,
): AnsweredPart[] {
  return Object.entries(partsOfChecks).flatMap(([checkId, parts]) =>
    parts.map((part) => {
      const name = `${checkId}/${part.aspect}`;
      const by = connectors.flatMap(({ manifest, checks }) => {
        const ids = checks.filter(({ answers }) => answers.includes(name)).map(({ id }) => id);
        return ids.length > 0 ? [[manifest.id, ids] as const] : [];
      });
      const reports = Object.keys(partsOfReports).filter((format) => partsOfReports[format]!.includes(name));
      return { name, part, by: Object.fromEntries(by), reports };
    }),
  );
}

/** How much of the library machines answer: parts, checks with any answered part, and checks with all of them answered. */
export function countAnswered(all: readonly AnsweredPart[]) {
  const answered = ({ by, reports }: AnsweredPart) => reports.length > 0 || Object.keys(by).length > 0;
  const checks = [...Map.groupBy(all, ({ name }) => name.split("/")[0]!).values()];
  return {
    checksWithParts: checks.length,
    parts: all.length,
    answered: all.filter(answered).length,
    checksBegun: checks.filter((parts) => parts.some(answered)).length,
    checksWhole: checks.filter((parts) => parts.every(answered)).length,
  };
}
