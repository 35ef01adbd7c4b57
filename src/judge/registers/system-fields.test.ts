import { describe, expect, test } from "vitest";
import { alterations } from "#tests/support/sweep.ts";
import type { Swept } from "#tests/support/sweep.ts";
import { CONFIRMED, outcomeOf, systemFixtures as fixtures } from "#tests/support/system-fixtures.ts";
import { listChecks } from "./listed-reviews.ts";
import { systemChecks } from "./system-checks.ts";

// What the checks read that registers and reviews answer together with connected systems: each field and each fact of it is deleted and
// altered. Those of registers alone are swept in registers.test.ts, policies and completions of courses where they are judged.

/** What may be otherwise and a check passes all the same: by patterns of a check and of what is altered, why. */
const FREE: readonly (readonly [check: RegExp, what: RegExp, why: string])[] = [
  [/^(?!review)/, /^people .*startsAt earlier$/, "whoever started earlier works here, too"],
  [/leavers/, /^people .*startsAt /, "whether somebody left is asked, not since when they were there"],
  [/leavers/, /^people carl(\.endsAt (deleted|empty|earlier|later)| ended| removed)$/, "their account is disabled"],
  [/leavers/, /^account (a\.|c\.class |s\.class is (guest|root)|s\.active )/, "it is no leaver's, or is disabled"],
  [/leavers/, /^account c (nobody's|a stranger's)$/, "it is disabled"],
  [/leavers|one-person/, /^people \w+ waiting$/, "nobody in People waits for a second person"],
  [/leavers|one-person|developers/, /^account program\./, "somebody said that it is a program's"],
  [/one-person/, /^people ben(\.startsAt .*|\.endsAt (deleted|empty|later)| ended)$/, "whoever leaves has 24 hours"],
  [/one-person/, /^account (a|admin|b|front)\./, "each is one person's, or approved, whatever it is"],
  [/one-person/, /^account (s\.class is (guest|root)|s\.active .*|off\.class .*)$/, "it is no person's, or disabled"],
  [/admins|release|one-person|this-quarter/, /^approvals .*expiresOn later$/, "a later end"],
  [/admins/, /^account [ab]\.active /, "whoever administers is approved, and the other does not"],
  [/release/, /^account (a\.|s\.active )/, "whoever writes is approved, and the other is a program's"],
  [/admins/, /^not every account read$/, "grants say who administers"],
  [/admins/, /^grant admin\./, "its holder is approved by their name"],
  [/admins/, /^grant reader\.(to .*|level is (write|basic)|over .*)$/, "it administers nothing"],
  [/release/, /^grant writer\./, "its holder is approved by their name"],
  [/release/, /^grant pipeline\.(level|production) /, "its holder is a program's"],
  [/devices/, /^devices by serial\.name /, "by its serial number it is known whatever it is called"],
  [/devices/, /^device (held|phone)\.serial /, "it is known without its serial number"],
  [/devices/, /^device \w+\.lastSyncAt /, "it is assigned, heard of or not"],
  [/repositories/, /^repository by person\.(archived|teamOwned) /, "somebody manages it"],
  [/repositories/, /^repository by team\.(archived|managers) /, "a team manages it"],
  [/repositories/, /^repository aside\.(teamOwned|managers) /, "it is archived"],
  [/vendors/, /^vendors using\.name /, "it names the application that it is for"],
  [/vendors/, /^application ((docuvault|slack)\.people .*|unused\.people is 0)$/, "it is listed, used or not"],
  [/repositories|vendors|leavers|of a list|removals|service/, /^another system$/, "nothing names the system by its id"],
  [/^review/, /^review-\S+ .* (waiting|ended)$/, "rows of reviews have no state"],
  [/^review/, /^review-populations population\.(review|exhibit|exportedOn) /, "it is said in words alone"],
  [/of a list/, /^review-populations population\.(systemId|kinds) /, "which system is asked, not what was decided"],
  [/of a list/, /^review-rows row \w+\.place /, "it is said in words alone"],
  [/this-quarter/, /^review-rows row (a|b|gone|shared|program|own)\.class /, "it is somebody's, or nobody kept it"],
  [/^review/, /^review-rows row \w+\.decidedAt earlier$/, "it was in time, and what was removed earlier is gone"],
  [/^review/, /^review-rows row \w+\.alone (deleted|a text)$/, "nothing but a plain yes is one"],
  [/^review/, /^review-rows row \w+\.byPersonId otherwise$/, "who they are was sealed when they decided"],
  [/^review/, /^review-rows row \w+\.personId /, "whose it was is sealed, and it is asked who has it now"],
  [/this-quarter/, /^review-rows row (b|gone|service|shared|program)\.owned /, "it does not rest on its address"],
  [/this-quarter/, /^review-rows row (b|program)\.saidBy otherwise$/, "somebody else said whose it is"],
  [/^review/, /^review-rows row own\.byPersonId /, "they decided alone, and nobody else could"],
  [/^review/, /^account [ab] (nobody's|a stranger's)$/, "whoever decided is none of them"],
  [/removals|service/, /^account program (no program's|a program's until long ago)$/, "it is not asked whose it is"],
  [/service/, /^account \w+\./, "each account was decided"],
  [/this-quarter/, /^not every account read$/, "what was read when it was frozen is decided"],
  [/developers/, /^account ([ab]\.|s\.active )/, "whoever has it passed the course, and the other is a service's"],
  [/developers/, /^(grant|repository) \w+\./, "everybody with an account passed, whatever they may do"],
  [/developers/, /^not every (grant|repository) read$/, "everybody with an account passed, whatever they may do"],
];
/** Fields and facts that no fixture has, because with them nothing passes, or because they say more in words alone. */
const ABSENT: Readonly<Record<string, string>> = {
  "people.endsAt": "whoever works here has no last day",
  "review-populations.exportedOn": "said in words alone",
  "review-rows.lapsed": "another could have decided for a month",
  "review-populations.leftOut": "said in words alone",
  "review-populations.leftOutIds": "said in words alone",
};
/** Registers that a check reads and that nobody has to confirm for it. */
const UNCONFIRMED: Readonly<Record<string, readonly string[]>> = {
  // Of a review the approval of a shared account frees it, and no list of approvals does.
  "review.done-this-quarter": ["approvals"],
  // Each developer passed, whoever else works here.
  "training.developers": ["people"],
};

/** What may be otherwise, of what a check reads, so that it passes. */
function passingIn(name: string, given: Swept): readonly string[] {
  const watch = new Set<string>();
  outcomeOf(name, given, { watch });
  return alterations(given, watch).flatMap(([altered, other]) => (outcomeOf(name, other) === "pass" ? [altered] : []));
}

test("each check that registers and reviews answer with connected systems has a fixture here", () => {
  const named = new Set(Object.keys(fixtures).map((name) => name.replace(" of a list", "")));
  expect(named).toEqual(new Set([...Object.keys(systemChecks), ...Object.keys(listChecks), "training.developers"]));
});

test("each thing that may be otherwise is met, so that none is said to be free that is not", () => {
  const passing = Object.entries(fixtures).flatMap(([name, given]) =>
    passingIn(name, given).map((altered) => [name, altered] as const),
  );
  const isMet = ([check, what]: (typeof FREE)[number]) =>
    passing.some(([name, altered]) => check.test(name) && what.test(altered));
  expect(FREE.filter((free) => !isMet(free))).toEqual([]);
});

describe.each(Object.keys(fixtures))("what %s reads", (name) => {
  const given = fixtures[name]!;

  test("is in its fixture, each field of a record and each fact of a system", () => {
    const watch = new Set<string>();
    expect(outcomeOf(name, given, { watch })).toBe("pass");
    const has = new Set([
      ...Object.entries(given.registers).flatMap(([key, rows]) =>
        rows.flatMap(({ fields }) => Object.keys(fields).map((field) => `${key}.${field}`)),
      ),
      ...alterations({ registers: {}, system: given.system }).map(([altered]) =>
        altered.replace(/^(\w+) .*\.(\w+) .*$/, "$1.$2"),
      ),
    ]);
    expect([...watch].filter((asked) => !has.has(asked) && !(asked in ABSENT)).toSorted()).toEqual([]);
  });

  test("passes nothing without it, or with something else in its place", () => {
    const isFree = (altered: string) => FREE.some(([check, what]) => check.test(name) && what.test(altered));
    expect(passingIn(name, given).filter((altered) => !isFree(altered))).toEqual([]);
  });

  test("passes nothing by a register that nobody confirmed", () => {
    const asked = Object.keys(given.registers).filter((key) => CONFIRMED.has(key));
    const passing = asked.filter((unconfirmed) => outcomeOf(name, given, { unconfirmed }) === "pass");
    expect(passing).toEqual(UNCONFIRMED[name] ?? []);
  });
});
