import { instant, listOf, orNull, text } from "#domain/judge/shapes.ts";
import type { ProgramScope } from "#domain/registers/snapshot.ts";
import { each, eachOnce, holding, is } from "../fields.ts";

const shape = holding({
  systems: eachOnce("systemId", holding({ systemId: is(text), name: is(text), kinds: is(listOf(text)) })),
  unanswered: is(listOf(text)),
  controls: is(listOf(text)),
  owners: each(
    holding({ control: is(text), personId: is(orNull(text)), from: is(instant), until: is(orNull(instant)) }),
  ),
});

/** What a snapshot says of systems and controls in scope; undefined where it does not, or where it cannot be read. */
export function readScope(scope: unknown): ProgramScope | undefined {
  return shape(scope, "") === undefined ? (scope as ProgramScope) : undefined;
}

export const SCOPE_UNREAD = "What was sealed of systems and controls in scope cannot be read.";
