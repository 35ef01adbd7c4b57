import { cpuSeconds } from "./cpu-time.ts";
import type { Filled } from "./fill-people.ts";
import { p95, timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";

const LISTED = 60;
/** Milliseconds that a page of a list may take. */
const MOST = 30;

/** What screens of a company of 10,000 people ask, by what it is. */
export async function listsOf({ person, companyId }: Filled): Promise<Readonly<Record<string, string>>> {
  const { body } = await person.get(`/companies/${companyId}/policies`);
  const policies = body as readonly { readonly id: string; readonly acknowledged: { readonly done: number } }[];
  const [done, open] = [
    policies.find(({ acknowledged }) => acknowledged.done > 0),
    policies.find(({ acknowledged }) => acknowledged.done === 0),
  ];
  return {
    "people by number": "registers/people/records?sort=number&direction=down",
    "people by name": "registers/people/records?sort=name",
    "people by a word": "registers/people/records?search=person+5000",
    "people by a choice": "registers/people/records?field=kind&equals=employee",
    registers: "registers",
    policies: "policies",
    "a policy that most have acknowledged": `policies/${done!.id}`,
    "a policy that nobody has acknowledged": `policies/${open!.id}`,
    "one's own policies": "my-policies",
    training: "training",
    "training by a word": "training?search=person+50",
    "accounts that are nobody's": "accounts",
    accounts: "accounts?show=all",
    "accounts far down": "accounts?show=all&skip=20000",
    "accounts by a word": "accounts?show=all&search=person-50",
    "who is gone from a roster": "accounts/gone",
    "who has something to do of a policy": `staff/due?limit=1&policyId=${open!.id}`,
    "who has something to do": "staff/due?limit=1",
    "500 of who has something to do": "staff/due?limit=500",
    "all who have something to do": "staff/due",
    "addresses that nobody vouches for": "staff/addresses",
    "links that were sent": "staff",
    reviews: "reviews",
    "systems to review": "review-systems",
  };
}

/** How long each of these takes over HTTP with a session, and how much of that the processors are at work. */
export async function listRatios(
  { instance, person, companyId }: Filled,
  asked: Readonly<Record<string, string>>,
): Promise<Ratio[]> {
  const ratios: Ratio[] = [];
  for (const [what, path] of Object.entries(asked)) {
    const times: number[] = [];
    const ask = async () => {
      const { status } = await person.get(`/companies/${companyId}/${path}`);
      if (status !== 200) throw new Error(`${what}: ${status}`);
    };
    const used = await cpuSeconds(instance.admin, async () => {
      for (let at = 0; at < LISTED; at += 1) times.push((await timed(ask)) * 1_000);
    });
    const core = ((used.node + used.database) * 1_000) / LISTED;
    ratios.push({
      what: `a page of a list, ${what}, 95 of 100 / ${MOST} ms`,
      figures: `${p95(times).toFixed(1)} ms, ${Math.min(...times).toFixed(1)} ms at best, ${core.toFixed(1)} ms of a core`,
      ratio: p95(times) / MOST,
      goal: { atMost: 1 },
    });
  }
  return ratios;
}
