import { endOf, leftOutWords, namedWords } from "#connectors/exceptions.ts";
import type { ExceptionKind } from "#connectors/exceptions.ts";
import type { Shape } from "#domain/shapes/shapes.ts";
import { passes } from "./registers.ts";
import type { ReadSystem, RegisterVerdict } from "./registers.ts";

/** Which decisions turn what is read of a shape: an account is a program's, a repository holds nothing of production. */
const turns: Readonly<Partial<Record<Shape, readonly ExceptionKind[]>>> = {
  account: ["service-account"],
  grant: ["service-account", "not-production"],
  repository: ["not-production"],
};

/** A verdict about a system with the decisions that it went by; what passes lasts until the first of them ends. */
export function withLeftOut(verdict: RegisterVerdict, { exceptions }: ReadSystem, reads: Shape): RegisterVerdict {
  const own = (exceptions ?? []).filter(({ kind }) => turns[reads]?.includes(kind));
  if (own.length === 0) return verdict;
  const reason = `${verdict.reason}${leftOutWords(own.map(namedWords))}`;
  return verdict.outcome === "pass" ? passes(reason, [verdict.until, ...own.map(endOf)]) : { ...verdict, reason };
}
