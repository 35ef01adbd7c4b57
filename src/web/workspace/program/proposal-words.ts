import { countedRecords, plural } from "./registers.ts";
import type { Register } from "./registers.ts";

/** What is said of a proposal: its register, and of an approval its kind. */
export interface Proposed {
  readonly fields: Readonly<Record<string, unknown>>;
}

interface KindWords {
  readonly single: string;
  readonly many: string;
}

const ADMINISTRATOR = "administrator";

/** The kinds of approvals that are proposed, by their keys. */
const kinds: Readonly<Record<string, KindWords>> = {
  [ADMINISTRATOR]: { single: "administrator", many: "administrators" },
  "service-account": { single: "service account", many: "service accounts" },
  "emergency-account": { single: "emergency account", many: "emergency accounts" },
  "public-resource": { single: "public resource", many: "public resources" },
  "not-production": { single: "repository outside production", many: "repositories outside production" },
  "outside-collaborator": { single: "outside collaborator", many: "outside collaborators" },
  "app-access": { single: "app with full access", many: "apps with full access" },
};
const OTHER: KindWords = { single: "other approval", many: "other approvals" };

const isOfApprovals = ({ key }: Pick<Register, "key">) => key === "approvals";
const kindOf = ({ fields: { kind } }: Proposed) => (typeof kind === "string" && kind in kinds ? kind : "");
const wordsOf = (kind: string) => kinds[kind] ?? OTHER;

/** `2 administrators and 1 service account have no approval.`, `7 vendors are not in this register yet.` */
export function foundWords(register: Pick<Register, "key" | "label" | "singular">, all: readonly Proposed[]): string {
  const isSingle = all.length === 1;
  if (!isOfApprovals(register))
    return `${countedRecords(register, all.length)} ${isSingle ? "is" : "are"} not in this register yet.`;
  const counted = byKind(all).map(([kind, { length }]) => {
    const { single, many } = wordsOf(kind);
    return `${length.toLocaleString("en-US")} ${length === 1 ? single : many}`;
  });
  return `${new Intl.ListFormat("en").format(counted)} ${isSingle ? "has" : "have"} no approval.`;
}

/** The title of the dialog in which proposals are chosen. */
export function titleOfProposals(register: Pick<Register, "key" | "label">, all: readonly Proposed[]): string {
  const [first, ...others] = isOfApprovals(register) ? byKind(all) : [];
  if (!first || others.length > 0) return `Add proposed ${plural(register)}`;
  const { single, many } = wordsOf(first[0]);
  return first[1].length === 1 ? `Approve this ${single}` : `Approve ${many}`;
}

/** Proposals of one kind, with what is asked about them. */
export interface ProposalGroup<Each extends Proposed> {
  readonly label: string;
  readonly help: string;
  readonly proposals: readonly Each[];
}

/** Proposals as they are chosen from: approvals by their kinds, those of other registers together. */
export function groupsOfProposals<Each extends Proposed>(
  register: Pick<Register, "key">,
  all: readonly Each[],
): readonly ProposalGroup<Each>[] {
  if (!isOfApprovals(register))
    return [
      {
        label: "Found, and not in the register",
        help: "Leave out what you don't want. You can edit each one afterwards.",
        proposals: all,
      },
    ];
  return byKind(all).map(([kind, proposals]) => ({ ...asked(kind), proposals }));
}

function asked(kind: string): Pick<ProposalGroup<Proposed>, "label" | "help"> {
  if (kind === ADMINISTRATOR)
    return {
      label: "Accounts with administrator rights",
      help: "Choose who may stay administrator. Another person approves each one. Remove the others in their system.",
    };
  const { many } = wordsOf(kind);
  return {
    label: many.charAt(0).toUpperCase() + many.slice(1),
    help: "Choose what checks may leave out. Another person approves each one, and until then it counts as any other.",
  };
}

const byKind = <Each extends Proposed>(all: readonly Each[]): [string, Each[]][] => [...Map.groupBy(all, kindOf)];
