import type { Field, RecordFields, Register } from "./register.ts";

// It may be tomorrow already where somebody types.
const EASTERNMOST_MS = 14 * 3_600_000;

/** What is wrong with a record as a whole, by field: what is missing, what has not happened yet, and what comes before its beginning. */
export function recordProblems(register: Register, fields: RecordFields, now: Date): ReadonlyMap<string, string> {
  const latest = new Date(now.getTime() + EASTERNMOST_MS).toISOString();
  const problems = new Map<string, string>();
  for (const [name, field] of Object.entries(register.fields)) {
    const value = fields[name];
    if (value === undefined) {
      if (isRequired(field, fields)) problems.set(name, `${field.label} is missing.`);
    } else if (typeof value === "string") {
      const problem = dateProblem(register, field, value, fields, latest);
      if (problem !== undefined) problems.set(name, problem);
    }
  }
  return problems;
}

function isRequired({ required, requiredFor = {} }: Field, fields: RecordFields): boolean {
  const isChosen = ([choice, keys]: [string, readonly string[]]) => keys.includes(String(fields[choice] ?? ""));
  return required === true || Object.entries(requiredFor).some(isChosen);
}

// Days and instants are texts that are in the order of time.
function dateProblem(register: Register, field: Field, value: string, fields: RecordFields, latest: string) {
  const { label, after, past, type } = field;
  if (past && value > (type === "date" ? latest.slice(0, 10) : latest)) return `${label} is in the future.`;
  const first = after === undefined ? undefined : fields[after];
  return typeof first === "string" && value < first
    ? `${label} is before ${register.fields[after!]!.label}.`
    : undefined;
}
