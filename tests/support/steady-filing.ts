import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Person } from "./person.ts";
import { everyRow, ownName, steadyVerbs } from "./steady-verbs.ts";

/** What one client sent and was told: the only truth the checker believes. */
interface Sent {
  readonly key: string;
  readonly bytes: Buffer;
  acknowledged?: { readonly id: string };
}

/** Verbs without a key that could be repeated: what was acknowledged is there once, and what was not, once at most. */
interface Named {
  readonly name: string;
  readonly verb: keyof ReturnType<typeof steadyVerbs>;
  acknowledged: boolean;
}

/** What becomes of an item that is on file: each item is renamed or withdrawn by one client, once. */
interface Changed {
  readonly key: string;
  /** Its new name; undefined where it is withdrawn. */
  readonly to: string | undefined;
  acknowledged: boolean;
}

/** People who file, change what they filed, and add without a pause, and look afterwards whether all of it is there. */
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
  const changed = new Map<string, Changed>();
  const verbs = steadyVerbs(person, company);
  const verbNames = Object.keys(verbs) as Named["verb"][];
  const json = { "content-type": "application/json" };
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
  /** The same of three items at once, or of what is left of them. */
  const fileMany = async (items: readonly Sent[]): Promise<number> => {
    const sent = items.map(({ key, bytes }) => ({
      name: key,
      key,
      fileName: "i.bin",
      type: "Document",
      controls: ["XC-01"],
      fileAnyway: true,
      content: bytes.toString("base64"),
    }));
    const answer = await person.post(of("/evidence-batches"), { items: sent }).catch(() => undefined);
    if (answer?.status === 201)
      for (const [at, item] of items.entries()) item.acknowledged = (answer.body.items as { id: string }[])[at]!;
    return answer?.status ?? 0;
  };
  const say = async (item: Named): Promise<number> => {
    const answer = await verbs[item.verb].say(item.name).catch(() => undefined);
    item.acknowledged = answer !== undefined && answer.status >= 200 && answer.status < 300;
    return answer?.status ?? 0;
  };
  const change = async (item: Changed, id: string): Promise<number> => {
    const asked =
      item.to === undefined
        ? person.post(of(`/evidence/${id}/withdrawal`), { reason: "Sent by mistake" })
        : person.send("PATCH", of(`/evidence/${id}`), JSON.stringify({ name: item.to }), json);
    const answer = await asked.catch(() => undefined);
    item.acknowledged = answer !== undefined && answer.status >= 200 && answer.status < 300;
    return answer?.status ?? 0;
  };
  const fresh = (): Sent => {
    const item = { key: randomUUID(), bytes: randomBytes(1 + Math.floor(Math.random() * 20_000)) };
    filed.push(item);
    return item;
  };
  const step = async (at: number): Promise<number> => {
    const again = filed.find((item) => !item.acknowledged);
    if (again) return await file(again);
    if (at % 8 === 1) return await fileMany([fresh(), fresh(), fresh()]);
    if (at % 8 === 5) {
      const whole = filed.find(({ key, acknowledged }) => acknowledged && !changed.has(key));
      if (whole) {
        const item: Changed = { key: whole.key, to: at % 16 === 5 ? undefined : ownName(), acknowledged: false };
        changed.set(whole.key, item);
        return await change(item, whole.acknowledged!.id);
      }
    }
    if (at % 4 !== 3) return await file(fresh());
    const item: Named = { name: ownName(), verb: verbNames[(at >> 2) % verbNames.length]!, acknowledged: false };
    named.push(item);
    return await say(item);
  };
  const work = async () => {
    for (let at = 0; !stopped; at += 1) {
      const status = await step(at);
      count(status);
      await setTimeout(status === 201 || status === 200 ? 5 : 100);
    }
  };
  const workers = Array.from({ length: clients }, work);

  return {
    statuses,
    sent: () => filed.length + named.length + changed.size,
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
      const items = async (query: string) => await everyRow<Listed>(person, of(`/evidence?limit=200${query}`), "items");
      const counting = await items("");
      const withdrawn = await items("&freshness=withdrawn");
      const listed = [...counting, ...withdrawn];
      const gone = new Set(withdrawn.map(({ id }) => id));
      const byId = Map.groupBy(listed, ({ id }) => id);
      const byName = Map.groupBy(listed, ({ name }) => name);
      for (const { key, bytes, acknowledged } of filed) {
        const change = changed.get(key);
        const there = change === undefined ? (byName.get(key) ?? []) : (byId.get(acknowledged!.id) ?? []);
        const hash = createHash("sha256").update(bytes).digest("hex");
        if (there.length !== 1)
          wrong.push(`${key} was ${acknowledged ? "" : "never "}acknowledged and is there ${there.length} times`);
        else if (there[0]!.sha256 !== hash || there[0]!.id !== acknowledged?.id) wrong.push(`${key} is another item`);
        else if (change?.acknowledged && change.to === undefined && !gone.has(there[0]!.id))
          wrong.push(`${key} was withdrawn and counts`);
        else if (change?.acknowledged && change.to !== undefined && there[0]!.name !== change.to)
          wrong.push(`${key} was renamed and is not`);
        else if (gone.has(there[0]!.id) && (change === undefined || change.to !== undefined))
          wrong.push(`${key} was never withdrawn`);
      }
      const numbers = listed.map(({ exhibit }) => Number(exhibit.slice(3))).toSorted((a, b) => a - b);
      if (numbers.some((number, at) => number !== at + 1)) wrong.push("numbers have gaps");
      for (const verb of verbNames) {
        const done = await verbs[verb].done();
        for (const { name, acknowledged } of named.filter((item) => item.verb === verb)) {
          const times = done.filter((text) => text === name).length;
          if (acknowledged ? times !== 1 : times > 1)
            wrong.push(`${verb} ${name} was ${acknowledged ? "" : "not "}acknowledged and is there ${times} times`);
        }
      }
      return wrong;
    },
  };
}

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
  readonly exhibit: string;
}
