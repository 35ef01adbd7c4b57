import { request } from "node:http";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Person } from "./person.ts";

/** People who ask and file at a steady rate, whether they were answered or not; none of them asks twice. */
export interface SteadyRequests {
  sent(): number;
  /** Everything that was not answered with success, in words. */
  readonly failed: readonly string[];
  /** The longest that anybody waited for an answer, in milliseconds. */
  longest(): number;
  /** Names of items that were acknowledged. */
  filedIn(company: string): readonly string[];
  /** Sends no more, and waits for what is under way. */
  stop(): Promise<void>;
}

/** Somebody with a company, in which they work. */
export interface Someone {
  readonly person: Person;
  readonly company: string;
}

/** Begins to send `perSecond` requests to a port of this machine, each on a connection of its own and from one of 50 addresses. */
export function askSteadily(everybody: readonly Someone[], port: number, perSecond: number): SteadyRequests {
  const failed: string[] = [];
  const filed: { readonly name: string; readonly company: string }[] = [];
  const open = new Set<Promise<void>>();
  let [sent, longest, stopped] = [0, 0, false];
  const ask = async (number: number): Promise<void> => {
    const { person, company } = everybody[((number / 5) % everybody.length) | 0]!;
    const name = `Item ${randomUUID()}`;
    const query = new URLSearchParams({ name, fileName: "i.txt", type: "Document", controls: "XC-01" });
    const asked = [
      ["GET", "/session"],
      ["GET", `/companies/${company}/evidence?limit=20`],
      ["GET", `/companies/${company}/projects`],
      ["GET", "/session"],
      ["POST", `/companies/${company}/evidence?${query}`],
    ] as const;
    const [method, path] = asked[number % asked.length]!;
    const began = performance.now();
    const said = await new Promise<string>((resolve) => {
      const onward = request(
        {
          host: "127.0.0.1",
          port,
          method,
          path: `/api/v1${path}`,
          agent: false,
          localAddress: `127.0.0.${10 + (number % 50)}`,
          headers: {
            host: new URL(person.url).host,
            origin: person.url,
            cookie: person.cookie,
            ...(method === "POST" && { "content-type": "application/octet-stream", "content-length": name.length }),
          },
        },
        (answer) => {
          answer.resume();
          answer.on("error", (error) => resolve(error.message));
          answer.on("end", () => resolve(answer.statusCode! < 300 ? "" : String(answer.statusCode)));
        },
      );
      onward.on("error", (error) => resolve(error.message));
      onward.setTimeout(120_000, () => onward.destroy(new Error("no answer in two minutes")));
      onward.end(method === "POST" ? name : undefined);
    });
    longest = Math.max(longest, performance.now() - began);
    if (said !== "") failed.push(`${method} ${path.split("?")[0]}: ${said}`);
    else if (method === "POST") filed.push({ name, company });
  };
  const sending = (async () => {
    let [due, before] = [0, performance.now()];
    while (!stopped) {
      const now = performance.now();
      due += ((now - before) / 1_000) * perSecond;
      before = now;
      for (; sent < due; sent += 1) {
        const asked = ask(sent).finally(() => open.delete(asked));
        open.add(asked);
      }
      await setTimeout(5);
    }
  })();
  return {
    sent: () => sent,
    failed,
    longest: () => longest,
    filedIn: (company) => filed.filter((item) => item.company === company).map(({ name }) => name),
    stop: async () => {
      stopped = true;
      await sending;
      await Promise.all(open);
    },
  };
}
