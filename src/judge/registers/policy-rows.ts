import { flag, instant, integerFrom, listOf, matching, oneOf, text } from "#domain/judge/shapes.ts";
import { audiences } from "#domain/policies/policy.ts";
import { both, holding, is } from "../fields.ts";
import type { Reader } from "../fields.ts";
import { ACKNOWLEDGMENT_PAGES, acknowledgedIn } from "./acknowledged.ts";
import type { ReadRegister } from "./registers.ts";

const sha256 = is(matching(/^[0-9a-f]{64}$/));
const name = is((given) => text(given) && given !== "");
const ending = holding({ endsAt: is(instant) });

/** What each row says, or it cannot be read. What else it may say, or not, is asked where it is read. */
const rowsOf: Readonly<Record<string, Reader>> = {
  people: both(holding({ kind: name, startsAt: is(instant) }), (fields, at) =>
    // Somebody whose last day cannot be read would be asked nothing.
    Object.hasOwn(fields as object, "endsAt") ? ending(fields, at) : undefined,
  ),
  policies: holding({ title: name }),
  "policy-versions": holding({
    policyId: name,
    number: is(integerFrom(1)),
    state: is(oneOf("in force", "replaced")),
    sha256,
    quorum: is(integerFrom(1)),
    authors: is((given) => listOf(text)(given) && (given as readonly string[]).length > 0),
    inForceAt: is(instant),
  }),
  "policy-approvals": holding({ versionId: name, sha256, by: name, at: is(instant), alone: is(flag) }),
  "policy-assignments": holding({
    versionId: name,
    audience: is(oneOf(...audiences)),
    assignedAt: is(instant),
    ended: is(flag),
  }),
};

/** Which of these lists, or acknowledgments, has a row that does not say what it should; undefined where all can be read. */
export function unreadable(
  register: (key: string) => ReadRegister,
  lists: readonly string[] = Object.keys(rowsOf),
): string | undefined {
  const wrong = lists.find((key) =>
    register(key).rows.some(
      ({ fields }) =>
        rowsOf[key]!(fields, "") !== undefined || (fields["audience"] === "person" && fields["personId"] === undefined),
    ),
  );
  if (wrong !== undefined) return wrong;
  return acknowledgedIn(register(ACKNOWLEDGMENT_PAGES)).readable ? undefined : ACKNOWLEDGMENT_PAGES;
}
