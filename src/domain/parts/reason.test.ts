import { describe, expect, test } from "vitest";
import type { CheckOutcome } from "../verdict.ts";
import type { PartAnswer } from "./answer.ts";
import { combineParts } from "./combine.ts";
import type { KindInScope } from "./decide-part.ts";

const now = new Date("2026-11-22T12:00:00Z");
const at = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60_000);

type Kind = "cloud" | "site" | "idp";
const phrases = { cloud: "a cloud account", site: "a public website", idp: "an identity provider" };
const part = (aspect: string, ...systems: Kind[]) => ({ aspect, title: aspect, noun: aspect, systems });
const [storage, databases, access] = [part("storage", "cloud"), part("databases", "cloud"), part("access", "cloud")];
const domains = part("domains", "site");

function answer(aspect: string | null, systemId: string | null, outcome: CheckOutcome, more: Partial<PartAnswer> = {}) {
  const reason = `${outcome} of ${aspect}.`;
  const base = { aspect, systemId, outcome, source: systemId ?? "A report", reason };
  return { ...base, observedAt: at(-1), validUntil: at(30), ...more } satisfies PartAnswer;
}

const stale = (days: number) => ({ observedAt: at(-days), validUntil: at(-1) });

type Declared = Partial<Record<Kind, readonly string[]>>;
function reasonFor(parts: readonly ReturnType<typeof part>[], declared: Declared, answers: readonly PartAnswer[]) {
  const kindInScope = (kind: Kind): KindInScope => {
    const names = declared[kind];
    const inScope = (names ?? []).map((name) => ({ id: name, name }));
    const state = names === undefined ? "not answered" : inScope.length > 0 ? "in scope" : "declared none";
    return { state, inScope, outOfScope: [], until: null };
  };
  return combineParts({ parts, kindInScope, answers, now, phraseOf: (kind) => phrases[kind] })!.reason;
}

type Row = [what: string, Parameters<typeof reasonFor>, said: string];
const both = { cloud: ["AWS", "Azure"] };
const only = { cloud: ["AWS"] };
const failing = answer("storage", "AWS", "fail", { reason: "A bucket is public." });

describe("the reason of a check", () => {
  test.each<Row>([
    ["says what the only answer failed", [[storage], only, [failing]], "A bucket is public."],
    [
      "says who failed where several were asked",
      [[storage], both, [failing, answer("storage", "Azure", "pass")]],
      "AWS: A bucket is public.",
    ],
    [
      "says that one more fails",
      [[storage], both, [failing, answer("storage", "Azure", "fail")]],
      "AWS: A bucket is public. 1 more answer fails.",
    ],
    [
      "says how many more fail, wherever they were found, and counts nothing that is only in doubt or too old",
      [
        [storage, databases],
        both,
        [
          failing,
          answer("storage", "Azure", "unknown"),
          answer("databases", "AWS", "fail", stale(40)),
          answer("databases", null, "fail"),
          answer(null, null, "fail"),
        ],
      ],
      "AWS: A bucket is public. 2 more answers fail.",
    ],
    ["repeats the only pass", [[storage], only, [answer("storage", "AWS", "pass")]], "pass of storage."],
    [
      "names the system where several sources pass it",
      [[storage], only, [answer("storage", "AWS", "pass"), answer("storage", "AWS", "pass", { source: "Prowler" })]],
      "Passes in AWS.",
    ],
    [
      "names the systems where several pass one part",
      [[storage], both, [answer("storage", "AWS", "pass"), answer("storage", "Azure", "pass")]],
      "Passes in AWS and Azure.",
    ],
    [
      "says that both parts pass",
      [[storage, databases], only, [answer("storage", "AWS", "pass"), answer("databases", "AWS", "pass")]],
      "Both parts pass in AWS.",
    ],
    [
      "counts the parts that pass, and not those that do not apply",
      [
        [storage, databases, access, part("keys", "cloud")],
        only,
        [
          answer("storage", "AWS", "pass"),
          answer("databases", "AWS", "pass"),
          answer("access", "AWS", "pass"),
          answer("keys", "AWS", "not applicable"),
        ],
      ],
      "All 3 parts pass in AWS.",
    ],
    ["says what was not read, once", [[storage], only, []], "Not decided: storage was not read."],
    ["says so of several", [[databases], only, []], "Not decided: databases were not read."],
    [
      "says so of two that stand for one each",
      [[storage, access], only, []],
      "0 of 2 parts decided: storage and access were not read.",
    ],
    [
      "names the systems of which a part was not read",
      [[storage], both, [answer("storage", "AWS", "pass")]],
      "Not decided: storage of Azure was not read.",
    ],
    [
      "names the part of which nothing was read before those of which some was",
      [[storage, access], both, [answer("storage", "AWS", "pass")]],
      "0 of 2 parts decided: access and storage of Azure were not read.",
    ],
    [
      "counts only the parts that are asked",
      [[storage, domains], { ...only, site: [] }, []],
      "Not decided: storage was not read.",
    ],
    [
      "asks for what nobody said, after what was not read",
      [[storage, domains], only, []],
      "0 of 2 parts decided: storage was not read. Say whether you use a public website.",
    ],
    [
      "asks for what nobody said, where all else is decided",
      [[storage, domains], only, [answer("storage", "AWS", "pass")]],
      "1 of 2 parts decided. Say whether you use a public website.",
    ],
    [
      "only asks where nothing is decided",
      [[storage, domains], {}, []],
      "Say whether you use a cloud account or a public website.",
    ],
    ["asks once for each kind", [[storage, databases], {}, []], "Say whether you use a cloud account."],
    [
      "says a doubt, whose reason has more than one full stop",
      [[storage], only, [answer("storage", "AWS", "unknown", { reason: "TLS 1.2 is not listed." })]],
      "Not decided: TLS 1.2 is not listed.",
    ],
    [
      "says who doubts, and how many more do",
      [
        [storage],
        both,
        [
          answer("storage", "AWS", "unknown", { reason: "TLS 1.2 is not listed." }),
          answer("storage", "Azure", "unknown"),
          answer(null, "AWS", "unknown"),
        ],
      ],
      "Not decided: AWS: TLS 1.2 is not listed (and 2 more).",
    ],
    [
      "says who doubts the whole of it, where every part passes",
      [[storage], only, [answer("storage", "AWS", "pass"), answer(null, null, "unknown", { reason: "Too little." })]],
      "Not decided: A report: Too little.",
    ],
    [
      "says no doubt of what passes, and keeps what a report of another target failed once",
      [
        [storage],
        only,
        [
          answer("storage", "AWS", "pass"),
          answer("storage", null, "pass"),
          answer("storage", null, "fail", { ...stale(40), reason: "A bucket is public." }),
        ],
      ],
      "Not decided: A report: A bucket is public.",
    ],
    [
      "says when the oldest of several was read",
      [[storage], both, [answer("storage", "AWS", "pass", stale(30)), answer("storage", "Azure", "pass", stale(40))]],
      "Not decided: storage of AWS and Azure was last read on October 13, 2026, too long ago to count.",
    ],
    [
      "says nothing of when others were read that count",
      [[databases], both, [answer("databases", "AWS", "pass", stale(30)), answer("databases", "Azure", "pass")]],
      "Not decided: databases of AWS were last read on October 23, 2026, too long ago to count.",
    ],
    [
      "repeats what found nothing of the kind",
      [[storage], only, [answer("storage", "AWS", "not applicable")]],
      "not applicable of storage.",
    ],
    [
      "names each kind once that the company decided it has not",
      [[storage, databases, domains], { cloud: [], site: [] }, []],
      "By your decisions, no system in scope is a cloud account or a public website.",
    ],
  ])("%s", (_, asked, said) => {
    expect(reasonFor(...asked)).toBe(said);
  });
});
