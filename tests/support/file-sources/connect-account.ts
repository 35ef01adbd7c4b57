import type { FileSourceKey } from "#domain/file-link.ts";
import type { Person } from "../person.ts";

export interface Came {
  readonly status: number;
  readonly text: string;
}

/** Follows one address as the person's browser: with their cookies, and keeping those that come. */
export async function follow(person: Person, address: string): Promise<Response> {
  const isOurs = address.startsWith(person.url);
  const cookies = [person.cookie, ...[...person.jar].map(([name, value]) => `${name}=${value}`)].filter(Boolean);
  const headers: Record<string, string> = isOurs ? { cookie: cookies.join("; "), "sec-fetch-site": "cross-site" } : {};
  const response = await fetch(address, { redirect: "manual", headers });
  for (const set of isOurs ? response.headers.getSetCookie() : []) {
    const [name, value] = set.split(";", 1)[0]!.split("=") as [string, string];
    person.jar.set(name, value);
  }
  return response;
}

/** Where the provider sends the person back to, who began to connect an account and said yes or no there. */
export async function wayBack(person: Person, source: FileSourceKey): Promise<string> {
  const begun = await follow(person, `${person.url}/file-sources/${source}/connect`);
  const there = begun.headers.get("location");
  if (there === null) throw new Error(`${begun.status}: ${await begun.text()}`);
  return (await follow(person, there)).headers.get("location")!;
}

/** Connects an account at a source; answers what the tab shows in the end. */
export async function connectAccount(person: Person, source: FileSourceKey): Promise<Came> {
  const page = await follow(person, await wayBack(person, source));
  return { status: page.status, text: await page.text() };
}
