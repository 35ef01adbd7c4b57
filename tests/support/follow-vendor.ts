import type { Person } from "./person.ts";

/** Goes from a vendor's page to the address it sends people back to, without following that. */
export async function callbackOf(redirectTo: string): Promise<URL> {
  const jar = new Map<string, string>();
  let url = new URL(redirectTo);
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    await response.body?.cancel();
    for (const set of response.headers.getSetCookie()) {
      const [name, value] = set.split(";", 1)[0]!.split("=") as [string, string];
      jar.set(name, value);
    }
    url = new URL(response.headers.get("location") ?? "", url);
    if (url.pathname.startsWith("/integrations/callback/")) return url;
  }
  throw new Error("the vendor did not send anybody back");
}

/** Follows a way back in somebody's session, and answers where it leads. */
export async function followBack(url: URL, person: Person): Promise<URL> {
  const response = await fetch(url, { redirect: "manual", headers: { cookie: person.cookie } });
  if (response.status !== 303) throw new Error(`${response.status} at ${url.pathname}`);
  return new URL(response.headers.get("location")!, person.url);
}

/** Goes to the vendor and back in one's own session. */
export async function followVendor(redirectTo: string, person: Person): Promise<URL> {
  return await followBack(await callbackOf(redirectTo), person);
}
