import { someOf } from "#domain/facts/population.ts";
import type { Reading } from "#domain/facts/reading.ts";
import type { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { everyItem, observed, observedWhere, observeEach } from "../../facts.ts";

const trails = { version: 2, steps: ["trails"] } as const;

/** One trail is enough: those that do not qualify do not count against the account. */
export const multiRegion: ConnectorCheck = {
  ...trails,
  id: "aws.trail.multi-region",
  title: "A validated CloudTrail records every management event of all regions",
  severity: "high",
  hint: "Create one trail for all regions, with all management events and log file validation, and start it.",
  answers: ["logging.cloud-audit-on/trail"],
  judge: (facts) =>
    oneThat(facts, "a validated trail of all regions that records every management event", (trail) => [
      ...logsEverywhere(trail),
      ["does not validate its log files", trail.at("validated").flag().is(true)],
    ]),
};

export const validated: ConnectorCheck = {
  ...trails,
  id: "aws.trail.validated",
  title: "The trail validates log files and is encrypted",
  severity: "medium",
  hint: "Turn on log file validation and a KMS key.",
  // Whose key it is stands beside what is asked; that it validates is a part of the other check.
  answers: [],
  judge(facts) {
    const wanted = "log file validation and a key of your own";
    const everywhere = (trail: Reading) => meets(logsEverywhere(trail));
    const all = everyItem(facts, "aws.trail", "trails");
    const seen = observeEach(facts, "aws.trail", ({ resource, data }) =>
      observedWhere(
        everywhere(data),
        resource,
        () => data.at("validated").flag().is(true).and(data.at("encrypted").flag().is(true)),
        {
          observed: () =>
            [
              data
                .at("validated")
                .flag()
                .say((is) => (is ? "validated" : "does not validate its log files")),
              data
                .at("encrypted")
                .flag()
                .say((is) => (is ? "encrypted" : "no key of your own")),
            ].join(", "),
          wanted,
          otherwise: "not a trail that records everything",
        },
      ),
    );
    const enough = someOf(all, ({ data }) =>
      everywhere(data).andThen(() => data.at("validated").flag().is(true).and(data.at("encrypted").flag().is(true))),
    );
    const deciding = seen.filter(({ outcome }) => outcome === enough.outcome());
    if (deciding.length > 0) return deciding;
    // Without such a trail there is nothing to validate; that there is none is the other check's finding.
    return [
      observedWhere(
        someOf(all, ({ data }) => everywhere(data)),
        account,
        enough,
        { observed: "AWS does not say", wanted, otherwise: "no trail of all regions records everything" },
      ),
    ];
  },
};

/** What is wanted of a trail: a clause for where it is not so, and whether it is. */
type Wish = readonly [otherwise: string, so: Truth];

const account = { type: "account", id: "trails", label: "the account" };
const meets = (wishes: readonly Wish[]): Truth => {
  const [first, ...others] = wishes.map(([, so]) => so);
  return first!.and(...others);
};

function logsEverywhere(trail: Reading): readonly Wish[] {
  return [
    ["covers one region", trail.at("multiRegion").flag().is(true)],
    ["is not logging", trail.at("logging").flag().is(true)],
    ["cannot deliver its logs", trail.at("deliveryError").text().is("")],
    ["delivered nothing in the last day", trail.at("delivering").flag().is(true)],
    ["leaves out services without a region", trail.at("globalEvents").flag().is(true)],
    ["does not record every management event that reads", records(trail, "reads")],
    ["does not record every management event that writes", records(trail, "writes")],
  ];
}

const MODES = {
  All: { reads: true, writes: true },
  ReadOnly: { reads: true, writes: false },
  WriteOnly: { reads: false, writes: true },
} as const;

/** Whether one of the selectors has all management events that read, or that write: selectors add up. */
function records(trail: Reading, which: "reads" | "writes"): Truth {
  return trail.at("selectors").some((selector) =>
    selector
      .at("management")
      .flag()
      .is(true)
      .and(
        selector
          .at("mode")
          .oneOf(MODES)
          .holds((mode) => mode[which]),
        selector
          .at("leavesOut")
          .texts()
          .holds((left) => left.length === 0),
      ),
  );
}

/** The trails that decide whether there is one as wished: those that are, else those that may be, else all. */
function oneThat(facts: CheckFacts, wanted: string, wish: (trail: Reading) => readonly Wish[]): readonly Observation[] {
  const enough = someOf(everyItem(facts, "aws.trail", "trails"), ({ data }) => meets(wish(data)));
  const deciding = observeEach(facts, "aws.trail", ({ resource, data }) => {
    const wishes = wish(data);
    const lacking = wishes.flatMap(([otherwise, so]) => so.say({ yes: [], no: [otherwise], unknown: [] }));
    return observed(resource, meets(wishes), {
      observed: meets(wishes).say({
        yes: "records every management event of all regions",
        no: lacking.join(", "),
        unknown: "AWS does not say whether it records everything",
      }),
      wanted,
    });
  }).filter(({ outcome }) => outcome === enough.outcome());
  if (deciding.length > 0) return deciding;
  const observedOf = enough.say({
    yes: "there is one",
    no: "no trail at all",
    unknown: "AWS does not say whether there is one",
  });
  return [observed(account, enough, { observed: observedOf, wanted })];
}
