import { findControl } from "#catalog/index.ts";
import { parseExhibitNumber } from "#domain/exhibit-number.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { pageOfControl } from "./control-evidence.ts";

interface Deps {
  readonly now: () => Date;
}

/** A control's items, the newest first. Refuses `not-found`. */
export function listEvidenceOf({ now }: Deps): HandlersOf<"controls">["evidence"] {
  return async ({ input, tx }) => {
    if (!findControl(input.controlId)) return fail("not-found");
    const before = input.after === undefined ? undefined : parseExhibitNumber(input.after);
    const items = await pageOfControl(tx, input.companyId, input.controlId, {
      before,
      limit: input.limit + 1,
      now: now(),
    });
    const page = items.slice(0, input.limit);
    return { items: page, next: items.length > input.limit ? page.at(-1)!.exhibit : null };
  };
}
