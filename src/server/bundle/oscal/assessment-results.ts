import { getCheck } from "#catalog/index.ts";
import { wordDays } from "#domain/bundle/bundle-scope.ts";
import { sayLoss } from "#domain/ledger-loss.ts";
import { judgedAt } from "../bundle-plan.ts";
import type { BundlePlan } from "../bundle-plan.ts";
import type { BundledControl, Collected } from "../collect.ts";
import { indented, json } from "../lists.ts";
import { resourceOf } from "./resource.ts";
import type { ResourceItem } from "./resource.ts";
import { line, NAMESPACE, ofExport } from "./words.ts";
import type { NewUuid } from "./words.ts";

/** Stand for lists until these are written. */
const LATER = { observations: "later: observations", findings: "later: findings", resources: "later: resources" };

/**
 * The findings as an OSCAL 1.1.2 assessment-results document: what was observed for each control, the evidence it rests
 * on with its hashes, and whether the control's objective is satisfied. A control that needs evidence is not satisfied;
 * one that does not apply is excluded from the review. `items` may say where in a bundle each file lies. Its text comes in
 * pieces, because each item of the company is named in it.
 */
export function* assessmentResults(
  plan: BundlePlan,
  { controls, project }: Pick<Collected, "controls" | "project">,
  items: Iterable<readonly ResourceItem[]>,
): Generator<Buffer> {
  const uuid = ofExport(plan.id);
  const at = judgedAt(plan).toISOString();
  const reviewed = controls.filter(({ status }) => status !== "not applicable");
  const noPlan = uuid("assessment plan");
  const days = wordDays(plan.days);
  const hasObserved = reviewed.some(({ checks, exhibits }) => checks.length > 0 || exhibits.length > 0);
  const document = {
    "assessment-results": {
      uuid: uuid("document"),
      metadata: {
        title: `Control report ${plan.number}`,
        "last-modified": plan.issuedAt.toISOString(),
        version: plan.number,
        "oscal-version": "1.1.2",
        parties: [{ uuid: uuid("organization"), type: "organization", name: line(plan.companyName) }],
      },
      "import-ap": { href: `#${noPlan}` },
      results: [
        {
          uuid: uuid("result"),
          title: line(project?.name ?? "All evidence of the company"),
          description: `Status of ${controls.length} core controls, computed from ${days === undefined ? "all evidence on file" : `evidence ${days}`}. Privileged items are left out.`,
          start: plan.days.from === undefined ? at : `${plan.days.from}T00:00:00.000Z`,
          end: at,
          "reviewed-controls": { "control-selections": [selectionOf(controls)] },
          ...(hasObserved && { observations: LATER.observations }),
          ...(reviewed.length > 0 && { findings: LATER.findings }),
          ...(plan.losses.length > 0 && { remarks: plan.losses.map((loss) => line(sayLoss(loss))).join("\n") }),
        },
      ],
      "back-matter": { resources: LATER.resources },
    },
  };
  const observed: (readonly { readonly uuid: string }[])[] = [];
  function* observations() {
    for (const control of reviewed) {
      const own = observationsOf(control, at, uuid);
      observed.push(own.map(({ uuid: id }) => ({ uuid: id })));
      yield own;
    }
  }
  function* findings() {
    yield reviewed.map((control, index) => findingOf(control, observed[index] ?? [], uuid));
  }
  function* resources() {
    yield [
      {
        uuid: noPlan,
        title: "No assessment plan",
        description:
          "The controls are judged continuously by published rules; there is no plan of a single assessment.",
      },
    ];
    for (const page of items) yield page.map((item) => resourceOf(item, uuid));
  }
  const lists: Readonly<Record<string, [Iterable<readonly unknown[]>, string]>> = {
    [LATER.observations]: [observations(), " ".repeat(8)],
    [LATER.findings]: [findings(), " ".repeat(8)],
    [LATER.resources]: [resources(), " ".repeat(6)],
  };
  // Whatever people wrote stands in no place of its own line with a colon before it but as a whole text.
  for (const piece of json(document).split(/(?<=^ +"(?:observations|findings|resources)": )"(later: \w+)"/m)) {
    const list = lists[piece];
    if (list) yield* indented(...list);
    else yield Buffer.from(piece);
  }
}

function selectionOf(controls: readonly BundledControl[]) {
  const ids = (are: boolean) =>
    controls.filter(({ status }) => (status === "not applicable") === are).map(({ id }) => ({ "control-id": id }));
  const reasons = controls
    .filter(({ status }) => status === "not applicable")
    .map(({ id, reason }) => `${id}: ${reason}`);
  return {
    description: "The 22 core controls of the library, each mapped to requirements of several frameworks.",
    ...listed("include-controls", ids(false)),
    ...listed("exclude-controls", ids(true)),
    ...(reasons.length > 0 && { remarks: reasons.join("\n") }),
  };
}

function observationsOf(control: BundledControl, at: string, uuid: NewUuid) {
  const evidence = (exhibit: string) => ({ href: `#${uuid(exhibit)}`, description: exhibit });
  const checks = control.checks.map((check) => ({
    uuid: uuid(`check ${check.id} ${check.source}`),
    title: `${control.id}: ${check.title}`,
    description: check.reason,
    props: [prop("outcome", check.outcome), prop("check", check.id), prop("source", check.source)],
    methods: ["TEST"],
    "relevant-evidence": [evidence(check.exhibit)],
    collected: check.observedAt,
    remarks: `Expected: ${getCheck(check.id).predicate}`,
  }));
  if (control.exhibits.length === 0) return checks;
  const examined = {
    uuid: uuid(`exhibits ${control.id}`),
    title: `${control.id}: exhibits`,
    description: `${control.exhibits.length} items are filed under ${control.title}.`,
    methods: ["EXAMINE"],
    "relevant-evidence": control.exhibits.map(evidence),
    collected: at,
  };
  return [...checks, examined];
}

function findingOf(control: BundledControl, observations: readonly { readonly uuid: string }[], uuid: NewUuid) {
  const states = { passing: "pass", failing: "fail" } as Readonly<Record<string, string>>;
  const requirements = Object.entries(control.requirements).flatMap(([framework, ids]) =>
    ids.map((id) => ({ ...prop("requirement", id), class: framework })),
  );
  return {
    uuid: uuid(`finding ${control.id}`),
    title: control.title,
    description: control.statement,
    props: [
      prop("decided", String(control.progress.decided)),
      prop("asked", String(control.progress.asked)),
      ...Object.entries(control.basis).map(([basis, count]) => prop(`basis-${basis}`, String(count))),
      ...requirements,
    ],
    target: {
      type: "objective-id",
      "target-id": `${control.id}_obj`,
      title: control.title,
      status: {
        state: control.status === "passing" ? "satisfied" : "not-satisfied",
        reason: states[control.status] ?? "other",
        remarks: `${control.status}: ${control.reason}`,
      },
    },
    ...(observations.length > 0 && {
      "related-observations": observations.map((observation) => ({ "observation-uuid": observation.uuid })),
    }),
  };
}

const prop = (name: string, value: string) => ({ name, ns: NAMESPACE, value: line(value) });

/** A list under its name; OSCAL has no empty ones. */
function listed<Name extends string>(name: Name, list: readonly unknown[]) {
  return list.length > 0 ? { [name]: list } : {};
}
