import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { organizationProfile } from "#contract/onboarding.ts";

export type Onboarding = z.output<typeof contract.onboarding.get.output>;
export type Recommendation = Onboarding["recommendations"][number];
export type Answers = Required<z.output<typeof contract.onboarding.saveDraft.input>["answers"]>;
export type Faults = Partial<Record<keyof Answers, string>>;

const defaults: Answers = {
  industry: "",
  companySize: "small",
  employeeCount: "0",
  annualRevenue: "0",
  paymentProcessing: false,
  storesPii: false,
  customerRegions: [],
};

/** Which step asks for what; the fifth shows what follows. */
export const asked: readonly (readonly (keyof Answers)[])[] = [
  ["industry", "companySize", "employeeCount"],
  ["annualRevenue", "paymentProcessing"],
  ["storesPii"],
  ["customerRegions"],
];

/** Where a person goes on: from what they left unfinished, else from what was submitted, else from the beginning. */
export function beginning({ profile, draft }: Onboarding): { readonly step: number; readonly answers: Answers } {
  const said: Partial<Answers> = profile
    ? {
        industry: profile.industry,
        companySize: profile.companySize,
        employeeCount: String(profile.employeeCount),
        annualRevenue: String(profile.annualRevenue),
        paymentProcessing: profile.paymentProcessing,
        storesPii: profile.storesPii,
        customerRegions: profile.customerRegions,
      }
    : {};
  if (draft) return { step: draft.step, answers: { ...defaults, ...said, ...draft.answers } };
  return { step: profile ? 5 : 1, answers: { ...defaults, ...said } };
}

const number = (typed: string) => (typed.trim() === "" ? Number.NaN : Number(typed));

/** The answers as the server takes them, or what is wrong with which, in the specification's sentences. */
export function readAnswers(answers: Answers) {
  const { employeeCount, annualRevenue } = answers;
  const checked = organizationProfile.safeParse({
    ...answers,
    employeeCount: number(employeeCount),
    annualRevenue: number(annualRevenue),
  });
  if (checked.success) return { profile: checked.data, faults: {} };
  // Walked backwards, so that the first sentence about a field is the one that stays.
  const faults = checked.error.issues.toReversed().map(({ path, message }) => [path[0], message]);
  return { profile: undefined, faults: Object.fromEntries(faults) as Faults };
}

/** The faults of one step's questions. */
export function faultsOf(faults: Faults, step: number): Faults {
  const own = asked[step - 1] ?? [];
  return Object.fromEntries(Object.entries(faults).filter(([name]) => own.includes(name as keyof Answers)));
}
