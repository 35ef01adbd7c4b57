import type { Task, TaskFacts } from "./tasks.ts";

const POLICIES = "/dashboard/program/policies";
/** So early a renewal is asked for. */
const AHEAD_MS = 30 * 86_400_000;

/** What a policy asks for: another owner once its own has left, approvals, its renewal, whom it is assigned to, and acknowledgments. Those close it by themselves. */
export function ofPolicy({ id, title, ...policy }: TaskFacts["policies"][number], now: Date): Task[] {
  const to = `${POLICIES}/${id}`;
  const tasks: Task[] = [];
  const { owner, waitsFor, renewBy, left, late, nextDue } = policy;
  if (owner?.leftAt)
    tasks.push({
      key: `policy ${id} owner`,
      area: "policies",
      title: `Choose another owner of ${title}`,
      detail: `${owner.name} has left`,
      to: `${to}?do=owner`,
      due: renewBy,
    });
  if (waitsFor !== null)
    tasks.push({
      key: `policy ${id} approve`,
      area: "policies",
      title: `Approve ${title}`,
      detail: waitsFor === 1 ? "1 more approval is needed" : `${waitsFor} more approvals are needed`,
      to,
      due: renewBy,
    });
  else if (renewBy && renewBy.getTime() - now.getTime() <= AHEAD_MS)
    tasks.push({
      key: `policy ${id} renew`,
      area: "policies",
      title: `Renew ${title}`,
      detail: [policy.hasDraft ? "A draft is begun" : "Its approval is a year old by then", ...ownedBy(owner)].join(
        ", ",
      ),
      to,
      due: renewBy,
      ...(owner?.account && { owner: owner.account }),
    });
  if (policy.toAssign)
    tasks.push({
      key: `policy ${id} assign`,
      area: "policies",
      title: `Assign ${title}`,
      detail: "It is in force, and nobody is asked to acknowledge it",
      to,
      due: null,
    });
  if (left > 0)
    tasks.push({
      key: `policy ${id} acknowledge`,
      area: "policies",
      title: `${left === 1 ? "1 person has" : `${left} people have`} not acknowledged ${title}`,
      detail: late > 0 ? `${late} late: send ${late === 1 ? "them a link" : "them links"}` : "",
      to: late > 0 ? `${to}?do=links` : to,
      due: nextDue,
    });
  return tasks;
}

/** Whose it is, where their own account does not say it. */
function ownedBy(owner: TaskFacts["policies"][number]["owner"]): readonly string[] {
  return owner && owner.leftAt === null && owner.account === null ? [`owned by ${owner.name}`] : [];
}

/** Policies that frameworks require and that are not in force. */
export const ofMissingPolicies = ({ missingPolicies: missing, policies }: TaskFacts): Task[] =>
  missing === 0 || policies.length === 0
    ? []
    : [
        {
          key: "policies missing",
          area: "policies",
          title: missing === 1 ? "Put 1 required policy in force" : `Put ${missing} required policies in force`,
          detail: "Your controls expect them",
          to: POLICIES,
          due: null,
        },
      ];
