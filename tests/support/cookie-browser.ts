import { Person } from "./person.ts";

/** A browser that keeps cookies for each origin and follows redirects until it is at a page of ours. */
export class Browser {
  readonly home: string;
  readonly jars = new Map<string, Map<string, string>>();
  /** Every address it was sent to. */
  readonly trail: URL[] = [];
  /** Turns an address before it is followed. */
  turn: (url: URL) => URL = (url) => url;

  constructor(home: string) {
    this.home = home;
  }

  async open(address: string): Promise<URL> {
    let url = new URL(address, this.home);
    for (let hops = 0; hops < 12; hops += 1) {
      const jar = this.jars.get(url.origin) ?? new Map<string, string>();
      this.jars.set(url.origin, jar);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fetch(url, { redirect: "manual", headers: { cookie, "sec-fetch-site": "cross-site" } });
      await response.body?.cancel();
      for (const set of response.headers.getSetCookie()) {
        const [name, value] = set.split(";", 1)[0]!.split("=") as [string, string];
        if (value === "" || /max-age=0|01 Jan 1970/i.test(set)) jar.delete(name);
        else jar.set(name, value);
      }
      const location = response.headers.get("location");
      if (location === null) throw new Error(`${response.status} at ${url.href}`);
      url = this.turn(new URL(location, url));
      this.trail.push(url);
      if (url.origin === this.home && !url.pathname.startsWith("/auth/")) return url;
    }
    throw new Error("too many redirects");
  }

  signIn(provider = "single-sign-on"): Promise<URL> {
    return this.open(`/auth/${provider}/start`);
  }

  /** Signs in at the provider, and answers with the way back instead of following it. */
  async stopBefore(provider?: string): Promise<URL> {
    let callback: URL | undefined;
    this.turn = (url) => {
      if (!url.pathname.endsWith("/callback")) return url;
      callback = url;
      return new URL("/stopped", this.home);
    };
    await this.signIn(provider);
    this.turn = (url) => url;
    return callback!;
  }

  /** The address of ours that the provider sent it to last. */
  get callback(): URL {
    return this.trail.findLast((url) => url.pathname.endsWith("/callback"))!;
  }

  async session() {
    const token = this.jars.get(this.home)?.get("session");
    const person = new Person(this.home, "x", "", token ? `session=${token}` : "");
    return { person, body: (await person.get("/session")).body };
  }
}
