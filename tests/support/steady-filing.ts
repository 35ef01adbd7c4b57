import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Person } from "./person.ts";

/** What one client sent and was told: the only truth the checker believes. */
interface Sent {
  readonly key: string;
  readonly bytes: Buffer;
  acknowledged?: { readonly id: string; readonly sha256: string };
}

/** Verbs without a key that could be repeated: what was acknowledged is there once, and what was not, once at most. */
interface Named {
  readonly name: string;
  readonly verb: "project" | "system" | "note";
  acknowledged: boolean;
}

/** People who file, note, and add without a pause, and look afterwards whether all of it is there. */
export interface SteadyFiling {
  /** Statuses of answers, and 0 for none. */
  readonly statuses: ReadonlyMap<number, number>;
  sent(): number;
  /** Waits until everything that was begun has been answered. */
  stop(): Promise<void>;
  /** What was lost or doubled, in words; empty when nothing was. */
  check(): Promise<readonly string[]>;
}

/** Begins to work in a company, `clients` at once; whoever got no answer about a file sends it again with its key. */
export function fileSteadily(person: Person, company: string, clients = 2): SteadyFiling {
  const statuses = new Map<number, number>();
  const filed: Sent[] = [];
  const named: Named[] = [];
  let stopped = false;
  const of = (path: string) => `/companies/${company}${path}`;
  const count = (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1);

  const file = async (item: Sent): Promise<number> => {
    const query = new URLSearchParams({ name: item.key, fileName: "i.bin", type: "Document", controls: "XC-01" });
    const answer = await person
      .upload(of(`/evidence?${query}`), item.bytes, { "idempotency-key": item.key })
      .catch(() => undefined);
    if (answer?.status === 201) item.acknowledged = answer.body;
    return answer?.status ?? 0;
  };
  const say = async (item: Named): Promise<number> => {
    const { name, verb } = item;
    const asked = {
      project: () => person.post(of("/projects"), { name, framework: "soc2" }),
      system: () => person.post(of("/systems"), { name, kinds: ["tracker"] }),
      note: () => person.post(of("/controls/XC-01/notes"), { body: name }),
    } as const;
    const answer = await asked[verb]().catch(() => undefined);
    item.acknowledged = answer !== undefined && answer.status >= 200 && answer.status < 300;
    return answer?.status ?? 0;
  };
  const verbs = ["note", "system", "project"] as const;
  const work = async () => {
    for (let at = 0; !stopped; at += 1) {
      const again = filed.find((item) => !item.acknowledged);
      let status: number;
      if (at % 4 === 3 && !again) {
        const item: Named = { name: `N ${randomUUID()}`, verb: verbs[(at >> 2) % 3]!, acknowledged: false };
        named.push(item);
        status = await say(item);
      } else {
        const item = again ?? { key: randomUUID(), bytes: randomBytes(1 + Math.floor(Math.random() * 20_000)) };
        if (!again) filed.push(item);
        status = await file(item);
      }
      count(status);
      await setTimeout(status === 201 || status === 200 ? 5 : 100);
    }
  };
  const workers = Array.from({ length: clients }, work);

  const rows = async <Row>(path: string, field: string): Promise<Row[]> => {
    const all: Row[] = [];
    for (let after: string | null = ""; after !== null;) {
      const page = after ? `${path.includes("?") ? "&" : "?"}after=${encodeURIComponent(after)}` : "";
      const { status, body } = await person.get(of(`${path}${page}`));
      const list = (Array.isArray(body) ? body : body[field]) as Row[] | undefined;
      if (!list) throw new Error(`${path}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
      all.push(...list);
      after = Array.isArray(body) ? null : ((body as { next?: string | null }).next ?? null);
    }
    return all;
  };

  return {
    statuses,
    sent: () => filed.length + named.length,
    stop: async () => {
      stopped = true;
      await Promise.all(workers);
      for (const item of filed)
        for (let tries = 0; !item.acknowledged && tries < 200; tries += 1) {
          count(await file(item));
          if (!item.acknowledged) await setTimeout(200);
        }
    },
    check: async () => {
      const wrong: string[] = [];
      const listed = await rows<{ id: string; name: string; sha256: string; exhibit: string }>(
        "/evidence?limit=200",
        "items",
      );
      const byName = Map.groupBy(listed, ({ name }) => name);
      for (const { key, bytes, acknowledged } of filed) {
        const there = byName.get(key) ?? [];
        const hash = createHash("sha256").update(bytes).digest("hex");
        if (there.length !== 1)
          wrong.push(`${key} was ${acknowledged ? "" : "never "}acknowledged and is there ${there.length} times`);
        else if (there[0]!.sha256 !== hash || there[0]!.id !== acknowledged?.id) wrong.push(`${key} is another item`);
      }
      const numbers = listed.map(({ exhibit }) => Number(exhibit.slice(3))).toSorted((a, b) => a - b);
      if (numbers.some((number, at) => number !== at + 1)) wrong.push("numbers have gaps");
      const texts = {
        project: (await rows<{ name: string }>("/projects", "projects")).map(({ name }) => name),
        system: await systemNames(),
        note: (await rows<{ body: string }>("/controls/XC-01/notes", "notes")).map(({ body }) => body),
      } as const;
      for (const { name, verb, acknowledged } of named) {
        const times = texts[verb].filter((text) => text === name).length;
        if (acknowledged ? times !== 1 : times > 1)
          wrong.push(`${verb} ${name} was ${acknowledged ? "" : "not "}acknowledged and is there ${times} times`);
      }
      return wrong;
    },
  };

  async function systemNames(): Promise<string[]> {
    const { body } = await person.get(of("/systems"));
    return [...JSON.stringify(body).matchAll(/"name":"(N [0-9a-f-]+)"/g)].map(([, name]) => name!);
  }
}
