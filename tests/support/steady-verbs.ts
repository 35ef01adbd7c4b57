import { randomUUID } from "node:crypto";
import type { Answer, Person } from "./person.ts";

/** What a client can do that has no key by which it could be repeated. */
export interface SteadyVerb {
  /** Does it once, under a name that nothing else has. */
  say(name: string): Promise<Answer>;
  /** The names of all that was done by it. */
  done(): Promise<readonly string[]>;
}

/** Every page of a list: the answer itself, or the field of it that holds its rows. */
export async function everyRow<Row>(person: Person, path: string, field = ""): Promise<Row[]> {
  const all: Row[] = [];
  for (let after: string | null = ""; after !== null;) {
    const page = after ? `${path.includes("?") ? "&" : "?"}after=${encodeURIComponent(after)}` : "";
    const { status, body } = await person.get(`${path}${page}`);
    const list = (Array.isArray(body) ? body : body?.[field]) as Row[] | undefined;
    if (!Array.isArray(list)) throw new Error(`${path}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    all.push(...list);
    after = Array.isArray(body) ? null : ((body as { next?: string | null }).next ?? null);
  }
  return all;
}

/** By its name, each kind of change that people make beside filing; `company` is where they make it. */
export function steadyVerbs(person: Person, company: string) {
  const of = (path: string) => `/companies/${company}${path}`;
  const named = async (path: string, name: string, field?: string) =>
    (await everyRow<Record<string, string>>(person, of(path), field)).map((row) => row[name]!);
  const records = async (register: string, field: string) =>
    (
      await everyRow<{ fields: Record<string, string> }>(
        person,
        of(`/registers/${register}/records?limit=200`),
        "records",
      )
    ).map(({ fields }) => fields[field]!);
  return {
    note: {
      say: (body) => person.post(of("/controls/XC-01/notes"), { body }),
      done: () => named("/controls/XC-01/notes", "body", "notes"),
    },
    system: {
      say: (name) => person.post(of("/systems"), { name, kinds: ["tracker"] }),
      done: async () => {
        const { body } = await person.get(of("/systems"));
        return [...JSON.stringify(body).matchAll(/"name":"(N [0-9a-f-]+)"/g)].map(([, name]) => name!);
      },
    },
    project: {
      say: (name) => person.post(of("/projects"), { name, framework: "soc2" }),
      done: () => named("/projects", "name", "projects"),
    },
    person: {
      say: (name) =>
        person.post(of("/registers/people/records"), {
          fields: { name, kind: "employee", startsAt: "2026-01-01" },
        }),
      done: () => records("people", "name"),
    },
    policy: {
      say: (title) => person.post(of("/policies"), { title, text: "Nothing is lost." }),
      done: () => named("/policies", "title"),
    },
    matter: {
      say: (name) => person.post(of("/matters"), { name, basis: "work product", join: true }),
      done: () => named("/matters", "name"),
    },
  } satisfies Record<string, SteadyVerb>;
}

/** A name that nothing else has, and that is found again by its form. */
export const ownName = () => `N ${randomUUID()}`;
