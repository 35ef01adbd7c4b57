import { firstStepKeys } from "#domain/first-use/first-step-keys.ts";
import type { FirstStepKey } from "#domain/first-use/first-step-keys.ts";
import { checksOfRegisters } from "./parts.ts";
import { policyKinds } from "./policies/kinds.ts";
import { printedFrom } from "./printed/index.ts";
import { findRegister } from "./registers/index.ts";

interface Declared {
  readonly title: string;
  /** What to do, in a sentence or two. */
  readonly detail: string;
  /** For a company of 12 people. */
  readonly minutes: number;
  /** Registers that it fills and confirms. */
  readonly registers: readonly string[];
  /** What the names of checks begin with that it decides without a register. */
  readonly checks?: string;
  /** Steps without which it cannot begin. */
  readonly after: readonly FirstStepKey[];
}

const declared: Readonly<Record<FirstStepKey, Declared>> = {
  people: {
    title: "Add your people",
    detail: "Import them from a connected system or a file. Then confirm the list.",
    minutes: 6,
    registers: ["people"],
    after: [],
  },
  systems: {
    title: "Describe your systems and data",
    detail: "Which kinds of systems you have, who owns each, what data it holds, and how soon it must be back.",
    minutes: 8,
    registers: ["systems", "data"],
    after: ["people"],
  },
  policies: {
    title: "Adopt your policies",
    detail: "Answer some questions. Exhibit drafts your policies, and another person approves them.",
    minutes: 30,
    registers: [],
    checks: "policies.",
    after: ["people"],
  },
  vendors: {
    title: "Add vendors",
    detail: "Choose from the applications that your people sign in to, and rate each vendor.",
    minutes: 10,
    registers: ["vendors"],
    after: ["people"],
  },
  risks: {
    title: "Rate your risks",
    detail: "Start with usual risks. Rate each one, name an owner and a treatment.",
    minutes: 10,
    registers: ["risks"],
    after: ["people"],
  },
  approvals: {
    title: "Approve administrators",
    detail: "Say who may stay administrator, why, and until when. Another person approves.",
    minutes: 6,
    registers: ["approvals"],
    after: ["people"],
  },
  places: {
    title: "Declare offices and devices",
    detail: "Where you work, and whose each laptop and phone is. Say so if you have no office.",
    minutes: 5,
    registers: ["sites", "devices"],
    after: ["people"],
  },
  contacts: {
    title: "Add incident contacts",
    detail: "Who responds, who is on call, and whom you call outside.",
    minutes: 5,
    registers: ["contacts"],
    after: ["people"],
  },
  review: {
    title: "Run your first access review",
    detail: "Keep, change or remove each account. Administrators and unused accounts come first.",
    minutes: 8,
    registers: [],
    checks: "review.",
    after: ["people"],
  },
  staff: {
    title: "Invite your staff",
    detail: "Each person gets a link to their policies and training. It takes each of them 25 minutes.",
    minutes: 2,
    registers: [],
    checks: "training.",
    after: ["people", "policies"],
  },
};

/** A step of the first use, with what it decides. */
export interface FirstStep extends Declared {
  readonly key: FirstStepKey;
  /** Checks that it decides, alone or with other steps. */
  readonly decides: readonly string[];
  /** Expected documents that come of it. */
  readonly documents: readonly string[];
}

const all = firstStepKeys.map((key): FirstStep => {
  const step = declared[key];
  const own = step.registers.flatMap((register) => findRegister(register)!.checks);
  const decides = checksOfRegisters.filter(
    (check) => own.includes(check) || (step.checks !== undefined && check.startsWith(step.checks)),
  );
  const printed = step.registers.flatMap((register) => printedFrom(register).map(({ document }) => document));
  const adopted = key === "policies" ? policyKinds.map(({ documentId }) => documentId) : [];
  return { key, ...step, decides, documents: [...new Set([...printed, ...adopted])] };
});

/** The ten steps: what decides most checks a minute first, as far as it can be done by then. */
export const firstSteps: readonly FirstStep[] = ordered(all);

function ordered(steps: readonly FirstStep[]): readonly FirstStep[] {
  const rate = ({ decides, minutes }: FirstStep) => decides.length / minutes;
  const left = steps.toSorted((a, b) => rate(b) - rate(a));
  const done: FirstStep[] = [];
  while (left.length > 0) {
    const next = left.findIndex(({ after }) => after.every((key) => done.some((step) => step.key === key)));
    done.push(...left.splice(next, 1));
  }
  return done;
}
