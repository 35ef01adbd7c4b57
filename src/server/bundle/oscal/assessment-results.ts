import { getCheck } from "#catalog/index.ts";
import { wordDays } from "#domain/bundle/bundle-scope.ts";
import { sayLoss } from "#domain/ledger-loss.ts";
import { judgedAt } from "../bundle-plan.ts";
import type { BundlePlan } from "../bundle-plan.ts";
import type { BundledControl, Collected } from "../collect.ts";
import { resourceOf } from "./resource.ts";
import type { ResourceItem } from "./resource.ts";
import { line, NAMESPACE, ofExport } from "./words.ts";
import type { NewUuid } from "./words.ts";

/**
 * The findings as an OSCAL 1.1.2 assessment-results document: what was observed for each control, the evidence it rests
 * on with its hashes, and whether the control's objective is satisfied. A control that needs evidence is not satisfied;
 * one that does not apply is excluded from the review. `items` may say where in a bundle each file lies.
 */
export function assessmentResults(
  plan: BundlePlan,
  { controls, project }: Pick<Collected, "controls" | "project">,
  items: readonly ResourceItem[],
): unknown {
  const uuid = ofExport(plan.id);
  const at = judgedAt(plan).toISOString();
  const reviewed = controls.filter(({ status }) => status !== "not applicable");
  const noPlan = uuid("assessment plan");
  const observed = reviewed.map((control) => observationsOf(control, at, uuid));
  const days = wordDays(plan.days);
  return {
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
          ...listed("observations", observed.flat()),
          ...listed(
            "findings",
            reviewed.map((control, index) => findingOf(control, observed[index]!, uuid)),
          ),
          ...(plan.losses.length > 0 && { remarks: plan.losses.map((loss) => line(sayLoss(loss))).join("\n") }),
        },
      ],
      "back-matter": {
        resources: [
          {
            uuid: noPlan,
            title: "No assessment plan",
            description:
              "The controls are judged continuously by published rules; there is no plan of a single assessment.",
          },
          ...items.map((item) => resourceOf(item, uuid)),
        ],
      },
    },
  };
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
