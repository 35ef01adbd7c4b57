import { setTimeout } from "node:timers/promises";
import { machineClock } from "#server/clock.ts";
import { rotate } from "#server/commands/rotate-keys.ts";
import type { Secrets } from "#server/keys/secrets.ts";
import type { Person } from "./person.ts";

/** Turns keys and logins over `times` times while people read and file; answers with the requests made and those that failed. */
export async function rotateUnderLoad(
  people: readonly { readonly person: Person; readonly company: string }[],
  { adminUrl, secrets, times }: { adminUrl: string; secrets: Secrets; times: number },
): Promise<{ requests: number; failed: string[]; codes: number[] }> {
  const failed: string[] = [];
  let requests = 0;
  let over = false;
  const codes: number[] = [];
  const ask = async (name: string, answer: Promise<{ status: number; body: unknown }>) => {
    requests += 1;
    const { status, body } = await answer.catch((error: Error) => ({ status: 0, body: String(error) }));
    if (status < 200 || status > 299) failed.push(`${name}: ${status} ${JSON.stringify(body)}`);
  };
  const use = people.map(async ({ person, company }, at) => {
    for (let n = 0; !over; n += 1) {
      const query = new URLSearchParams({
        name: `Under load ${n}`,
        fileName: "a.txt",
        type: "Policy",
        controls: "XC-01",
      });
      if (n % 4 === at % 4) await ask("file", person.upload(`/companies/${company}/evidence?${query}`, `text ${n}`));
      await ask("list", person.get(`/companies/${company}/evidence`));
      await ask("session", person.get("/session"));
      // Another process signs what was filed.
      if (n % 4 === (at + 2) % 4) await ask("sign", person.get(`/companies/${company}/ledger`));
      await setTimeout(20);
    }
  });
  try {
    for (let turn = 0; turn < times; turn += 1) codes.push(await rotate(adminUrl, secrets, machineClock, () => {}));
  } finally {
    over = true;
    await Promise.all(use);
  }
  return { requests, failed, codes };
}
